import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ConnectionOptions, SecureContext } from 'node:tls';

/** The result of one attempt: the receiver's status, or why there was none; a redirect has both. */
export type Outcome = { status: number; error: string | undefined } | { status: null; error: string };

const patienceMs = 10_000;

/** POSTs a body once. Redirects are not followed: anything but 200, 201, 202 and 204 is a failure (interface 6.1). */
export function post(
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
    const answered = (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      resolve({ status, error: redirectError(status) });
      // Only the status matters; the body may be endless.
      answer.on('error', () => undefined);
      answer.destroy();
    };
    const outgoing = isSecure
      ? httpsRequest(url, { ...options, ...trusting(secureContext()) }, answered)
      : httpRequest(url, options, answered);
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
export function isAccepted(outcome: Outcome): boolean {
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
