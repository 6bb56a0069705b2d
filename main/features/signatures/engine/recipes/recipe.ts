/** The way to read the raw body in one framework and check the signature (interface 6.4). */
export interface Recipe {
  /** For programs and addresses: `express`. */
  id: string;
  framework: string;
  language: string;
  /** The fault of the default, and how the code avoids it. */
  note: string;
  /** Ready to paste; the signing key comes from the environment variable SIGNING_KEY. */
  code: string;
}
