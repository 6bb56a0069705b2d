import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { Failure } from '../../common/failure.ts';
import { formEncoded } from '../../common/redaction.ts';
import { baseAddress } from '../address.ts';
import { failureFromResponse } from '../error-response/failure-from-response.ts';
import { tokenMessages, tokenStatus } from '../messages/token.ts';
import { collect } from '../response/collect.ts';
import { isHtml, mediaTypeOf } from '../response/media-type.ts';
import { isJsonObject, parseJson } from '../response/parse.ts';
import type { SystemDeps } from '../system-deps.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import { type ApiKey, basicHeader, secretVariants } from './credentials.ts';

export interface Token {
  value: string;
  /** Milliseconds; undefined when the endpoint does not say. */
  expiresInMs: number | undefined;
}

type OAuthSettings = Extract<EnvironmentSettings['authentication'], { scheme: 'oauth' }>;

/** The largest token response, in bytes. */
const tokenLimit = 1024 * 1024;

/**
 * Requests a token (field notes, Transport: client_credentials, form-encoded, no scope). In a Basic header the key is
 * form-encoded as RFC 6749 requires; when that is refused and differs from the plain key, the plain key is tried once,
 * because many endpoints do not decode it.
 * @throws Failure token-refused, token-unreadable, or a network failure
 */
export async function fetchToken(
  settings: { baseUrl: string; authentication: OAuthSettings },
  key: ApiKey,
  transport: Pick<Transport, 'send'>,
  system: Pick<SystemDeps, 'now' | 'redaction'>,
  signal?: AbortSignal,
  attempt = 1,
): Promise<Token> {
  const { tokenUrl, clientAuthentication } = settings.authentication;
  const url = new URL(tokenUrl === '' ? `${baseAddress(settings.baseUrl)}/api/oauth2/token` : tokenUrl);
  const request = async (form: Record<string, string>, headers: Record<string, string>) => {
    const response = await transport.send(
      { ...tokenRequest(url, form, headers), ...attemptOf(attempt) },
      signal,
    );
    return tokenIn(response, key, system);
  };
  if (clientAuthentication === 'body') {
    return request({ client_id: key.login, client_secret: key.password }, {});
  }
  const asItIs = basicHeader(key.login, key.password);
  const header = basicHeader(formEncoded(key.login), formEncoded(key.password));
  try {
    return await request({}, { authorization: header });
  } catch (error) {
    const isRefusal = error instanceof Failure && error.code === 'token-refused';
    if (!isRefusal || header === asItIs) {
      throw error;
    }
    return request({}, { authorization: asItIs });
  }
}

function attemptOf(attempt: number): Pick<TransportRequest, 'attempt' | 'repeat'> {
  return { attempt, repeat: attempt > 1 ? 'retry' : undefined };
}

function tokenRequest(
  url: URL,
  form: Record<string, string>,
  headers: Record<string, string>,
): TransportRequest {
  return {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
    peer: 'The token endpoint',
    path: url.pathname,
  };
}

async function tokenIn(
  response: TransportResponse,
  key: ApiKey,
  { now, redaction }: Pick<SystemDeps, 'now' | 'redaction'>,
): Promise<Token> {
  const details = { endpoint: 'token', httpStatus: response.status, host: response.exchange.url.host };
  const mediaType = mediaTypeOf(response.headers['content-type']);
  const isErrorResponse = response.status < 200 || response.status > 299;
  const html = isHtml(mediaType, new Uint8Array());
  const notTheKey = isErrorResponse ? tokenStatus(response.status, html) : undefined;
  if (notTheKey !== undefined) {
    throw await failureFromResponse(response, {
      entryFor: () => notTheKey,
      details: { endpoint: 'token' },
      harmless: true,
      secrets: secretVariants(key),
      redaction,
      now,
    });
  }
  const body = (await collect(response.body, tokenLimit)) ?? new Uint8Array();
  const reading = parseJson(body);
  const object = reading.ok && isJsonObject(reading.json) ? reading.json : undefined;
  const failure = (code: 'token-refused' | 'token-unreadable', texts: { message: string; hint: string }) =>
    new Failure({
      code,
      ...texts,
      requestId: response.requestId,
      details,
      request: { performed: 'no', transient: false, status: response.status },
    });
  if (isErrorResponse) {
    const error =
      typeof object?.error === 'string' && /^[a-z_]{1,40}$/.test(object.error) ? object.error : '';
    throw failure('token-refused', tokenMessages.refused(response.status, error));
  }
  if (isHtml(mediaType, body)) {
    throw failure('token-unreadable', tokenMessages.unreadable('with a web page'));
  }
  if (object === undefined) {
    throw failure('token-unreadable', tokenMessages.unreadable('not with JSON'));
  }
  const value = object.access_token;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
    throw failure('token-unreadable', tokenMessages.unreadable('without a token (access_token) in it'));
  }
  const life = Number(object.expires_in);
  return { value, expiresInMs: life > 0 ? life * 1000 : undefined };
}
