import { randomBytes, scrypt } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Digests of logins, each computed once: the digest is slow by design, and a run needs it for every call. */
export class LoginDigests {
  readonly #own = new LRUCache<string, Promise<string>>({ max: 16 });
  readonly #logins = new LRUCache<string, string>({ max: 16 });
  readonly #known = new LRUCache<string, boolean>({ max: 256 });

  /** Returns the digest of a login in this session. */
  of(login: string): Promise<string> {
    const digest = this.#own.get(login);
    if (digest !== undefined) {
      return digest;
    }
    const made = loginDigest(login).then((digest) => {
      this.#logins.set(digest, login);
      return digest;
    });
    this.#own.set(login, made);
    return made;
  }

  /** Returns the login for a digest of this session. */
  loginOf(digest: string): string | undefined {
    return this.#logins.get(digest);
  }

  /** Returns whether a digest, possibly of an earlier session, belongs to this login. */
  async matches(digest: string, login: string): Promise<boolean> {
    if ((await this.of(login)) === digest) {
      return true;
    }
    const key = JSON.stringify([digest, login]);
    const isSame = this.#known.get(key) ?? (await isDigestOf(digest, login));
    this.#known.set(key, isSame);
    return isSame;
  }
}

/** Returns a salted, slow digest that recognises a login without storing it. At most 100 characters. */
async function loginDigest(login: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const digest = await new Promise<Buffer>((resolve, reject) => {
    scrypt(login, salt, 32, (error, key) => (error ? reject(error) : resolve(key)));
  });
  return `${salt.toString('base64url')}.${digest.toString('base64url')}`;
}

/** Returns whether a digest belongs to this login. */
async function isDigestOf(digest: string, login: string): Promise<boolean> {
  const [salt = ''] = digest.split('.');
  return (await loginDigest(login, Buffer.from(salt, 'base64url'))) === digest;
}
