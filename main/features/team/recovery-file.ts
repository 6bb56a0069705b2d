import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { memberId } from '../../../preload/contract/team-roles.ts';
import { Failure } from '../../common/failure.ts';
import { ConsoleSigner } from '../records/console-key/console-key.ts';
import type { KeptTeam } from '../records/journal/team-marks.ts';
import type { EntryContent } from './entries.ts';

const format = 'assay-team-recovery-1';
const shape = z.strictObject({
  format: z.literal(format),
  team: z.uuid(),
  first: memberId,
  founder: z.base64().max(200),
  /** The team's keys by number, base64. */
  keys: z.record(z.string().regex(/^\d{1,10}$/), z.base64().length(44)),
  /** The private keys: Ed25519 as PKCS #8 in DER, base64, and X25519 as age writes it. */
  signing: z.base64().max(400),
  identity: z.string().max(100),
});
/** The contents of a recovery file. */
export type Recovery = z.infer<typeof shape>;
export type RecoveryEntry = Extract<EntryContent, { kind: 'recovery-set' }>;

/** Makes a recovery file. Returns it with the entry by which it counts. @param cost the base-2 logarithm of scrypt's */
export async function newRecovery(
  { keys, log }: Pick<KeptTeam, 'keys' | 'log'>,
  passphrase: string,
  cost?: number,
) {
  const [{ generateX25519Identity, identityToRecipient }, { passphraseEncrypter }] = await Promise.all([
    import('age-encryption'),
    import('../../common/passphrase-recipient.ts'),
  ]);
  const { privateKey } = generateKeyPairSync('ed25519');
  const identity = await generateX25519Identity();
  const { team, first, founder } = log;
  const signing = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const recovery: Recovery = { format, team, first, founder, keys, signing, identity };
  const { publicKey } = signerOf(recovery);
  const recipient = await identityToRecipient(identity);
  const entry: RecoveryEntry = { kind: 'recovery-set', recovery: { publicKey, recipient }, key: log.key };
  return { entry, file: await passphraseEncrypter(passphrase, cost).encrypt(JSON.stringify(recovery)) };
}

/** Opens a recovery file, which stops the thread for about a second. @throws Failure invalid-input */
export async function openRecovery(file: Uint8Array, passphrase: string): Promise<Recovery> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return shape.parse(JSON.parse(await decrypter.decrypt(file, 'text')));
  } catch {
    throw new Failure({
      code: 'invalid-input',
      message: 'This is no recovery file, or it has another passphrase. Nothing was changed.',
    });
  }
}

/** Returns what signs with the key of a recovery file. */
export function signerOf({ signing }: Recovery): ConsoleSigner {
  const key = createPrivateKey({ key: Buffer.from(signing, 'base64'), format: 'der', type: 'pkcs8' });
  return new ConsoleSigner(key, 'session');
}
