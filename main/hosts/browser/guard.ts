import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is turned away, before anything else looks at it. */
export interface Refusal {
  status: number;
  message: string;
}

/**
 * What a request is for: the page itself, a file of the page, something private (a medium, a download), or a change (a POST or a
 * WebSocket).
 */
export type Purpose = 'page' | 'read' | 'private' | 'change';

/**
 * Turns away what did not come from the console's own page: a wrong `Host` (a name rebound to loopback), another
 * `Origin`, or a request another site made. Other ports of this machine are the same site to a browser, so neither
 * SameSite cookies nor `same-site` are enough here. What is private is for requests that the page itself made, and browsers
 * mark those: a request without the mark is refused there.
 *
 * @param host the one right `Host`, such as `127.0.0.1:43210`
 */
export function refusal(headers: IncomingHttpHeaders, purpose: Purpose, host: string): Refusal | undefined {
  if (headers.host !== host) {
    return { status: 421, message: `This console answers at http://${host}/ and under no other name.` };
  }
  const { origin } = headers;
  if (origin === undefined ? purpose === 'change' : origin !== `http://${host}`) {
    return { status: 403, message: 'The console talks to its own page only.' };
  }
  const site = headers['sec-fetch-site'];
  if (purpose === 'private' && site !== 'same-origin') {
    return { status: 403, message: 'The console talks to its own page only.' };
  }
  const ownOrTyped = site === undefined || site === 'same-origin' || site === 'none';
  if (ownOrTyped) {
    return undefined;
  }
  // Following a link to the page is fine: it does nothing but show it.
  const followed = purpose === 'page' && headers['sec-fetch-mode'] === 'navigate';
  return followed && headers['sec-fetch-dest'] === 'document'
    ? undefined
    : { status: 403, message: 'The console talks to its own page only.' };
}
