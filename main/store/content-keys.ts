import type { Meta } from './meta.ts';
import {
  keyIdOf,
  keysText,
  metaPlace,
  newSealingKey,
  readKeys,
  Sealer,
  type SealingKeys,
  UnsealFailure,
} from './sealing.ts';

type Keys = SealingKeys['keys'];

const keysName = 'content_keys';
const place = metaPlace(keysName);

/**
 * Seals the content of a file whose rows are never changed, with keys of its own that are sealed with the data key, so that the file
 * can come to another data key.
 * @param sealer of the data key
 */
export function contentSealer(meta: Meta, sealer: Sealer): Sealer {
  return new Sealer(keysIn(meta, sealer) ?? beginKeys(meta, sealer));
}

/** Returns whether the content keys of a file cannot be opened with this data key. */
export function areContentKeysLost(meta: Meta, sealer: Sealer): boolean {
  return meta.bytes(keysName) !== undefined && keysIn(meta, sealer) === undefined;
}

/** Seals the content keys with the current data key and adds a new one for future content. Does nothing if that was done already. */
export function moveContentKeys(meta: Meta, sealer: Sealer): void {
  const sealedKeys = meta.bytes(keysName);
  if (sealedKeys === undefined || keyIdOf(sealedKeys) !== sealer.currentKeyId) {
    saveKeys(meta, sealer, [newSealingKey(), ...(keysIn(meta, sealer) ?? beginKeys(meta, sealer))]);
  }
}

/** Returns undefined if there are no keys, or if the data key decrypts none of them: earlier content is then unreadable. */
function keysIn(meta: Meta, sealer: Sealer): Keys | undefined {
  const sealedKeys = meta.bytes(keysName);
  if (sealedKeys === undefined) {
    return undefined;
  }
  try {
    return readKeys(sealer.openText(sealedKeys, place));
  } catch (error) {
    if (error instanceof UnsealFailure && error.reason === 'key-missing') {
      return undefined;
    }
    throw error;
  }
}

/** Keys that cannot be decrypted are kept: the data key may be restored. */
function beginKeys(meta: Meta, sealer: Sealer): Keys {
  const lostKeys = meta.bytes(keysName);
  if (lostKeys !== undefined) {
    meta.set(`${keysName}/${keyIdOf(lostKeys)}`, lostKeys);
  }
  return saveKeys(meta, sealer, [newSealingKey()]);
}

function saveKeys(meta: Meta, sealer: Sealer, keys: Keys): Keys {
  meta.set(keysName, sealer.seal(keysText(keys), place));
  return keys;
}
