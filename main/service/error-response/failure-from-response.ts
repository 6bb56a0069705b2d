import type { JsonValue } from '../../../preload/contract/json.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import {
  type ErrorObject,
  errorObject,
  errorStatuses,
} from '../../../preload/contract/service/error-object.ts';
import { Failure } from '../../common/failure.ts';
import type { Redaction } from '../../common/redaction.ts';
import { codeAndTexts } from '../messages/message.ts';
import { isRedirect, type StatusDetails, type StatusEntry } from '../messages/status.ts';
import { collect } from '../response/collect.ts';
import { parseLeniently } from '../response/lenient.ts';
import { isHtml, mediaTypeOf } from '../response/media-type.ts';
import { isJsonObject, parseJson } from '../response/parse.ts';
import { loginSchemes } from '../transport/connect-fault.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { sanitizeForDisplay } from './sanitize-for-display.ts';

/** The most that is read of an error's body, in bytes. */
const errorLimit = 1024 * 1024;

export interface ErrorResponseContext {
  /** Returns the code and texts for a status; `html` for a web page, `errorObject` for the service's own (interface 7.2). */
  entryFor(status: number, body: { html: boolean; errorObject: boolean }): StatusEntry;
  /** Added to the failure's details. */
  details?: Record<string, JsonValue>;
  /** Nothing can have been done, whatever the status, because the request was not one to the service itself. */
  harmless?: boolean;
  /** Only a response that proves it may say that nothing was done; otherwise the outcome is checked. */
  needsProof?: boolean;
  /** Never shown, even when the response repeats them. */
  secrets: readonly string[];
  redaction: Pick<Redaction, 'text'>;
  now(): number;
}

/** Returns the failure of an error response (interface 7). Reads the body to its end. */
export async function failureFromResponse(
  response: TransportResponse,
  context: ErrorResponseContext,
): Promise<Failure> {
  const { status } = response;
  const mediaType = mediaTypeOf(response.headers['content-type']);
  const { html, error, problem } = await errorBody(response, mediaType);
  const safe = (text: string | undefined) =>
    sanitizeForDisplay(text ?? '', context.redaction, context.secrets);
  // Other words in `status` are those of a gateway.
  const ownStatus = error?.status !== undefined && errorStatuses.has(error.status) ? error.status : undefined;
  const wait = retryAfterMs(response.headers['retry-after'], context.now());
  const statusDetails: StatusDetails = {
    status,
    words: safe(error?.message ?? problem),
    statusDetail: safe(error?.statusDetail),
    answeredBy: safe(answeredBy(response)).slice(0, 120),
    waitSeconds: wait === undefined ? undefined : Math.ceil(wait / 1000),
    ...redirectOf(response, safe),
    errorObject: ownStatus !== undefined,
    isEncrypted: response.exchange.url.protocol === 'https:',
    proxyLogin: response.exchange.proxyLogin === true,
    loginSchemes: loginSchemes(response.headers['proxy-authenticate']),
  };
  const entry = context.entryFor(status, { html, errorObject: statusDetails.errorObject });
  const violations = (error?.violations ?? []).slice(0, 100).map((violation) => ({
    field: safe(violation.field),
    message: safe(violation.message),
  }));
  const details: Record<string, JsonValue> = {
    ...context.details,
    httpStatus: status,
    host: response.exchange.url.host,
    path: response.exchange.path,
    ...omitUndefined({
      serviceMessage: statusDetails.words || undefined,
      statusDetail: statusDetails.statusDetail || undefined,
      violations: violations.length === 0 ? undefined : violations,
      answeredBy: statusDetails.answeredBy || undefined,
      mediaType: mediaType === '' ? undefined : safe(mediaType),
      redirectsTo: statusDetails.redirectsTo || undefined,
    }),
  };
  return new Failure({
    ...codeAndTexts(entry, statusDetails),
    requestId: response.requestId,
    details,
    retryable: mayPass(status),
    request: {
      performed: nothingWasDone(status, statusDetails.errorObject, html, context) ? 'no' : 'unknown',
      transient: status === 429 || status === 502 || status === 503 || status === 504,
      status,
      mediaType: safe(mediaType),
      quoted: [
        statusDetails.words,
        statusDetails.statusDetail,
        statusDetails.answeredBy,
        statusDetails.redirectsTo,
      ].filter((text) => text !== ''),
      ...omitUndefined({
        errorObject:
          ownStatus === undefined ? undefined : { status: ownStatus, message: statusDetails.words },
        statusDetail: statusDetails.statusDetail || undefined,
        retryAfterMs: wait,
      }),
    },
  });
}

/** Statuses with an error object (interface 7.1); without it, the response may be a gateway's. */
const withErrorObject: ReadonlySet<number> = new Set([400, 403, 404, 409, 410]);
/** Sent before the service handles the request: the API key, the plan (no body, interface 7.1), a proxy, too many requests. */
const beforeTheRequest: ReadonlySet<number> = new Set([401, 402, 407, 429]);

/**
 * Returns whether a response proves that nothing was done; 500 and above do not. If proof is needed, redirects and
 * statuses such as 408 and 499 do not either: a gateway may send them while the service still works.
 */
function nothingWasDone(
  status: number,
  hasErrorObject: boolean,
  html: boolean,
  { harmless, needsProof }: ErrorResponseContext,
): boolean {
  if (harmless || !needsProof) {
    return harmless === true || status < 500;
  }
  // A web page with 403 is a gateway's, which did not pass the request on (field notes, Transport).
  const isGatewayRefusal = status === 403 && html;
  return beforeTheRequest.has(status) || isGatewayRefusal || (withErrorObject.has(status) && hasErrorObject);
}

/** Returns whether the same request may succeed later. */
function mayPass(status: number): boolean {
  return (
    [408, 425, 429].includes(status) || (status >= 500 && status < 599 && status !== 501 && status !== 505)
  );
}

/** Returns the error object (interface 7.2) or what a problem (RFC 9457) says, if there is one; an unreadable body does not hide the status. */
async function errorBody(
  response: TransportResponse,
  mediaType: string,
): Promise<{ html: boolean; error: ErrorObject | undefined; problem?: string | undefined }> {
  let body: Uint8Array;
  try {
    body = (await collect(response.body, errorLimit)) ?? new Uint8Array();
  } catch {
    return { html: isHtml(mediaType, new Uint8Array()), error: undefined };
  }
  if (isHtml(mediaType, body)) {
    return { html: true, error: undefined };
  }
  const reading = parseJson(body);
  if (!reading.ok || !isJsonObject(reading.json)) {
    return { html: false, error: undefined };
  }
  const { title, detail } = reading.json;
  const problem = [title, detail].filter((text) => typeof text === 'string' && text !== '').join(': ');
  return { html: false, error: parseLeniently(errorObject, reading.json).value, problem };
}

/** Gateways name themselves in `server` or `via`. */
function answeredBy(response: TransportResponse): string {
  const names = [response.headers.server, response.headers.via].flat().filter((name) => name !== undefined);
  return names.join(', ');
}

/** Returns the target of a redirect without its path, which may hold an id. */
function redirectOf(
  response: TransportResponse,
  safe: (text: string) => string,
): Pick<StatusDetails, 'redirectsTo' | 'redirectsWithin'> {
  const location = [response.headers.location].flat()[0];
  const { url } = response.exchange;
  const target = isRedirect(response.status) && location !== undefined ? URL.parse(location, url) : null;
  if (target === null || !/^https?:$/.test(target.protocol)) {
    return { redirectsTo: '', redirectsWithin: undefined };
  }
  const within = target.href === url.href ? 'itself' : target.origin === url.origin ? 'server' : undefined;
  return { redirectsTo: safe(target.origin), redirectsWithin: within };
}

/**
 * Returns the waiting time of a Retry-After header in milliseconds: seconds, or a date compared with `now` (milliseconds since
 * the epoch). Undefined when there is no valid one.
 */
export function retryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') {
    return undefined;
  }
  if (/^\d{1,9}$/.test(text)) {
    return Number(text) * 1000;
  }
  // Must begin with the name of a day: the parser of dates accepts almost anything.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
