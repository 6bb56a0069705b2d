import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { ConsolePublicKey } from '../../../../preload/contract/console-key.ts';
import { isOfArea } from '../../../../preload/contract/envelope.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { Failure } from '../../../common/failure.ts';
import { isoTime } from '../../../common/iso-time.ts';
import { type KeyFile, keyIdOf, publicKeyView, readKeyFile, spkiOf, writeKeyFile } from './key-file.ts';

/** The part of the keychain that is used here. */
export interface SigningKeychain {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  state(): Promise<{ state: string }>;
}

export interface ConsoleKeyDeps {
  dataDir: string;
  keychain: SigningKeychain;
  /** Returns whether the user keeps secrets for this session only. */
  isSessionOnly(): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Receives errors that do not prevent signing. */
  log(error: unknown): void;
}

/** A signature with its key. `publicKey` (SubjectPublicKeyInfo, DER) and `signature` are base64. */
export interface ConsoleSignature {
  algorithm: 'Ed25519';
  keyId: string;
  /** `session`: the private key was only in memory and is lost when the console closes. */
  kept: 'keychain' | 'session';
  publicKey: string;
  signature: string;
}

const storedSecret = z.strictObject({
  /** PKCS #8 in DER, as base64. */
  pkcs8: z.base64().max(400),
  /** ISO 8601. */
  since: z.string().max(40),
});

/** The private key in use. */
export class ConsoleSigner {
  readonly #key: KeyObject;
  readonly #spki: Buffer;
  readonly keyId: string;
  readonly kept: 'keychain' | 'session';

  constructor(key: KeyObject, kept: 'keychain' | 'session') {
    this.#key = key;
    this.#spki = spkiOf(key);
    this.keyId = keyIdOf(this.#spki);
    this.kept = kept;
  }

  get publicKey(): string {
    return this.#spki.toString('base64');
  }

  sign(bytes: Uint8Array): ConsoleSignature {
    return {
      algorithm: 'Ed25519',
      keyId: this.keyId,
      kept: this.kept,
      publicKey: this.publicKey,
      signature: sign(null, bytes, this.#key).toString('base64'),
    };
  }
}

export function consoleKeyPath(dataDir: string): string {
  return join(dataDir, 'console-key.json');
}

/**
 * The Ed25519 key pair with which this console signs receipts, reports and evidence packs. The private key is in the keychain, or in
 * memory without one. All public keys are kept, so that signatures of earlier keys can still be verified.
 */
export class ConsoleKey {
  readonly #deps: ConsoleKeyDeps;
  readonly #path: string;
  readonly #oneAtATime = pLimit(1);
  #signer: ConsoleSigner | undefined;

  constructor(deps: ConsoleKeyDeps) {
    this.#deps = deps;
    this.#path = consoleKeyPath(deps.dataDir);
  }

  /**
   * Created on first use.
   * @throws Failure file-unreadable; errors of writing `console-key.json`
   */
  signer(): Promise<ConsoleSigner> {
    return this.#oneAtATime(async () => {
      this.#signer ??= await this.#open();
      return this.#signer;
    });
  }

  /**
   * Returns every key of this console, newest first; empty before the first signature.
   * @throws Failure file-unreadable
   */
  publicKeys(): ConsolePublicKey[] {
    return (readKeyFile(this.#path)?.keys ?? []).map(publicKeyView).reverse();
  }

  /** Called when the keychain was unlocked or the choice to use it changed: the next signature looks for the key again. */
  keychainChanged(): void {
    void this.#oneAtATime(() => {
      this.#signer = undefined;
    });
  }

  async #open(): Promise<ConsoleSigner> {
    const file = this.#file();
    if (!(await this.#canKeep())) {
      return this.#createForSession();
    }
    try {
      return (await this.#signerOf(file)) ?? (await this.#create(file));
    } catch (error) {
      // A failing keychain must not prevent a receipt; the receipt records that its key was not stored.
      if (error instanceof Failure && isOfArea('keychain', error)) {
        this.#deps.log(error);
        return this.#createForSession();
      }
      throw error;
    }
  }

  async #canKeep(): Promise<boolean> {
    return !this.#deps.isSessionOnly() && (await this.#deps.keychain.state()).state === 'available';
  }

  async #signerOf(file: KeyFile): Promise<ConsoleSigner | undefined> {
    const text = await this.#deps.keychain.get(accountOf(file));
    const secret = text === undefined ? undefined : secretIn(text);
    if (secret === undefined) {
      return undefined;
    }
    const signer = new ConsoleSigner(secret.key, 'keychain');
    await this.#note(file, signer, secret.since);
    return signer;
  }

  /** Creates a key. The public key is written before the private key is used, so that every signature has one. */
  async #create(file: KeyFile): Promise<ConsoleSigner> {
    const { privateKey } = generateKeyPairSync('ed25519');
    const signer = new ConsoleSigner(privateKey, 'keychain');
    const since = this.#time();
    await writeKeyFile(this.#path, { ...file, keys: withKey(file, signer, since, false) });
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    try {
      await this.#deps.keychain.set(accountOf(file), JSON.stringify({ pkcs8, since }));
    } catch (error) {
      await writeKeyFile(this.#path, file);
      throw error;
    }
    await this.#note(this.#file(), signer, since);
    return signer;
  }

  async #createForSession(): Promise<ConsoleSigner> {
    const signer = new ConsoleSigner(generateKeyPairSync('ed25519').privateKey, 'session');
    await this.#note(this.#file(), signer, this.#time());
    return signer;
  }

  /** Records which key is current; all others are retired. */
  async #note(file: KeyFile, signer: ConsoleSigner, since: string): Promise<void> {
    const keys = withKey(file, signer, since, true).map((key) =>
      key.id === signer.keyId || key.retiredAt !== undefined ? key : { ...key, retiredAt: this.#time() },
    );
    if (JSON.stringify(keys) !== JSON.stringify(file.keys)) {
      await writeKeyFile(this.#path, { ...file, keys });
    }
  }

  #file(): KeyFile {
    return readKeyFile(this.#path) ?? { version: 1, consoleId: randomUUID(), keys: [] };
  }

  #time(): string {
    return isoTime(this.#deps.now());
  }
}

function accountOf({ consoleId }: KeyFile): string {
  return `console/${consoleId}/signing-key`;
}

/** Returns the key in an entry; undefined if the keychain contains anything else: a new key is then created. */
function secretIn(text: string): { key: KeyObject; since: string } | undefined {
  return attempt(() => {
    const { pkcs8, since } = storedSecret.parse(JSON.parse(text));
    const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519' ? { key, since } : undefined;
  });
}

/** Returns the keys with this one last. A key used again, after another data directory was restored, is not retired. */
function withKey(file: KeyFile, signer: ConsoleSigner, since: string, isCurrent: boolean): KeyFile['keys'] {
  const entry = file.keys.find(({ id }) => id === signer.keyId);
  if (entry === undefined) {
    const key = { id: signer.keyId, spki: signer.publicKey, kept: signer.kept, since };
    return [...file.keys, key];
  }
  if (!isCurrent || entry.retiredAt === undefined) {
    return file.keys;
  }
  const { retiredAt: _retiredAt, ...current } = entry;
  return [...file.keys.filter(({ id }) => id !== entry.id), current];
}
