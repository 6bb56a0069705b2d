import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type ConsolePublicKey, keptIn } from '../../../../preload/contract/console-key.ts';
import { Failure } from '../../../common/failure.ts';
import { readBoundedFileSync } from '../../../common/read-bounded-file.ts';
import { writePrivately } from '../../../store/private-file.ts';

/** The most keys kept; beyond that the oldest session keys are dropped. */
const maxKeys = 1000;
const maxBytes = 1024 * 1024;

const storedKey = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  /** The SubjectPublicKeyInfo in DER, as base64. */
  spki: z.base64().max(200),
  kept: keptIn,
  /** ISO 8601. */
  since: z.string().max(40),
  /** ISO 8601: when its use ended. */
  retiredAt: z.string().max(40).optional(),
});
export type StoredKey = z.infer<typeof storedKey>;

const fileShape = z.strictObject({
  version: z.literal(1),
  /** Identifies this data directory's key in the keychain, which all data directories of a machine share. */
  consoleId: z.uuid(),
  keys: z.array(storedKey).max(maxKeys + 1),
});
export type KeyFile = z.infer<typeof fileShape>;

/**
 * Reads the public keys of the console: `console-key.json`. It contains no secret.
 * @throws Failure file-unreadable
 */
export function readKeyFile(path: string): KeyFile | undefined {
  if (!existsSync(path)) {
    return undefined;
  }
  try {
    const content = fileShape.parse(
      JSON.parse(new TextDecoder().decode(readBoundedFileSync(path, maxBytes))),
    );
    const isWrong = content.keys.some(({ id, spki }) => keyIdOf(Buffer.from(spki, 'base64')) !== id);
    if (isWrong) {
      throw new Error('a key does not have its id');
    }
    return content;
  } catch {
    throw new Failure({
      code: 'file-unreadable',
      message: `The public keys of this console cannot be read: ${path} is damaged.`,
      hint: 'Restore a copy of the file. Receipts still verify with the public key you exported.',
    });
  }
}

/** Resolves when it is on disk. @throws errors of the file system */
export async function writeKeyFile(path: string, file: KeyFile): Promise<void> {
  const spare = Math.max(0, file.keys.length - maxKeys);
  const droppedIds = new Set(
    file.keys
      .filter(({ kept, retiredAt }) => kept === 'session' && retiredAt !== undefined)
      .slice(0, spare)
      .map(({ id }) => id),
  );
  const keys = file.keys.filter(({ id }) => !droppedIds.has(id));
  await writePrivately(path, `${JSON.stringify({ ...file, keys }, undefined, 2)}\n`);
}

/** Returns the id of a public key: SHA-256 of its SubjectPublicKeyInfo (DER), in hexadecimal. */
export function keyIdOf(spki: Uint8Array): string {
  return createHash('sha256').update(spki).digest('hex');
}

export function spkiOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

export function publicKeyView({ spki, ...key }: StoredKey): ConsolePublicKey {
  const object = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  return { ...key, pem: object.export({ type: 'spki', format: 'pem' }).toString() };
}
