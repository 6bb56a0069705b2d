import {
  type Handshake,
  importSessionKey,
  isProof,
  mainProof,
  prove,
  randomHex,
  type SessionGrant,
} from '../../preload/contract/browser-session.ts';

/** A session as a page holds it: in memory, with a key that cannot be read out. */
export interface PageSession {
  id: string;
  key: CryptoKey;
  /** Such as `127.0.0.1:43210`. */
  host: string;
}

export async function pageSession({ session, key }: SessionGrant, host: string): Promise<PageSession> {
  return { id: session, key: await importSessionKey(key), host };
}

/** The page's side of the exchange in preload/contract/browser-session.ts, on one socket. */
export class PageHandshake {
  readonly #session: PageSession;
  readonly #pageNonce = randomHex(32);

  constructor(session: PageSession) {
    this.#session = session;
  }

  hello(): string {
    return JSON.stringify({ session: this.#session.id, pageNonce: this.#pageNonce });
  }

  /**
   * This page's proof, in answer to main's.
   * @throws Error when the other end has not proved that it is main
   */
  async answer(text: string): Promise<string> {
    const { mainNonce, proof } = mainProof.parse(JSON.parse(text));
    const { id, key, host } = this.#session;
    const handshake: Handshake = { host, session: id, pageNonce: this.#pageNonce, mainNonce };
    if (!(await isProof(key, 'main', handshake, proof))) {
      throw new Error('The other end is not main.');
    }
    return JSON.stringify({ proof: await prove(key, 'page', handshake) });
  }
}
