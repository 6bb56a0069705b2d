import { z } from 'zod';
import { saveResult } from './application.ts';
import { operation } from './operation.ts';

/** The place of the private key: the keychain, or memory until the console closes. */
export const keptIn = z.enum(['keychain', 'session']);

/** A public key that verifies receipts and evidence of this console. */
export const consolePublicKey = z.object({
  /** SHA-256 of the SubjectPublicKeyInfo (DER), in hexadecimal. */
  id: z.string(),
  pem: z.string(),
  kept: keptIn,
  /** ISO 8601. */
  since: z.string(),
  /** ISO 8601: when its use ended; absent for the current key. */
  retiredAt: z.string().optional(),
});
export type ConsolePublicKey = z.infer<typeof consolePublicKey>;

export const consoleKeyOperations = {
  /** The public keys, the current one first. Its id is compared by phone with the one in a file. */
  'consoleKey.list': operation({
    input: z.object({}),
    output: z.object({ keys: z.array(consolePublicKey) }),
  }),
  /** Saves all public keys as one PEM file. */
  'consoleKey.export': operation({ input: z.object({}), output: saveResult }),
};
