/** The part that a cause concerns; the names of the test vectors. */
export type Family = 'key' | 'body' | 'timestamp' | 'message' | 'signature' | 'algorithm' | 'combined';

/** One difference between how a callback was signed and how it was checked. */
export interface Change {
  /** Stable, for programs: `newline-removed`, `api-password`. */
  code: string;
  family: Exclude<Family, 'combined'>;
  /** A subdivision of the code: `compact`, `windows-1252`. */
  variant: string;
  /** The cause as a sentence. */
  cause: string;
}
