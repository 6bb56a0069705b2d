// zod/mini, because the page needs this before it shows anything.
import * as z from 'zod/mini';

/**
 * How a page and the browser host prove to each other, on each socket, that both hold the key of one session. A page
 * gets the key in the response to a one-time token and keeps it in memory. The messages below are text; no frame
 * (binary) is exchanged before both proofs were verified:
 *
 * 1. page: `{ session, pageNonce }`
 * 2. main: `{ mainNonce, proof }`
 * 3. page: `{ proof }`
 * 4. main: `{ entryToken }`, with which the page may be reloaded once; sent again whenever it was used
 *
 * A proof is an HMAC-SHA256 over the proving side, the address, the session and both nonces. All values are hexadecimal.
 */
const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const hex16 = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** 256 random bits: in base64url when main made it, in hexadecimal when a page did. */
const entryToken = z.string().check(z.regex(/^[\w-]{43,64}$/));

/**
 * The body of `POST /session`, as text: a one-time token, and after a space the token for the next load of the page, which the page
 * made itself. It works from the moment the first is used up, so that a page whose answer is lost can be loaded again.
 */
export const sessionRequest = z.union([z.tuple([entryToken]), z.tuple([entryToken, entryToken])]);

/**
 * The response to `POST /session`. The page may be reloaded once with `entryToken`, also before its socket is open; it is the page's
 * own where the request named one.
 */
export const sessionGrant = z.object({ session: hex16, key: hex32, entryToken });
export type SessionGrant = z.infer<typeof sessionGrant>;

export const pageHello = z.object({ session: hex16, pageNonce: hex32 });
export const mainProof = z.object({ mainNonce: hex32, proof: hex32 });
export const pageProof = z.object({ proof: hex32 });
export const entryGrant = z.object({ entryToken });

/** The longest of these messages, in bytes. */
export const maxHandshakeMessage = 1024;
/** The time limit of the whole exchange, in milliseconds. */
export const handshakeWithinMs = 5_000;
/**
 * Close code for an unknown session or a wrong proof (RFC 6455, 7.4.2). The page then gives up; after any other code it
 * connects again.
 */
export const notAdmitted = 4401;
/** Close code for a handshake that took too long. */
export const handshakeLate = 4408;
/** The fragment of a window that receives its token from the host that opened it. */
export const waitingFragment = '#waiting';

/** The data of a proof. `host` such as `127.0.0.1:43210`. */
export interface Handshake {
  host: string;
  session: string;
  pageNonce: string;
  mainNonce: string;
}

/** A key for signing and verifying that cannot be exported. */
export function importSessionKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromHex(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

export async function prove(key: CryptoKey, side: 'main' | 'page', handshake: Handshake): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, transcript(side, handshake))));
}

/** Compares in constant time. */
export function isProof(
  key: CryptoKey,
  side: 'main' | 'page',
  handshake: Handshake,
  proof: string,
): Promise<boolean> {
  return crypto.subtle.verify('HMAC', key, fromHex(proof), transcript(side, handshake));
}

/** Random bytes in hexadecimal. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

function transcript(side: 'main' | 'page', { host, session, pageNonce, mainNonce }: Handshake) {
  return new TextEncoder().encode(['assay-bridge-1', side, host, session, pageNonce, mainNonce].join('\n'));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
