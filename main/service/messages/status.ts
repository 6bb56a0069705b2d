import type { FailureTexts, Message } from './message.ts';
import { proxyMessages } from './network.ts';
import { waitText } from './wait.ts';

/** The facts of an error response for its texts. */
export interface StatusDetails {
  status: number;
  /** The service's own message (interface 7.2), sanitized; empty when there is none. */
  words: string;
  statusDetail: string;
  /** The responder by its headers (`server`, `via`); empty when they do not say. */
  answeredBy: string;
  /** Seconds the service asks to wait. */
  waitSeconds: number | undefined;
  /** The target of a redirect as an origin such as `https://example.com`; empty when there is none. */
  redirectsTo: string;
  /** The extent of a redirect that leads to the same address, or to another path of the same server. */
  redirectsWithin: 'itself' | 'server' | undefined;
  /** True if the body was the interface's error object (7.2). */
  errorObject: boolean;
  /** True if the request was sent over https. */
  isEncrypted: boolean;
  /** True if a login was sent to a proxy. */
  proxyLogin: boolean;
  /** The authentication schemes that a proxy offers. */
  loginSchemes: string;
}

/** The subject of an operation, for the text of its 404. */
export type Subject =
  | 'creation'
  | 'conversation'
  | 'metadata'
  | 'medium'
  | 'headless page'
  | 'headless step'
  | 'database verification';

export type StatusEntry = FailureTexts<StatusDetails>;

const checkBase = 'Check the base address of the environment: the service may be at another address.';
const tryHttps = 'If it begins with http://, try https://.';
const from = (answeredBy: string) => (answeredBy === '' ? '' : `, from ${answeredBy}`);
const quote = (words: string) => (words === '' ? '' : ` The service says: “${words}”`);
const wait = (seconds: number | undefined) =>
  seconds === undefined
    ? 'Wait a minute, then try again.'
    : `The service asks to wait ${waitText(seconds)}. Try again after that.`;
const by = (answeredBy: string) =>
  answeredBy === ''
    ? 'Something in front of the service'
    : `Something in front of the service (${answeredBy})`;

const isExplained = ({ errorObject, words }: StatusDetails) => errorObject || words !== '';

/** Errors of the service itself (interface 7.1). */
export const serviceStatus = {
  badRequest: {
    code: 'bad-request',
    message: (details) =>
      isExplained(details)
        ? `The service does not accept the request (400).${quote(details.words)}`
        : `The request was refused (400) without the service’s error object${from(details.answeredBy)}.`,
    hint: (details) =>
      isExplained(details)
        ? 'See the violations below, if any: each names a field and what is wrong with it. Nothing was changed.'
        : details.isEncrypted
          ? checkBase
          : `${checkBase} ${tryHttps}`,
  },
  credentials: {
    code: 'credentials-rejected',
    message: 'The service does not accept this API key (401).',
    hint: 'Check the API key.',
  },
  plan: {
    code: 'plan-exhausted',
    message:
      'The plan of this account is used up, or it is limited because of a missing payment (402). The request was not carried out.',
    hint: 'Contact your account manager at the service. The API key is accepted; there is nothing to change here. If other conversations open, only this one is concerned.',
  },
  forbidden: {
    code: 'forbidden',
    message: ({ errorObject, words, answeredBy }) =>
      errorObject
        ? `The API key is valid but does not have permission for this (403).${quote(words)}`
        : words === ''
          ? `The request was refused (403) without a reason${from(answeredBy)}.`
          : `The request was refused (403)${from(answeredBy)}. The answer says: “${words}”`,
    hint: ({ errorObject }) =>
      errorObject
        ? 'Ask the service’s support to grant the permission, or use a key that has it. For a new conversation, it may be its strategy that is not permitted.'
        : 'The API key may be disabled or lack the permission, or something in front of the service may refuse this machine. Ask the service’s support, or your network administrator.',
  },
  gone: {
    code: 'gone',
    message: ({ words }) =>
      `The conversation is no longer available: its data was deleted, or removed under the retention policy (410).${quote(words)}`,
    hint: 'It cannot be restored. If its data is needed, start a new verification.',
  },
  rateLimited: {
    code: 'rate-limited',
    message: 'Too many requests in a short time (429).',
    hint: ({ waitSeconds }) => wait(waitSeconds),
  },
  serverError: {
    code: 'server-error',
    message: ({ words }) => `The service failed on its side (500).${quote(words)}`,
    hint: 'Nothing is wrong with the request. Try again in a while; if it keeps happening, send the request id to the service’s support.',
  },
} satisfies Record<string, StatusEntry>;

const missingMessages: Record<Subject, Message> = {
  creation: {
    message: 'There is no operation to create conversations at this address (404).',
    hint: checkBase,
  },
  conversation: {
    message: 'The service has no conversation with this id (404).',
    hint: 'Where the id is a callback’s own, use payload.conversation.id from its body. Also check that this is the environment in which the conversation was created.',
  },
  metadata: {
    message: 'The service has no metadata for this conversation (404).',
    hint: 'Refresh the conversation. If it opens, nothing was collected in it, or its files have been removed.',
  },
  medium: {
    message: 'The service does not have this file (404).',
    hint: 'It may have been removed since the list was read. Refresh the conversation to see its current files.',
  },
  'headless page': {
    message: 'The service has no headless page for this conversation (404).',
    hint: 'The conversation may not run in headless mode, or may have ended. Refresh it to see its status.',
  },
  'headless step': {
    message: 'The service does not have this headless step (404). Nothing was submitted.',
    hint: 'The flow may have moved on or ended. Read the current step and answer that one.',
  },
  'database verification': {
    message: 'The service has no database verification results for this conversation (404).',
    hint: 'They are available once the database verification has finished or failed. Refresh the conversation to see its status.',
  },
};

/** 404 (interface 7.1). Below a conversation it does not say whether the conversation exists. */
export function notFound(subject: Subject): StatusEntry {
  return {
    code: 'not-found',
    message: ({ words }) => `${missingMessages[subject].message}${quote(words)}`,
    hint: ({ errorObject }) =>
      errorObject
        ? missingMessages[subject].hint
        : `${missingMessages[subject].hint} The answer was not the service’s own error object, so the base address may also be wrong.`,
  };
}

/** Errors of a gateway in front of the service (field notes, Transport). */
export const gatewayStatus = {
  refused: {
    code: 'gateway-refused',
    message: ({ answeredBy }) =>
      `${by(answeredBy)} refused the request (403) with a web page. It did not reach the service.`,
    hint: 'Usually this machine’s address is not allowed. Ask your network administrator, or connect through an allowed VPN or proxy.',
  },
  failed: {
    code: 'gateway-failed',
    message: ({ status, answeredBy }) =>
      `${by(answeredBy)} could not get an answer from the service (${status}).`,
    hint: ({ waitSeconds }) =>
      waitSeconds === undefined
        ? 'Try again in a while. If it keeps happening, the service is down.'
        : wait(waitSeconds),
  },
} satisfies Record<string, StatusEntry>;

const wantsLogin = ({ proxyLogin, loginSchemes }: StatusDetails) =>
  proxyMessages.wantsLogin('The proxy', proxyLogin, loginSchemes);

export const proxyAnswer: StatusEntry = {
  code: 'proxy-failed',
  message: (details) => wantsLogin(details).message,
  hint: (details) => wantsLogin(details).hint,
};

const supportHint = 'If it keeps happening, send the request id to the service’s support.';

/** Statuses of HTTP that are clear by themselves, from the service or something in front of it. */
export const plainStatus: Readonly<Record<number, StatusEntry>> = {
  408: plain('The request did not arrive in time', `Try again. ${supportHint}`),
  413: plain(
    'The request is larger than the service accepts',
    'Send less at once: smaller files or fewer values.',
  ),
  414: plain(
    'The address of the request is too long for the service',
    'Check the id: it may be more than an id.',
  ),
  421: plain(
    'The request reached a server that does not answer for this address',
    `Try again. ${supportHint}`,
  ),
  425: plain('The service was not ready for the request', 'Try again in a while.'),
  431: plain(
    'The headers of the request are too large for the service',
    `A proxy may have added some. ${supportHint}`,
  ),
  501: plain(
    'The service does not offer this operation',
    'Trying again does not help. Ask the service’s support.',
  ),
  505: plain(
    'The service does not accept this version of HTTP',
    'Trying again does not help. A proxy in between may use another one.',
  ),
};

function plain(text: string, hint: string): StatusEntry {
  return {
    code: 'unexpected-status',
    message: ({ status, words }) => `${text} (${status}).${quote(words)}`,
    hint,
  };
}

/** Returns whether a status leads to another address; 300 and 304 do not. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Statuses that the interface does not define. */
export const unexpected = {
  redirect: {
    code: 'unexpected-status',
    message: ({ status, redirectsTo, redirectsWithin }) =>
      redirectsWithin === 'itself'
        ? `The answer redirects to the same address again (${status}), so there is no other answer to read.`
        : `The answer redirects ${redirectsWithin === 'server' ? 'to another path of the same server' : redirectsTo === '' ? 'to another address' : `to ${redirectsTo}`} (${status}). The console does not follow redirects: that would send the API key there.`,
    hint: ({ redirectsTo, redirectsWithin }) =>
      redirectsWithin === 'itself'
        ? 'The service, or something in front of it, is set up wrongly. Send the request id to the service’s support.'
        : redirectsWithin === 'server'
          ? 'Check the path of the base address. A sign-in page in between also looks like this.'
          : redirectsTo === ''
            ? 'Set the base address to the final one (often https instead of http, or another host). A sign-in page in between also looks like this.'
            : `If ${redirectsTo} is the service, change the base address to it. A sign-in page in between also looks like this.`,
  },
  page: {
    code: 'unexpected-status',
    message: ({ status, answeredBy }) =>
      `A web page with status ${status} was received instead of the service’s answer${from(answeredBy)}. It is not shown.`,
    hint: ({ status, isEncrypted }) =>
      status !== 400
        ? checkBase
        : `${checkBase} ${isEncrypted ? 'Some gateways answer this way when a client certificate is missing.' : tryHttps}`,
  },
  status: {
    code: 'unexpected-status',
    message: ({ status, words }) =>
      `The service answered with an unexpected status (${status}).${quote(words)}`,
    hint: 'Check the base address of the environment. If it is right, send the request id to the service’s support.',
  },
} satisfies Record<string, StatusEntry>;

export const retryMessages = {
  tooLong: (seconds: number) =>
    `The service asks to wait ${waitText(seconds)} before the next request. This is longer than the console waits automatically; try again after that.`,
};
