import type { IncomingHttpHeaders } from 'node:http';

/** The reason for refusing a request before it is handled. */
export interface Refusal {
  status: number;
  message: string;
}

/**
 * The purpose of a request: the page, a file of the page, something private (a medium, a download), or a change (a POST
 * or a WebSocket).
 */
export type Purpose = 'page' | 'read' | 'private' | 'change';

/**
 * Refuses requests that do not come from the console's own page: a wrong `Host` (DNS rebinding), another `Origin`, or a
 * request of another site. To a browser, other ports of this machine are the same site, so SameSite cookies and
 * `same-site` do not suffice. Private requests must carry the Fetch metadata that browsers set for the page's own
 * requests.
 *
 * @param host the only valid `Host`, such as `127.0.0.1:43210`
 */
export function refusal(headers: IncomingHttpHeaders, purpose: Purpose, host: string): Refusal | undefined {
  if (headers.host !== host) {
    return { status: 421, message: `Assay is available only at http://${host}/.` };
  }
  const { origin } = headers;
  if (origin === undefined ? purpose === 'change' : origin !== `http://${host}`) {
    return { status: 403, message: 'Only Assay’s own page may send this request.' };
  }
  const site = headers['sec-fetch-site'];
  if (purpose === 'private' && site !== 'same-origin') {
    return { status: 403, message: 'Only Assay’s own page may send this request.' };
  }
  const ownOrTyped = site === undefined || site === 'same-origin' || site === 'none';
  if (ownOrTyped) {
    return undefined;
  }
  // A link to the page is allowed: it only displays the page.
  const followed = purpose === 'page' && headers['sec-fetch-mode'] === 'navigate';
  return followed && headers['sec-fetch-dest'] === 'document'
    ? undefined
    : { status: 403, message: 'Only Assay’s own page may send this request.' };
}
