import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** The result of one attempt: the receiver's status, or why there was none. */
export type Outcome = { status: number; error: undefined } | { status: null; error: string };

const patienceMs = 10_000;

/** POSTs a body once. Redirects are not followed: anything but 200, 201, 202 and 204 is a failure (interface 6.1). */
export function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  closing: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const signal = AbortSignal.any([closing, AbortSignal.timeout(patienceMs)]);
    const outgoing = request(
      url,
      { method: 'POST', headers: { ...headers, 'Content-Length': body.byteLength }, signal, agent: false },
      (answer) => {
        resolve({ status: answer.statusCode ?? 0, error: undefined });
        // Only the status matters; the body may be endless.
        answer.on('error', () => undefined);
        answer.destroy();
      },
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const timedOut = error.name === 'AbortError' && !closing.aborted;
      const message = timedOut ? `no answer within ${patienceMs / 1000} s` : error.message || error.code;
      resolve({ status: null, error: message ?? 'connection failed' });
    });
    outgoing.end(body);
  });
}

/** Whether a receiver's answer means that the callback arrived (interface 6.1, 8). */
export function isAccepted(outcome: Outcome): boolean {
  return outcome.status !== null && [200, 201, 202, 204].includes(outcome.status);
}
