import { createHash, createHmac, getHashes } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha3_256, sha3_512 } from '@noble/hashes/sha3.js';

/** A hash or HMAC that is fed in chunks. */
export interface Hashing {
  update(piece: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** A hash algorithm, by its name in `node:crypto`. */
export interface HashAlgorithm {
  hash(): Hashing;
  hmac(key: Uint8Array): Hashing;
}

/** Algorithms that a runtime with BoringSSL, such as Electron, lacks. */
const inJavaScript: Record<string, HashAlgorithm> = {
  'sha3-256': { hash: () => sha3_256.create(), hmac: (key) => hmac.create(sha3_256, key) },
  'sha3-512': { hash: () => sha3_512.create(), hmac: (key) => hmac.create(sha3_512, key) },
};

/** Returns the names of the hashes that this runtime provides, in lower case. */
export function runtimeHashes(): ReadonlySet<string> {
  return new Set(getHashes().map((name) => name.toLowerCase()));
}

/** Returns the runtime's own algorithm, otherwise one in JavaScript, otherwise undefined. */
export function hashAlgorithm(id: string, available = runtimeHashes()): HashAlgorithm | undefined {
  if (!available.has(id)) {
    return inJavaScript[id];
  }
  return { hash: () => createHash(id), hmac: (key) => createHmac(id, key) };
}
