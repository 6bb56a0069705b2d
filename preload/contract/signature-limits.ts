/** The longest body that crosses the bridge in one piece, is read as a message and is searched; longer ones are streamed. Bytes. */
export const maxWholeBody = 32 * 1024 * 1024;
/** A longer one is better streamed too: sending it in one piece would keep the window waiting. Bytes. */
export const maxInOneGo = 4 * 1024 * 1024;
/** A text that crosses as a text; a longer one crosses as its UTF-8. Characters. */
export const maxText = 1_000_000;
/** A streamed body crosses in pieces of at most this. Bytes. */
export const maxPiece = 1024 * 1024;
