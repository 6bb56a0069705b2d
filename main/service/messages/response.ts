import type { FailureTexts } from './message.ts';

export interface ResponseDetails {
  status: number;
  mediaType: string;
  encoding: string;
  bytes: number;
  limit: number;
  /** The kind of value found instead of an object: `a list`, `text`, …; or what an error object says. */
  kind: string;
}

const baseAddress =
  'Check the base address of the environment; a sign-in page or a proxy may also have answered in its place. Use “Check connection” to find out.';
const tellSupport = 'Try again. If it keeps happening, send the request id to the service’s support.';

export const responseMessages = {
  empty: {
    code: 'reply-empty',
    message: ({ status }) =>
      `The service answered ${status} without any content, where an object was expected.`,
    hint: tellSupport,
  },
  html: {
    code: 'reply-html',
    message: ({ status }) =>
      `A web page was received (status ${status}) instead of the service’s data. It is not shown.`,
    hint: baseAddress,
  },
  'wrong-media-type': {
    code: 'reply-wrong-type',
    message: ({ status, mediaType }) =>
      `The response (status ${status}) says it is “${mediaType}”, which is not JSON, so it was not read.`,
    hint: baseAddress,
  },
  'no-media-type': {
    code: 'reply-wrong-type',
    message: ({ status }) => `The response (status ${status}) has no media type, and it is not JSON.`,
    hint: baseAddress,
  },
  'unknown-coding': {
    code: 'reply-wrong-type',
    message: ({ encoding }) =>
      `The response is compressed in a way the console cannot read (${encoding}), so it was not read.`,
    hint: 'The console reads gzip, br, deflate and zstd, and asks for none of them. A proxy or gateway between this machine and the service compresses responses: contact your network administrator.',
  },
  'coding-broken': {
    code: 'reply-wrong-type',
    message: ({ encoding }) =>
      `The response says it is compressed (${encoding}), but it cannot be decompressed.`,
    hint: tellSupport,
  },
  'truncated-coding': {
    code: 'reply-truncated',
    message: ({ encoding, bytes }) =>
      `The compressed response (${encoding}) ends too early, after ${bytes.toLocaleString('en')} bytes.`,
    hint: tellSupport,
  },
  grows: {
    code: 'reply-too-large',
    message: ({ encoding, bytes }) =>
      `The compressed response (${encoding}) is too large once decompressed: ${bytes.toLocaleString('en')} bytes became far more than in any normal response, so reading was stopped.`,
    hint: 'Send the request id to the service’s support. A response like this can be an attempt to fill the memory of this machine.',
  },
  'not-json': {
    code: 'reply-not-json',
    message: ({ bytes }) =>
      `The response says it is JSON, but its ${bytes.toLocaleString('en')} bytes are not.`,
    hint: tellSupport,
  },
  truncated: {
    code: 'reply-truncated',
    message: ({ bytes }) =>
      `The response is incomplete: its JSON ends after ${bytes.toLocaleString('en')} bytes.`,
    hint: tellSupport,
  },
  'too-large': {
    code: 'reply-too-large',
    message: ({ limit }) =>
      `The response is larger than ${Math.round(limit / 1_048_576)} MiB, the most the console accepts, so it was not read completely.`,
    hint: 'Send the request id to the service’s support: no response of this kind should be that large.',
  },
  'too-deep': {
    code: 'reply-too-large',
    message: 'The response is nested too deeply, so it was not read.',
    hint: 'Send the request id to the service’s support.',
  },
  'too-many-values': {
    code: 'reply-too-large',
    message:
      'The response contains more than 1,000,000 values, the most the console reads, so it was not read.',
    hint: 'Send the request id to the service’s support: no response of this kind should be that large.',
  },
  time: {
    code: 'reply-too-large',
    message: ({ bytes }) =>
      `Reading the ${bytes.toLocaleString('en')} bytes of the response took longer than 10 seconds, so reading was stopped.`,
    hint: tellSupport,
  },
  memory: {
    code: 'reply-too-large',
    message: ({ bytes }) =>
      `Reading the ${bytes.toLocaleString('en')} bytes of the response needed more memory than the console allows, so reading was stopped.`,
    hint: 'Send the request id to the service’s support: no response of this kind should be that large.',
  },
  busy: {
    code: 'busy',
    message: 'Too many large responses are being read at the same time, so this one was not read.',
    hint: 'Wait until the others are finished, then try again.',
  },
  'not-an-object': {
    code: 'reply-wrong-type',
    message: ({ kind }) => `The response is JSON, but it contains ${kind} where an object was expected.`,
    hint: tellSupport,
  },
  'error-object': {
    code: 'reply-wrong-type',
    message: ({ status, kind }) =>
      `The service answered ${status}, but with an error instead of the data: “${kind}”`,
    hint: 'Check the id and the environment. If both are right, send the request id to the service’s support.',
  },
} satisfies Record<string, FailureTexts<ResponseDetails>>;

/** Why a response cannot be read. */
export type ResponseReason = keyof typeof responseMessages;
