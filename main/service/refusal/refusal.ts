import type { JsonValue } from '../../../preload/contract/json.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { type ErrorObject, errorObject } from '../../../preload/contract/service/error-object.ts';
import type { Redaction } from '../../redaction.ts';
import { AttemptFailure } from '../attempt-failure.ts';
import type { StatusEntry, StatusFacts } from '../messages/status.ts';
import { collect } from '../reply/collect.ts';
import { parseLeniently } from '../reply/lenient.ts';
import { isHtml, mediaTypeOf } from '../reply/media-type.ts';
import { isJsonObject, parseJson } from '../reply/parse.ts';
import { loginSchemes } from '../transport/connect.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { retryAfterMs } from './retry-after.ts';
import { sanitizeForDisplay } from './sanitize-for-display.ts';

/** The most of an error's body that is read, in bytes. */
const errorLimit = 1024 * 1024;

export interface RefusalContext {
  /** The code and texts for a status; `html` where a web page came. */
  entryFor(status: number, html: boolean): StatusEntry;
  /** Added to the failure's details. */
  details?: Record<string, JsonValue>;
  /** Nothing can have been done, whatever the status: the request was not one to the service itself. */
  harmless?: boolean;
  /** Only an answer that proves it says that nothing was done: what the service may have done is then looked for. */
  needsProof?: boolean;
  /** Never shown, even when the answer repeats them. */
  secrets: readonly string[];
  redaction: Pick<Redaction, 'text'>;
  now(): number;
}

/** An answer other than success, in the console's words (interface 7). Reads the body to its end. */
export async function refusal(reply: TransportResponse, context: RefusalContext): Promise<AttemptFailure> {
  const { status } = reply;
  const mediaType = mediaTypeOf(reply.headers['content-type']);
  const { html, error } = await errorBody(reply, mediaType);
  const safe = (text: string | undefined) =>
    sanitizeForDisplay(text ?? '', context.redaction, context.secrets);
  const wait = retryAfterMs(reply.headers['retry-after'], context.now());
  const facts: StatusFacts = {
    status,
    said: safe(error?.message),
    statusDetail: safe(error?.statusDetail),
    answeredBy: safe(answeredBy(reply)).slice(0, 120),
    waitSeconds: wait === undefined ? undefined : Math.ceil(wait / 1000),
    redirectsTo: status >= 300 && status < 400 ? safe(targetOf(reply)) : '',
    errorObject: error?.status !== undefined,
    encrypted: reply.exchange.url.protocol === 'https:',
    proxyLogin: reply.exchange.proxyLogin === true,
    loginSchemes: loginSchemes(reply.headers['proxy-authenticate']),
  };
  const entry = context.entryFor(status, html);
  const violations = (error?.violations ?? []).slice(0, 100).map((violation) => ({
    field: safe(violation.field),
    message: safe(violation.message),
  }));
  const details: Record<string, JsonValue> = {
    ...context.details,
    httpStatus: status,
    host: reply.exchange.url.host,
    path: reply.exchange.path,
    ...omitUndefined({
      serviceMessage: facts.said || undefined,
      serviceStatus: error?.status === undefined ? undefined : safe(error.status),
      statusDetail: facts.statusDetail || undefined,
      violations: violations.length === 0 ? undefined : violations,
      answeredBy: facts.answeredBy || undefined,
      retryAfterSeconds: facts.waitSeconds,
      mediaType: mediaType === '' ? undefined : safe(mediaType),
      redirectsTo: facts.redirectsTo || undefined,
    }),
    errorObject: facts.errorObject,
  };
  return new AttemptFailure({
    code: entry.code,
    ...entry.words(facts),
    requestId: reply.requestId,
    details,
    performed: nothingWasDone(status, facts.errorObject, html, context) ? 'no' : 'unknown',
    transient: status === 429 || status === 502 || status === 503 || status === 504,
    retryable: status === 429 || status >= 500,
    retryAfterMs: wait,
  });
}

/** Statuses the service sends with its error object (interface 7.1); without it, the answer may be that of something else. */
const withErrorObject: ReadonlySet<number> = new Set([400, 403, 404, 409, 410]);
/** Sent before the service looks at the request: the API key, the plan (no body, interface 7.1), a proxy, too many requests. */
const beforeTheRequest: ReadonlySet<number> = new Set([401, 402, 407, 429]);

/**
 * Whether an answer says that nothing was done; 500 and above may come after it was. Where proof is needed, a redirect and
 * statuses such as 408 and 499 may as well: something in front of the service sends them while the service is still at work.
 */
function nothingWasDone(
  status: number,
  hasErrorObject: boolean,
  html: boolean,
  { harmless, needsProof }: RefusalContext,
): boolean {
  if (harmless || !needsProof) {
    return harmless === true || status < 500;
  }
  // A web page with 403 is a gateway's, which did not pass the request on (field notes, Transport).
  const isGatewayRefusal = status === 403 && html;
  return beforeTheRequest.has(status) || isGatewayRefusal || (withErrorObject.has(status) && hasErrorObject);
}

/** The error object (interface 7.2), where there is one; a body that breaks or is none takes nothing from the status. */
async function errorBody(
  reply: TransportResponse,
  mediaType: string,
): Promise<{ html: boolean; error: ErrorObject | undefined }> {
  let body: Uint8Array;
  try {
    body = (await collect(reply.body, errorLimit)) ?? new Uint8Array();
  } catch {
    return { html: isHtml(mediaType, new Uint8Array()), error: undefined };
  }
  if (isHtml(mediaType, body)) {
    return { html: true, error: undefined };
  }
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.json)) {
    return { html: false, error: undefined };
  }
  return { html: false, error: parseLeniently(errorObject, parsed.json).value };
}

/** Gateways name themselves in `server` or `via`. */
function answeredBy(reply: TransportResponse): string {
  const names = [reply.headers.server, reply.headers.via].flat().filter((name) => name !== undefined);
  return names.join(', ');
}

/** Where a redirect leads, without its path: that may hold an id. */
function targetOf(reply: TransportResponse): string {
  const location = [reply.headers.location].flat()[0];
  const target = location === undefined ? null : URL.parse(location, reply.exchange.url);
  return target !== null && /^https?:$/.test(target.protocol) ? target.origin : '';
}
