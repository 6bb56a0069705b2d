import { LRUCache } from 'lru-cache';
import { isDigestOf, loginDigest } from './login-digest.ts';

/** Digests of logins, each computed once: the digest is slow by design, and a run needs it for every call. */
export class LoginDigests {
  readonly #own = new LRUCache<string, Promise<string>>({ max: 16 });
  readonly #logins = new LRUCache<string, string>({ max: 16 });
  readonly #known = new LRUCache<string, boolean>({ max: 256 });

  /** Returns the digest of a login in this session. */
  of(login: string): Promise<string> {
    const known = this.#own.get(login);
    if (known !== undefined) {
      return known;
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
    const known = this.#known.get(key) ?? (await isDigestOf(digest, login));
    this.#known.set(key, known);
    return known;
  }
}
