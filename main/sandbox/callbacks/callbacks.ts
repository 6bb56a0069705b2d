import { createHmac, randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import type { Clock } from '../clock.ts';
import { type Conversation, fillAddress } from '../conversation.ts';
import type { JsonObject } from '../json.ts';
import type { Trust } from './trust.ts';

/** One attempt to deliver a callback, as GET /deliveries lists it. */
interface Attempt {
  /** The sandbox's clock at the time, ISO 8601. */
  time: string;
  /** 1 for the first delivery of a callback. */
  attempt: number;
  callbackId: string;
  conversationId: string;
  target: string;
  event: string;
  url: string;
  /** The receiver's answer; null when there was none, and then `error` says why. A redirect has both. */
  status: number | null;
  error: string | null;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** An event to be sent (interface 6.2). */
interface Event {
  target: 'CONVERSATION' | 'SUBSCRIPTION';
  event: 'FINISHED' | 'EXPIRED' | 'NEW_DATA';
  payload: JsonObject;
}

/** The clock that stamps callbacks: the sandbox's, or the machine's for receivers that compare with their own. */
type Stamp = 'clock' | 'wall';

const maxAttemptsKept = 1000;

/** Returns what sends callbacks on the given clock, signed with the given key, over https to receivers that are trusted, and records every attempt. */
export function callbackSender(clock: Clock, signingKey: string, trust: Trust, closing: AbortSignal) {
  const gaps = retryGaps();
  let deliveries: Attempt[] = [];
  let stamp: Stamp = 'clock';
  // Counts resets: an attempt that began before a reset is not listed after it.
  let era = {};
  let count = 0;

  const send = (conversation: Conversation, { target, event, payload }: Event) => {
    const address = conversation.callbackUrl;
    if (address === undefined) {
      return;
    }
    const url = fillAddress(address, { conversationId: conversation.id, target, event });
    const id = randomUUID();
    const created = new Date(clock.now()).toISOString();
    // Serialized once: each retry sends the same bytes with a new timestamp and signature.
    const body = writtenJson({ id, created, target, event, payload }, count++);
    const bytes = Buffer.from(body);
    const startEra = era;

    const attempt = async (number: number): Promise<void> => {
      const now = clock.now();
      const headers = {
        'Content-Type': 'application/json;charset=UTF-8',
        ...signatureHeaders(signingKey, stamp === 'wall' ? Date.now() : now, bytes),
      };
      const outcome = await post(new URL(url), headers, bytes, {
        closing,
        secureContext: trust.context,
      });
      if (closing.aborted || startEra !== era) {
        return;
      }
      const about = { callbackId: id, conversationId: conversation.id, target, event, url };
      deliveries = [
        ...deliveries.slice(1 - maxAttemptsKept),
        {
          ...about,
          time: new Date(now).toISOString(),
          attempt: number,
          status: outcome.status,
          error: outcome.error ?? null,
          headers,
          body,
        },
      ];
      const gap = gaps[number - 1];
      if (isAccepted(outcome) || gap === undefined || conversation.gone) {
        return;
      }
      clock.schedule(now + gap, conversation, () => attempt(number + 1));
    };
    clock.schedule(clock.now(), conversation, () => attempt(1));
  };

  return {
    /** Sends an event to the conversation's callback address, if it has one, until it is accepted or the attempts are used up. */
    send,
    /** Cancels pending deliveries of a conversation (interface 3.3, DELETE_DATA). */
    cancel: (conversation: Conversation): void => clock.cancel(conversation),
    attempts: (): readonly Attempt[] => deliveries,
    stampWith(choice: Stamp): void {
      stamp = choice;
    },
    reset(): void {
      deliveries = [];
      count = 0;
      stamp = 'clock';
      era = {};
    },
  };
}

/** Returns the two headers that prove a callback's sender (interface 6.4). `timestamp` is in milliseconds since the epoch. */
function signatureHeaders(
  signingKey: string,
  timestamp: number,
  body: Uint8Array,
): { 'X-Signature': string; 'X-Signature-Timestamp': string } {
  const signature = createHmac('sha256', signingKey).update(`${timestamp}:`).update(body).digest('hex');
  return { 'X-Signature': signature, 'X-Signature-Timestamp': String(timestamp) };
}

const firstGapMs = 10_000;
const growth = 1.66;
const growingGaps = 20;

/**
 * Returns the waits after each failed attempt, in milliseconds: none before the first retry, then growing. With the first
 * delivery there are 22 attempts, the last about four and a half days after the first (interface 6.3 asks for at least
 * 20 in at least 4 days).
 */
export function retryGaps(): readonly number[] {
  const growing = Array.from(
    { length: growingGaps },
    (_, index) => Math.round((firstGapMs * growth ** index) / 1000) * 1000,
  );
  return [0, ...growing];
}

/**
 * Returns the JSON text of the callback with this number, from 0: compact, then with spaces, then indented in another order and with 1.0 for a
 * similarity of 1, in turn. A receiver that writes the JSON again before it checks the signature passes none of the others.
 */
export function writtenJson(callback: JsonObject, number: number): string {
  switch (number % 3) {
    case 1:
      return withSpaces(callback);
    case 2: {
      const { id, ...rest } = callback;
      const text = JSON.stringify({ ...rest, id }, null, 2);
      return text.replace(/"(reliability|similarity)": ([01])(?=[,\s])/g, '"$1": $2.0');
    }
    default:
      return JSON.stringify(callback);
  }
}

/** On one line, with a space after each comma and colon: texts of JSON have no line ends of their own. */
function withSpaces(callback: JsonObject): string {
  return JSON.stringify(callback, null, 1)
    .replace(/([{[])\n */g, '$1')
    .replace(/\n *([}\]])/g, '$1')
    .replace(/\n */g, ' ');
}

/** The result of one attempt: the receiver's status, or why there was none; a redirect has both. */
type Outcome = { status: number; error: string | undefined } | { status: null; error: string };

const patienceMs = 10_000;

/** POSTs a body once. Redirects are not followed: anything but 200, 201, 202 and 204 is a failure (interface 6.1). */
function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  { closing, secureContext }: { closing: AbortSignal; secureContext: () => SecureContext },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const isSecure = url.protocol === 'https:';
    const signal = AbortSignal.any([closing, AbortSignal.timeout(patienceMs)]);
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.byteLength },
      signal,
      agent: false,
    } as const;
    const take = (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      resolve({ status, error: redirectError(status) });
      // Only the status matters; the body may be endless.
      answer.on('error', () => undefined);
      answer.destroy();
    };
    const outgoing = isSecure
      ? httpsRequest(url, { ...options, ...trusting(secureContext()) }, take)
      : httpRequest(url, options, take);
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const timedOut = error.name === 'AbortError' && !closing.aborted;
      resolve({
        status: null,
        error: timedOut ? `no answer within ${patienceMs / 1000} s` : describe(error),
      });
    });
    outgoing.end(body);
  });
}

/** Returns whether a receiver's answer means that the callback arrived (interface 6.1, 8). */
function isAccepted(outcome: Outcome): boolean {
  return outcome.status !== null && [200, 201, 202, 204].includes(outcome.status);
}

/** Returns the context as an option for https.request, whose type lacks it, although tls.connect receives it. */
function trusting(secureContext: SecureContext): ConnectionOptions {
  return { secureContext };
}

/** Returns the error of a redirect, a failure like any other answer; its target is not recorded, since it may hold a secret. */
function redirectError(status: number): string | undefined {
  return status >= 300 && status < 400 && status !== 304
    ? 'the receiver redirects, and redirects are not followed'
    : undefined;
}

/** Errors of a certificate have a text without their code, which is what one searches for. */
function describe({ message, code }: NodeJS.ErrnoException): string {
  if (message === '') {
    return code ?? 'connection failed';
  }
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
