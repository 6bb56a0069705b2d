import type { CurlRequest } from '../../../preload/shared/curl.ts';
import type { BegunCall } from '../../service/transport/call-recorder.ts';

/** A request that can be sent again by hand, with placeholders for secrets and personal data. */
export type SentRequest = CurlRequest;

/** Headers without personal data and secrets. */
const shownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  'range',
  'user-agent',
]);

/** Returns a request without its secrets: only the values of the listed headers are included. */
export function requestOf({ method, url, template, headers, hasBody }: BegunCall): SentRequest {
  return {
    method,
    url: `${url.origin}${shownPath(url, template)}`,
    headers: Object.entries(headers).map(([name, value]) => [name, placeholderFor(name, value)]),
    hasBody,
    proxy: undefined,
  };
}

/** Returns the path and query of a request. The id of a headless page has a placeholder: anyone with it could answer the page (interface 4.7). */
export function shownPath({ pathname, search }: URL, template: string): string {
  return template.endsWith('/headless/{next}')
    ? `${pathname.slice(0, pathname.lastIndexOf('/'))}/<PAGE_ID>${search}`
    : `${pathname}${search}`;
}

function placeholderFor(name: string, value: string): string {
  if (shownHeaders.has(name)) {
    return value;
  }
  if (name === 'authorization') {
    return value.startsWith('Bearer ') ? 'Bearer <ACCESS_TOKEN>' : 'Basic <BASE64_OF_LOGIN:PASSWORD>';
  }
  return name === 'x-user-ip' ? '<USER_IP>' : '<VALUE>';
}
