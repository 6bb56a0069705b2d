import { randomBytes, scrypt } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { Encrypter, type Recipient, Stanza } from 'age-encryption';

/** The base-2 logarithm of scrypt's cost, as the program age chooses it: about a second. */
const logCost = 18;
const blockSize = 8;
/** Memory beside scrypt's own, in bytes. */
const moreMemory = 32 * 1024 * 1024;
const keyBytes = 32;

/**
 * Wraps the key of an age file with a passphrase (age-encryption.org/v1, "scrypt"). The library derives the key on the thread that asks,
 * which would stop main for a second; Node derives it beside.
 */
export class PassphraseRecipient implements Recipient {
  readonly #passphrase: string;
  readonly #logCost: number;

  constructor(passphrase: string, cost = logCost) {
    this.#passphrase = passphrase;
    this.#logCost = cost;
  }

  async wrapFileKey(fileKey: Uint8Array): Promise<Stanza[]> {
    const salt = randomBytes(16);
    const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]);
    const key = await derivedKey(this.#passphrase, labelled, this.#logCost);
    // The key is used for nothing else, so the format has a nonce of zeros.
    const body = chacha20poly1305(key, new Uint8Array(12)).encrypt(fileKey);
    const unpadded = salt.toString('base64').replaceAll('=', '');
    return [new Stanza(['scrypt', unpadded, String(this.#logCost)], body)];
  }
}

/** Returns what seals with a passphrase in the age format (age-encryption.org/v1), which `age --decrypt` opens. */
export function passphraseEncrypter(passphrase: string, cost?: number): Encrypter {
  const encrypter = new Encrypter();
  encrypter.addRecipient(new PassphraseRecipient(passphrase, cost));
  return encrypter;
}

function derivedKey(passphrase: string, salt: Buffer, logCost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const N = 2 ** logCost;
    const cost = { N, r: blockSize, p: 1, maxmem: N * blockSize * 128 + moreMemory };
    scrypt(passphrase, salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
