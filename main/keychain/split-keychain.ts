import { z } from 'zod';
import { attempt } from '../../preload/shared/attempt.ts';
import type { KeychainStatus, SecretStore } from './keychain.ts';

/** The longest text in one entry, in ASCII characters: the Windows Credential Manager takes 2,560 bytes. */
const maxPiece = 2400;
/** More than any secret needs. */
const maxPieces = 200;

const pieces = z.strictObject({
  kind: z.literal('assay/pieces'),
  version: z.literal(1),
  count: z.number().int().min(1).max(maxPieces),
});

/** A keychain that splits long secrets, such as a certificate with its key, over several accounts. */
export class SplitKeychain implements SecretStore {
  readonly #inner: SecretStore;

  constructor(inner: SecretStore) {
    this.#inner = inner;
  }

  async get(account: string): Promise<string | undefined> {
    const text = await this.#inner.get(account);
    const count = countIn(text);
    if (count === 0) {
      return text;
    }
    let whole = '';
    for (let index = 0; index < count; index++) {
      const piece = await this.#inner.get(accountOf(account, index));
      if (piece === undefined) {
        return undefined;
      }
      whole += piece;
    }
    return whole;
  }

  async set(account: string, secret: string): Promise<void> {
    const before = countIn(await this.#inner.get(account));
    const isLong = secret.length > maxPiece;
    const count = isLong ? Math.ceil(secret.length / maxPiece) : 0;
    for (let index = 0; index < count; index++) {
      const piece = secret.slice(index * maxPiece, (index + 1) * maxPiece);
      await this.#inner.set(accountOf(account, index), piece);
    }
    const text = isLong ? JSON.stringify({ kind: 'assay/pieces', version: 1, count }) : secret;
    await this.#inner.set(account, text);
    for (let index = count; index < before; index++) {
      await this.#inner.delete(accountOf(account, index));
    }
  }

  async delete(account: string): Promise<boolean> {
    const count = countIn(await this.#inner.get(account));
    for (let index = 0; index < count; index++) {
      await this.#inner.delete(accountOf(account, index));
    }
    return this.#inner.delete(account);
  }

  state(): Promise<KeychainStatus> {
    return this.#inner.state();
  }
}

function accountOf(account: string, index: number): string {
  return `${account}/piece-${index + 1}`;
}

/** Returns the number of entries a secret is split into; 0 when it is not split. */
function countIn(text: string | undefined): number {
  if (text === undefined || !text.startsWith('{"kind":"assay/pieces"')) {
    return 0;
  }
  return attempt(() => pieces.parse(JSON.parse(text)).count) ?? 0;
}
