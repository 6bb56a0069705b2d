/** The notes on members of a response that may be unreliable: of an unexpected form, or given twice. */
export interface ResponseNotes {
  flags?: readonly { path: string }[];
  duplicates?: readonly { path: string }[];
}

/** Returns whether `path` is `whole` or inside it. */
export function isWithin(path: string, whole: string): boolean {
  return path.startsWith(whole) && ['', '.', '['].includes(path.charAt(whole.length));
}
