import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** A key for sealing: 32 bytes, and the id that precedes every value sealed with it (16 hexadecimal digits). */
export interface SealingKey {
  id: string;
  key: Uint8Array;
}

/** The keys of an index, the current one first. */
export interface SealingKeys {
  indexId: string;
  keys: [SealingKey, ...SealingKey[]];
}

/**
 * The place a sealed value belongs to. It cannot be unsealed elsewhere, so that two values in a file cannot be exchanged
 * unnoticed.
 */
export interface SealedPlace {
  table: string;
  column: string;
  /** Empty when the value belongs to no environment. */
  environmentId: string;
  /** The conversation id, or another id of the row. */
  row: string;
}

/** Returns the place of a sealed value of a table `meta`. */
export function metaPlace(name: string): SealedPlace {
  return { table: 'meta', column: 'value', environmentId: '', row: name };
}

/** A sealed value that cannot be unsealed: its key is missing, or it was changed or moved. */
export class UnsealFailure extends Error {
  readonly reason: 'key-missing' | 'changed';

  constructor(reason: 'key-missing' | 'changed', place: SealedPlace) {
    super(`a sealed value of ${place.table}.${place.column} does not open (${reason})`);
    this.name = 'UnsealFailure';
    this.reason = reason;
  }
}

const format = 1;
const algorithm = 'aes-256-gcm';
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes + nonceBytes;

export function newSealingKey(): SealingKey {
  return { id: randomBytes(keyIdBytes).toString('hex'), key: randomBytes(32) };
}

/**
 * Seals values with AES-256-GCM. A sealed value is: format (1 byte), key id (8), nonce (12, random), ciphertext, tag (16); its
 * associated data are the format, the key id and its place. The first key seals; all of them open.
 */
export class Sealer {
  // Given raw bytes, the runtime would create a key object for each value, which takes longer than sealing a short one.
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #current: { id: string; key: KeyObject; head: Buffer };

  constructor(keys: readonly [SealingKey, ...SealingKey[]]) {
    const [{ id: currentId, key: current }] = keys;
    this.#keys = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
    const head = Buffer.concat([Buffer.of(format), Buffer.from(currentId, 'hex')]);
    this.#current = { id: currentId, key: createSecretKey(current), head };
  }

  get currentKeyId(): string {
    return this.#current.id;
  }

  seal(value: string | Uint8Array, place: SealedPlace): Buffer {
    const { id, key, head } = this.#current;
    const nonce = randomPart(nonceBytes);
    const cipher = createCipheriv(algorithm, key, nonce);
    cipher.setAAD(associatedData(id, place));
    const body = cipher.update(value);
    return Buffer.concat([head, nonce, body, cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws UnsealFailure */
  open(sealed: Uint8Array, place: SealedPlace): Buffer {
    const keyId = keyIdOf(sealed);
    const key = this.#keys.get(keyId);
    if (key === undefined) {
      throw new UnsealFailure('key-missing', place);
    }
    try {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(1 + keyIdBytes, headBytes));
      decipher.setAAD(associatedData(keyId, place));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(headBytes, -tagBytes)), decipher.final()]);
    } catch {
      throw new UnsealFailure('changed', place);
    }
  }

  /** @throws UnsealFailure */
  openText(sealed: Uint8Array, place: SealedPlace): string {
    return this.open(sealed, place).toString('utf8');
  }
}

/** Keys as text: the one that seals first, then those that it replaced. */
const storedKeys = z
  .array(z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/), key: z.base64().length(44) }))
  .min(1);

export function keysText(keys: readonly SealingKey[]): string {
  return JSON.stringify(keys.map(({ id, key }) => ({ id, key: Buffer.from(key).toString('base64') })));
}

/** @throws ZodError for any other text than that of `keysText` */
export function readKeys(text: string): SealingKeys['keys'] {
  const keys = storedKeys.parse(JSON.parse(text));
  return keys.map(({ id, key }) => ({
    id,
    key: Buffer.from(key, 'base64'),
  })) as unknown as SealingKeys['keys'];
}

const poolBytes = 4096;
let pool = randomBytes(poolBytes);
let poolAt = 0;

/** Returns a few random bytes of many: asking the system for a few takes as long as sealing a short value. */
export function randomPart(bytes: number): Buffer {
  if (poolAt + bytes > poolBytes) {
    pool = randomBytes(poolBytes);
    poolAt = 0;
  }
  poolAt += bytes;
  return pool.subarray(poolAt - bytes, poolAt);
}

/** Opens text like `Sealer.openText`; undefined where the value does not open, so that one damaged value does not make the others unreadable. */
export function readableText(sealer: Sealer, sealed: Uint8Array, place: SealedPlace): string | undefined {
  return ifReadable(() => sealer.openText(sealed, place));
}

/** Returns what a function opens; undefined where a value does not open. */
export function ifReadable<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof UnsealFailure) {
      return undefined;
    }
    throw error;
  }
}

/** Returns the id of the key a value was sealed with; for other bytes an id that no key has. */
export function keyIdOf(sealed: Uint8Array): string {
  if (sealed.byteLength < headBytes + tagBytes || sealed[0] !== format) {
    return '';
  }
  return Buffer.from(sealed.subarray(1, 1 + keyIdBytes)).toString('hex');
}

function associatedData(keyId: string, { table, column, environmentId, row }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([format, keyId, table, column, environmentId, row]));
}
