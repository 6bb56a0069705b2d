import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who may come in: whoever held the token once, and from then on shows the session it was exchanged for. */
export interface Access {
  /** 256 random bits, base64url; works once. */
  readonly token: string;
  /** The name of the session cookie. Cookies do not tell ports apart, so the name does. */
  cookieName(port: number): string;
  /** Exchanges the token for a new session (256 random bits, base64url); undefined for a wrong or used token. */
  redeem(token: string): string | undefined;
  /** Whether a `cookie` header shows a session that was handed out. */
  admits(cookieHeader: string | undefined, port: number): boolean;
}

export function createAccess(): Access {
  const token = randomBytes(32).toString('base64url');
  const tokenDigest = digest(token);
  let sessionDigest: Buffer | undefined;
  const cookieName = (port: number) => `assay-${port}`;
  return {
    token,
    cookieName,
    redeem(offered) {
      // Digests are compared, since they have one length and tell nothing by the time it takes.
      const right = timingSafeEqual(digest(offered), tokenDigest);
      if (!right || sessionDigest !== undefined) return undefined;
      const session = randomBytes(32).toString('base64url');
      sessionDigest = digest(session);
      return session;
    },
    admits(cookieHeader, port) {
      const session = cookieHeader === undefined ? undefined : cookie(cookieHeader, cookieName(port));
      return (
        session !== undefined &&
        sessionDigest !== undefined &&
        timingSafeEqual(digest(session), sessionDigest)
      );
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function cookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
