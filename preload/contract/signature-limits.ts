/** The longest body that is sent over the bridge as a whole, read as a message and searched; longer ones are streamed. Bytes. */
export const maxWholeBody = 32 * 1024 * 1024;
/** Longer bodies are streamed too, because sending them as a whole would block the window. Bytes. */
export const maxInOneGo = 4 * 1024 * 1024;
/** Longer texts are sent as UTF-8 bytes. Characters. */
export const maxText = 1_000_000;
/** The largest chunk of a streamed body, in bytes. */
export const maxPiece = 1024 * 1024;
