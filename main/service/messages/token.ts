import type { Message } from './message.ts';
import { proxyAnswer, type StatusEntry, serviceStatus } from './status.ts';
import { waitText } from './wait.ts';

const advice: Record<string, string> = {
  invalid_client:
    'The login or password is wrong, or belongs to another environment; some services also require it in the other place (header or body), see the environment.',
  unauthorized_client:
    'The API key may not be used for tokens (client credentials). Ask the service’s support, or use Basic.',
  unsupported_grant_type:
    'The endpoint does not issue tokens for client credentials. Check the token address, or use Basic.',
  invalid_scope: 'The endpoint requires a scope, which the console cannot send. Ask the service’s support.',
  invalid_request:
    'The endpoint does not understand the request. Try the other way of sending the API key (header or body).',
};

export const tokenMessages = {
  refused: (status: number, error: string): Message => ({
    message: `The token endpoint refused to issue a token for this API key (${status}${error === '' ? '' : ` ${error}`}). The service was not called.`,
    hint:
      (Object.hasOwn(advice, error) ? advice[error] : undefined) ??
      'Check the API key and the token address of the environment.',
  }),
  unreadable: (why: string): Message => ({
    message: `The token endpoint answered, but ${why}. The service was not called.`,
    hint: 'Check the token address of the environment: it is probably not the token endpoint.',
  }),
};

const notCalled = 'The service itself was not called.';
const inFront = (answeredBy: string) =>
  answeredBy === ''
    ? 'Something in front of the token endpoint'
    : `Something in front of the token endpoint (${answeredBy})`;
const waitFor = (seconds: number | undefined) =>
  seconds === undefined
    ? 'Wait a minute, then try again.'
    : `It asks to wait ${waitText(seconds)}. Try again after that.`;

/**
 * Returns the code and texts for a status of the token endpoint that does not concern the API key; undefined when the key was
 * refused (RFC 6749, 5.2: 400 or 401, some endpoints 403).
 */
export function tokenStatus(status: number, html: boolean): StatusEntry | undefined {
  if (status === 407) {
    return proxyAnswer;
  }
  if (status === 402) {
    return serviceStatus.plan;
  }
  if (status >= 300 && status < 400) {
    return tokenStatuses.redirect;
  }
  if (status === 403 && html) {
    return tokenStatuses.gateway;
  }
  if (status === 404 || status === 405 || status === 410) {
    return tokenStatuses.absent;
  }
  if (status === 429) {
    return tokenStatuses.rateLimited;
  }
  if (status === 502 || status === 503 || status === 504) {
    return tokenStatuses.unavailable;
  }
  if (status >= 500) {
    return tokenStatuses.failed;
  }
  return html && status !== 401 ? tokenStatuses.page : undefined;
}

const tokenStatuses = {
  redirect: {
    code: 'unexpected-status',
    message: ({ status, redirectsTo }) =>
      `The token endpoint redirects ${redirectsTo === '' ? 'to another address' : `to ${redirectsTo}`} (${status}). The console does not follow redirects: that would send the API key there. ${notCalled}`,
    hint: 'Set the token address of the environment to the final one. A sign-in page in between also looks like this.',
  },
  gateway: {
    code: 'gateway-refused',
    message: ({ answeredBy }) =>
      `${inFront(answeredBy)} refused the request (403) with a web page, so the API key was not checked. ${notCalled}`,
    hint: 'Usually this machine’s address is not allowed. Ask your network administrator, or connect through an allowed VPN or proxy.',
  },
  absent: {
    code: 'token-unreadable',
    message: ({ status }) =>
      `There is no token endpoint at the token address (${status}), so the API key was not checked. ${notCalled}`,
    hint: 'Check the token address of the environment, or use Basic if the service has no token endpoint.',
  },
  rateLimited: {
    code: 'rate-limited',
    message: `Too many requests to the token endpoint in a short time (429). ${notCalled}`,
    hint: ({ waitSeconds }) => waitFor(waitSeconds),
  },
  unavailable: {
    code: 'gateway-failed',
    message: ({ status, answeredBy }) =>
      `The token endpoint is not available (${status}${answeredBy === '' ? '' : `, from ${answeredBy}`}), so there is no token. ${notCalled}`,
    hint: ({ waitSeconds }) =>
      waitSeconds === undefined
        ? 'Try again in a while. The API key was not checked; you do not need to change it.'
        : waitFor(waitSeconds),
  },
  failed: {
    code: 'server-error',
    message: ({ status }) =>
      `The token endpoint failed on its side (${status}), so there is no token. ${notCalled}`,
    hint: 'Try again in a while. The API key was not checked; if it keeps happening, send the request id to the service’s support.',
  },
  page: {
    code: 'token-unreadable',
    message: ({ status, answeredBy }) =>
      `A web page with status ${status} was received instead of the token endpoint’s answer${answeredBy === '' ? '' : `, from ${answeredBy}`}, so the API key was not checked. ${notCalled}`,
    hint: 'Check the token address of the environment: it is probably not the token endpoint.',
  },
} satisfies Record<string, StatusEntry>;
