import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { SignedMessage } from '../messages/signing.ts';

/** A receiver's answer to one message. Times in milliseconds. */
export type DeliveryAnswer =
  | {
      kind: 'answered';
      status: number;
      /** As sent, with the names' case. */
      headers: [name: string, value: string][];
      /** The first bytes of the body. */
      body: Uint8Array;
      isComplete: boolean;
      /** From the established connection to the answer's head. */
      ms: number;
    }
  | {
      kind: 'unanswered';
      reason: 'no-answer-in-time' | 'refused' | 'closed' | 'certificate' | 'cancelled' | 'other';
      /** A code such as ECONNREFUSED. */
      code: string;
      ms: number;
    };

/** One message that was sent, and the answer. */
export interface Exchange {
  /** The particular of this message. */
  label: string;
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  answer: DeliveryAnswer;
}

export interface DeliveryOptions {
  url: URL;
  /** The IP address that was checked; the connection goes nowhere else. */
  ip: string;
  /** The longest wait for the answer's head, from the start. */
  patienceMs: number;
  method?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The agent of the matching protocol. A new connection for each message when absent. */
  agent?: HttpAgent | undefined;
  /** Trusted authorities for https; the runtime's when absent. */
  secureContext?: SecureContext | undefined;
  /** The longest part of the answer's body that is kept, in bytes. */
  keepBytes?: number | undefined;
}

const defaultKeepBytes = 64 * 1024;
/** The wait for the rest of a body whose head has arrived. */
const bodyPatienceMs = 1000;

/** Sends one message. Redirects are not followed: they are answers like any other (interface 6.1). Never rejects. */
export function deliver(message: SignedMessage, options: DeliveryOptions): Promise<DeliveryAnswer> {
  const { url, patienceMs } = options;
  const { promise, resolve } = Promise.withResolvers<DeliveryAnswer>();
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  // The connection to an address without a name needs no look-up, so that it would not use the checked address.
  if (isIP(literal) !== 0 && literal !== options.ip) {
    resolve({ kind: 'unanswered', reason: 'other', code: 'OTHER_ADDRESS', ms: 0 });
    return promise;
  }
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), patienceMs);
  const startedAt = performance.now();
  let connectedAt = startedAt;
  const secureContext = options.secureContext === undefined ? {} : { secureContext: options.secureContext };
  const requestOptions: RequestOptions & typeof secureContext = {
    method: options.method ?? 'POST',
    headers: {
      ...Object.fromEntries(message.headers),
      'Content-Length': message.body.byteLength,
    },
    agent: options.agent ?? false,
    lookup: lookupOf(options.ip),
    signal: options.signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, options.signal]),
    ...secureContext,
  };
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
    url,
    requestOptions,
    (incoming) => {
      const ms = performance.now() - connectedAt;
      clearTimeout(timer);
      void readBody(incoming, options.keepBytes ?? defaultKeepBytes).then(({ body, isComplete }) =>
        resolve({
          kind: 'answered',
          status: incoming.statusCode ?? 0,
          headers: pairs(incoming.rawHeaders),
          body,
          isComplete,
          ms,
        }),
      );
    },
  );
  outgoing.on('socket', (socket) => {
    if (socket.connecting) {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connectedAt = performance.now();
      });
    } else {
      connectedAt = performance.now();
    }
  });
  // 101 has no body and leaves the connection open.
  outgoing.on('upgrade', (incoming, socket) => {
    clearTimeout(timer);
    socket.destroy();
    resolve({
      kind: 'answered',
      status: incoming.statusCode ?? 0,
      headers: pairs(incoming.rawHeaders),
      body: new Uint8Array(),
      isComplete: true,
      ms: performance.now() - connectedAt,
    });
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer);
    const isCancelled = options.signal?.aborted === true;
    const reason = isCancelled ? 'cancelled' : timeout.signal.aborted ? 'no-answer-in-time' : reasonOf(error);
    resolve({
      kind: 'unanswered',
      reason,
      code: error.code ?? error.name,
      ms: performance.now() - startedAt,
    });
  });
  outgoing.end(message.body);
  return promise;
}

/** Returns whether a receiver took the message (interface 6.1, 8). */
export function isAccepted(answer: DeliveryAnswer): boolean {
  return answer.kind === 'answered' && [200, 201, 202, 204].includes(answer.status);
}

function lookupOf(ip: string): LookupFunction {
  const family = isIP(ip);
  return (_hostname, options, done) =>
    options.all === true ? done(null, [{ address: ip, family }]) : done(null, ip, family);
}

function readBody(
  incoming: IncomingMessage,
  keepBytes: number,
): Promise<{ body: Uint8Array; isComplete: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ body: Uint8Array; isComplete: boolean }>();
  const parts: Buffer[] = [];
  let length = 0;
  const finish = (isComplete: boolean) => {
    clearTimeout(timer);
    if (!isComplete) {
      incoming.destroy();
    }
    resolve({ body: Buffer.concat(parts).subarray(0, keepBytes), isComplete });
  };
  const timer = setTimeout(() => finish(false), bodyPatienceMs);
  incoming.on('data', (part: Buffer) => {
    parts.push(part);
    length += part.length;
    if (length > keepBytes) {
      finish(false);
    }
  });
  incoming.on('end', () => finish(true));
  incoming.on('error', () => finish(false));
  incoming.on('close', () => finish(incoming.complete));
  return promise;
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}

function reasonOf({ code = '' }: NodeJS.ErrnoException): 'refused' | 'closed' | 'certificate' | 'other' {
  if (code === 'ECONNREFUSED') {
    return 'refused';
  }
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return 'closed';
  }
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/.test(code) ? 'certificate' : 'other';
}
