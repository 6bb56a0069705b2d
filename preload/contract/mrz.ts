import { z } from 'zod';

/**
 * The machine-readable zone of a passport or card (ICAO Doc 9303). Number, birth and expiry are confirmed by their check digits; what else could
 * not be read with certainty is left out.
 */
export interface MrzReading {
  number: string;
  /** YYMMDD */
  birth: string;
  /** YYMMDD */
  expiry: string;
  /** In capital Latin letters, perhaps cut at the end of the line. */
  lastName?: string;
  firstName?: string;
  /** The code of the state, as on the document. */
  issuer?: string;
  nationality?: string;
  sex?: string;
}

/** A value of the record, by its path in the response, beside the machine-readable zone of its document. */
export const mrzComparison = z.object({ path: z.string(), is: z.enum(['same', 'differs']) });
export type MrzComparison = z.infer<typeof mrzComparison>;
