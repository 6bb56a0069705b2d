/** The longest body that the window checks, searches and imports; “assay verify” checks files of any length. Bytes. */
export const maxWholeBody = 32 * 1024 * 1024;
/** Longer texts are sent as UTF-8 bytes. Characters. */
export const maxText = 1_000_000;
