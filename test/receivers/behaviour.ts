import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listenForTest } from '../support/listen-for-test.ts';
import { receiverKey } from './start.ts';

/** A callback as a receiver reads it. */
export interface ReadCallback {
  id: string;
  created: string;
  target: string;
  event: string;
  payload: { conversation?: { id: string; status: string; result: Record<string, { status: string }> } };
}

/** The parts of a receiver; each of the defaults is correct. A broken receiver replaces one. */
export interface Behaviour {
  header(request: IncomingMessage, name: string): string | undefined;
  maxBody: number;
  /** The signed bytes, made of the body. */
  signed(body: Buffer): string | Buffer;
  isTimely(timestamp: string | undefined, now: number): boolean;
  /** All signatures that are accepted. */
  signatures(timestamp: string | undefined, body: string | Buffer): string[];
  matches(given: string | undefined, expected: string): boolean;
  /** Before the signature is checked: an answer for what it looks like. */
  before(body: Buffer): number | undefined;
  /** The status for a genuine message. */
  status(message: ReadCallback): number | Promise<number>;
}

export const hmac = (...parts: (string | Buffer)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', receiverKey)).digest('hex');

/** A correct receiver. */
export const correct: Behaviour = {
  header(request, name) {
    const value = request.headers[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
  },
  maxBody: 1024 * 1024,
  signed: (body) => body,
  isTimely: (timestamp = '', now) =>
    /^\d{1,15}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= 300_000,
  signatures: (timestamp, body) => [hmac(`${timestamp}:`, body)],
  matches: (given, expected) => given === expected,
  before: () => undefined,
  status: () => 204,
};

/** Starts a receiver in this process and returns its address. */
export async function startReceiver(changes: Partial<Behaviour>): Promise<string> {
  const behaviour = { ...correct, ...changes };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part);
    }
    // As a framework answers what a receiver did not foresee, such as a body that is not JSON.
    const status = await statusOf(behaviour, request, Buffer.concat(parts)).catch(() => 500);
    response.writeHead(status).end();
  });
  return `http://127.0.0.1:${await listenForTest(server)}/callbacks`;
}

async function statusOf(behaviour: Behaviour, request: IncomingMessage, body: Buffer): Promise<number> {
  if (body.length > behaviour.maxBody) {
    return 413;
  }
  const early = behaviour.before(body);
  if (early !== undefined) {
    return early;
  }
  const timestamp = behaviour.header(request, 'X-Signature-Timestamp');
  const given = behaviour.header(request, 'X-Signature');
  const expected = behaviour.signatures(timestamp, behaviour.signed(body));
  if (!behaviour.isTimely(timestamp, Date.now()) || !expected.some((one) => behaviour.matches(given, one))) {
    return 401;
  }
  try {
    return await behaviour.status(JSON.parse(body.toString()));
  } catch {
    return 500;
  }
}

/** A status after a while. */
export async function late(ms: number, status: number): Promise<number> {
  await pause(ms);
  return status;
}
