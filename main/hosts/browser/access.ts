import { createHash, randomBytes } from 'node:crypto';
import { randomHex, type SessionGrant } from '../../../preload/contract/browser-session.ts';

/** The most sessions; beyond that the one without a socket that was idle longest is dropped. */
const maxSessions = 64;
/** How long a page without a socket may use its entry token, in milliseconds: long enough to reload. */
const withoutSocketMs = 60_000;

export interface Session {
  id: string;
  /** 256 random bits, in hexadecimal. */
  key: string;
  /** The number of open sockets of this session. */
  sockets: number;
}

interface Token {
  /** Milliseconds of a monotonic clock, or Infinity. */
  until: number;
  used?(): void;
}

/**
 * Access control of the browser host. A token works once and is exchanged for a session with its own key. No cookies:
 * browsers send those of one port to every other port of the machine.
 */
export class Access {
  /** The token in the printed address. */
  readonly firstToken: string;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();
  /** Keyed by digest, so that the time of a lookup reveals nothing about a token. */
  readonly #tokens = new Map<string, Token>();

  /** @param now milliseconds, monotonic */
  constructor(now: () => number) {
    this.#now = now;
    this.firstToken = this.#newToken({ until: Number.POSITIVE_INFINITY });
  }

  /**
   * Exchanges a token for a new session; undefined for a wrong, used or expired one.
   *
   * @param next the page's own token for its next load; one is made where the page named none
   */
  enter(offered: string, next = newTokenText()): SessionGrant | undefined {
    const digest = digestOf(offered);
    const token = this.#tokens.get(digest);
    this.#tokens.delete(digest);
    if (token === undefined || token.until <= this.#now()) {
      return undefined;
    }
    const session: Session = { id: randomHex(16), key: randomHex(32), sockets: 0 };
    this.#sessions.set(session.id, session);
    this.#forgetIdleSessions();
    token.used?.();
    this.#add(next, { until: this.#now() + withoutSocketMs });
    return { session: session.id, key: session.key, entryToken: next };
  }

  find(sessionId: string): Session | undefined {
    return this.#sessions.get(sessionId);
  }

  /**
   * Registers a socket of a session and issues it tokens: `offer` receives the first at once and another whenever the
   * last was used. Returns the function to call when the socket has closed.
   */
  attach(session: Session, offer: (token: string) => void): () => void {
    session.sockets += 1;
    let open = true;
    let current: Token;
    const issue = () => {
      current = {
        until: Number.POSITIVE_INFINITY,
        used: () => {
          if (open) {
            issue();
          }
        },
      };
      offer(this.#newToken(current));
    };
    issue();
    return () => {
      open = false;
      session.sockets -= 1;
      // Moved to the end, so that the map is ordered by last use.
      if (this.#sessions.delete(session.id)) {
        this.#sessions.set(session.id, session);
      }
      current.until = this.#now() + withoutSocketMs;
    };
  }

  #newToken(token: Token): string {
    const text = newTokenText();
    this.#add(text, token);
    return text;
  }

  #add(text: string, token: Token): void {
    for (const [digest, { until }] of this.#tokens) {
      if (until <= this.#now()) {
        this.#tokens.delete(digest);
      }
    }
    this.#tokens.set(digestOf(text), token);
  }

  #forgetIdleSessions(): void {
    for (const [id, { sockets }] of this.#sessions) {
      if (this.#sessions.size <= maxSessions) {
        return;
      }
      if (sockets === 0) {
        this.#sessions.delete(id);
      }
    }
  }
}

function newTokenText(): string {
  return randomBytes(32).toString('base64url');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
