import type { CurlRequest } from '../../../preload/shared/curl.ts';
import { headerToShow } from '../../common/redaction.ts';
import type { BegunCall } from '../../service/transport/call-recorder.ts';

/** A request that can be sent again by hand, with placeholders for secrets and personal data. */
export type SentRequest = CurlRequest;

/** Returns a request without its secrets, and without its body unless that is wanted. */
export function requestOf(
  { method, url, template, headers, hasBody, body }: BegunCall,
  withBody: boolean,
): SentRequest {
  return {
    method,
    url: `${url.origin}${shownPath(url, template)}`,
    headers: Object.entries(headers).map(([name, value]) => [name, headerToShow(name, value)]),
    hasBody,
    ...(withBody ? { body } : {}),
    proxy: undefined,
  };
}

/** Returns the path and query of a request. The id of a headless page has a placeholder: anyone with it could answer the page (interface 4.7). */
export function shownPath({ pathname, search }: URL, template: string): string {
  return template.endsWith('/headless/{next}')
    ? `${pathname.slice(0, pathname.lastIndexOf('/'))}/<PAGE_ID>${search}`
    : `${pathname}${search}`;
}
