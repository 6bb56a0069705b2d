import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The API key: one login and password pair (interface 5.1). */
export interface ApiKey {
  login: string;
  password: string;
}

/** Returns a new API key, for a sandbox started without one. */
export function randomApiKey(): ApiKey {
  return {
    login: `sandbox-${randomBytes(4).toString('hex')}`,
    password: randomBytes(24).toString('base64url'),
  };
}

/** Returns a new signature key; its form differs from the API key's so that the two are not confused (interface 5.5). */
export function randomSigningKey(): string {
  return `sk_sandbox_${randomBytes(24).toString('hex')}`;
}

/** Compares a login and password with the key in constant time. */
export function isApiKey(key: ApiKey, login: string, password: string): boolean {
  const loginFits = sameText(key.login, login);
  const passwordFits = sameText(key.password, password);
  return loginFits && passwordFits;
}

/** Login and password of a Basic Authorization header, or undefined when it is none. */
export function basicCredentials(header: string | undefined): ApiKey | undefined {
  const base64 = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (base64 === undefined) {
    return undefined;
  }
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
