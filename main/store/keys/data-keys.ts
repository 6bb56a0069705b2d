import { z } from 'zod';
import { newSealingKey, type SealingKey, type SealingKeys } from '../sealing.ts';

/** The part of a keychain that is used here. */
export interface KeyStore {
  /** @throws Failure keychain-absent, keychain-locked, keychain-denied */
  get(account: string): Promise<string | undefined>;
  /** @throws as `get` */
  set(account: string, secret: string): Promise<void>;
}

/** The value in the keychain: the key that seals first, then keys that it replaced. */
const storedKeys = z
  .array(z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/), key: z.base64().length(44) }))
  .min(1)
  .max(4);

export type DataKeys = SealingKeys['keys'];

/** Returns the account of a data key. All data directories of this machine share the keychain, so it contains the id of the index. */
export function dataKeyAccount(indexId: string): string {
  return `index/${indexId}/data-key`;
}

/**
 * Reads the keys of an index; undefined if the keychain has none.
 * @throws Failure as `KeyStore`; ZodError for any other content
 */
export async function readDataKeys(
  keychain: Pick<KeyStore, 'get'>,
  indexId: string,
): Promise<DataKeys | undefined> {
  const text = await keychain.get(dataKeyAccount(indexId));
  if (text === undefined) {
    return undefined;
  }
  const keys = storedKeys
    .parse(JSON.parse(text))
    .map(({ id, key }): SealingKey => ({ id, key: Buffer.from(key, 'base64') }));
  return keys as DataKeys;
}

/**
 * Creates and stores the key of a new index.
 * @throws Failure as `KeyStore`
 */
export async function createDataKey(keychain: KeyStore, indexId: string): Promise<DataKeys> {
  const newKey = newSealingKey();
  const texts = [{ id: newKey.id, key: Buffer.from(newKey.key).toString('base64') }];
  await keychain.set(dataKeyAccount(indexId), JSON.stringify(texts));
  return [newKey];
}
