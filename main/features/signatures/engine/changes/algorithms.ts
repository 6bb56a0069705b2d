import { createHash, createHmac, getHashes } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha3_256, sha3_512 } from '@noble/hashes/sha3.js';
import type { Change } from './change.ts';

/** A hash or HMAC that is fed in chunks. */
interface Hashing {
  update(piece: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** A hash algorithm, by its name in `node:crypto`. */
interface HashAlgorithm {
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

/** An algorithm in place of HMAC-SHA256 with the key over the message. */
export interface AlgorithmChange {
  change: Change;
  /** Length of its result in bytes; it can explain signatures of that length only. */
  length: number;
  compute(key: Uint8Array, message: readonly Uint8Array[]): Buffer;
}

const hashAlgorithms: [id: string, name: string, length: number][] = [
  ['sha256', 'SHA-256', 32],
  ['sha1', 'SHA-1', 20],
  ['sha512', 'SHA-512', 64],
  ['sha384', 'SHA-384', 48],
  ['md5', 'MD5', 16],
  ['sha224', 'SHA-224', 28],
  ['sha512-256', 'SHA-512/256', 32],
  ['sha3-256', 'SHA3-256', 32],
  ['sha3-512', 'SHA3-512', 64],
];

const colonBytes = Buffer.from(':');

function digest(over: Hashing, pieces: readonly Uint8Array[]): Buffer {
  for (const piece of pieces) {
    over.update(piece);
  }
  return Buffer.from(over.digest());
}

/** Returns the names of hashes that are tried, and of those that are not available here. */
export function hashNames(available = runtimeHashes()): { tried: string[]; missing: string[] } {
  const names = (there: boolean) =>
    hashAlgorithms
      .filter(([id]) => (hashAlgorithm(id, available) !== undefined) === there)
      .map(([, name]) => name);
  return { tried: names(true), missing: names(false) };
}

/**
 * Returns all other algorithms: other hashes, no HMAC, swapped arguments.
 *
 * @param available the hashes the runtime computes itself (`runtimeHashes`)
 */
export function algorithmChanges(available = runtimeHashes()): AlgorithmChange[] {
  const algorithms = hashAlgorithms.flatMap(
    ([id, name, length]): [string, string, number, HashAlgorithm][] => {
      const algorithm = hashAlgorithm(id, available);
      return algorithm ? [[id, name, length, algorithm]] : [];
    },
  );
  return algorithms.flatMap(([id, name, length, algorithm]) => {
    const one = (
      code: string,
      variant: string,
      cause: string,
      compute: AlgorithmChange['compute'],
    ): AlgorithmChange => ({
      length,
      compute,
      change: { code, variant: `${id}${variant}`, family: 'algorithm', cause: `The signature is ${cause}.` },
    });
    const plain = (
      variant: string,
      cause: string,
      pieces: (key: Uint8Array, message: readonly Uint8Array[]) => readonly Uint8Array[],
    ) => one('plain-hash', variant, cause, (key, message) => digest(algorithm.hash(), pieces(key, message)));
    return [
      ...(id === 'sha256'
        ? []
        : [
            one(id, '', `HMAC with ${name}, not with SHA-256`, (key, message) =>
              digest(algorithm.hmac(key), message),
            ),
          ]),
      plain('', `a plain ${name} hash of the message, without a key`, (_, message) => message),
      plain('-key-first', `a plain ${name} hash of key and message, not an HMAC`, (key, message) => [
        key,
        ...message,
      ]),
      plain('-key-last', `a plain ${name} hash of message and key, not an HMAC`, (key, message) => [
        ...message,
        key,
      ]),
      plain(
        '-key-colon-first',
        `a plain ${name} hash of key, colon and message, not an HMAC`,
        (key, message) => [key, colonBytes, ...message],
      ),
      plain(
        '-key-colon-last',
        `a plain ${name} hash of message, colon and key, not an HMAC`,
        (key, message) => [...message, colonBytes, key],
      ),
      one(
        'swapped',
        '',
        `an HMAC with ${name} whose arguments were swapped: the message as key, the key as message`,
        (key, message) => digest(algorithm.hmac(Buffer.concat(message)), [key]),
      ),
    ];
  });
}
