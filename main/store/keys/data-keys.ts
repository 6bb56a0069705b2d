import { keysText, newSealingKey, readKeys, type SealingKeys } from '../sealing.ts';

/** The part of a keychain that is used here. */
export interface KeyStore {
  /** @throws Failure keychain-absent, keychain-locked, keychain-denied */
  get(account: string): Promise<string | undefined>;
  /** @throws as `get` */
  set(account: string, secret: string): Promise<void>;
}

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
  return text === undefined ? undefined : readKeys(text);
}

/**
 * Creates and stores the key of a new index.
 * @throws Failure as `KeyStore`
 */
export async function createDataKey(keychain: KeyStore, indexId: string): Promise<DataKeys> {
  const newKey = newSealingKey();
  await keychain.set(dataKeyAccount(indexId), keysText([newKey]));
  return [newKey];
}
