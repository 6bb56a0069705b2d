import type { ErrorCode } from '../../../preload/contract/envelope.ts';
import type { MessageTexts } from './message-texts.ts';

/** Why a reply cannot be read at all. */
export type ReplyReason =
  | 'empty'
  | 'html'
  | 'wrong-media-type'
  | 'no-media-type'
  | 'unknown-coding'
  | 'coding-broken'
  | 'truncated-coding'
  | 'grows'
  | 'not-json'
  | 'truncated'
  | 'too-large'
  | 'too-deep'
  | 'too-many-values'
  | 'time'
  | 'memory'
  | 'busy'
  | 'not-an-object';

export interface ReplyFacts {
  status: number;
  mediaType: string;
  encoding: string;
  bytes: number;
  limit: number;
  /** What stands there instead of an object: `a list`, `text`, … */
  kind: string;
}

const baseAddress =
  'Check the base address of the environment; a sign-in page or a proxy may also have answered in its place. "Check connection" tells which.';
const tellSupport = 'Try again. If it stays, tell the service with the request id.';

export const replyMessages: Record<ReplyReason, { code: ErrorCode; words(facts: ReplyFacts): MessageTexts }> =
  {
    empty: {
      code: 'reply-empty',
      words: ({ status }) => ({
        message: `The service answered ${status} without any content, where an object was due.`,
        hint: tellSupport,
      }),
    },
    html: {
      code: 'reply-html',
      words: ({ status }) => ({
        message: `A web page came (status ${status}) where the service's data was due. It is not shown.`,
        hint: baseAddress,
      }),
    },
    'wrong-media-type': {
      code: 'reply-wrong-type',
      words: ({ status, mediaType }) => ({
        message: `The reply (status ${status}) says it is "${mediaType}", which is not JSON, so it was not read.`,
        hint: baseAddress,
      }),
    },
    'no-media-type': {
      code: 'reply-wrong-type',
      words: ({ status }) => ({
        message: `The reply (status ${status}) does not say what it is, and it is not JSON.`,
        hint: baseAddress,
      }),
    },
    'unknown-coding': {
      code: 'reply-wrong-type',
      words: ({ encoding }) => ({
        message: `The reply is compressed in a way the console cannot read (${encoding}), so it was not read.`,
        hint: 'The console reads gzip, br, deflate and zstd, and asks for none of them. Something between this machine and the service compresses replies: tell whoever runs it.',
      }),
    },
    'coding-broken': {
      code: 'reply-wrong-type',
      words: ({ encoding }) => ({
        message: `The reply says it is compressed (${encoding}), but it cannot be decompressed.`,
        hint: tellSupport,
      }),
    },
    'truncated-coding': {
      code: 'reply-truncated',
      words: ({ encoding, bytes }) => ({
        message: `The compressed reply (${encoding}) ends too early, after ${bytes.toLocaleString('en')} bytes.`,
        hint: tellSupport,
      }),
    },
    grows: {
      code: 'reply-too-large',
      words: ({ encoding, bytes }) => ({
        message: `The compressed reply (${encoding}) grows out of all proportion: ${bytes.toLocaleString('en')} bytes became far more than any real reply would, so it was stopped.`,
        hint: 'Tell the service with the request id. A reply like this can be an attempt to fill the memory of this machine.',
      }),
    },
    'not-json': {
      code: 'reply-not-json',
      words: ({ bytes }) => ({
        message: `The reply says it is JSON, but its ${bytes.toLocaleString('en')} bytes are not.`,
        hint: tellSupport,
      }),
    },
    truncated: {
      code: 'reply-truncated',
      words: ({ bytes }) => ({
        message: `The reply ends before its time: its JSON stops short after ${bytes.toLocaleString('en')} bytes.`,
        hint: tellSupport,
      }),
    },
    'too-large': {
      code: 'reply-too-large',
      words: ({ limit }) => ({
        message: `The reply is larger than ${Math.round(limit / 1_048_576)} MiB, the most the console takes, so it was not read to its end.`,
        hint: 'Tell the service with the request id: no reply of this kind should be that large.',
      }),
    },
    'too-deep': {
      code: 'reply-too-large',
      words: () => ({
        message: 'The reply is nested deeper than any answer of the service can be, so it was not read.',
        hint: 'Tell the service with the request id.',
      }),
    },
    'too-many-values': {
      code: 'reply-too-large',
      words: () => ({
        message:
          'The reply holds more than 1,000,000 values, the most the console reads, so it was not read.',
        hint: 'Tell the service with the request id: no reply of this kind should be that large.',
      }),
    },
    time: {
      code: 'reply-too-large',
      words: ({ bytes }) => ({
        message: `Reading the ${bytes.toLocaleString('en')} bytes of the reply took longer than 10 seconds, so it was given up.`,
        hint: tellSupport,
      }),
    },
    memory: {
      code: 'reply-too-large',
      words: ({ bytes }) => ({
        message: `Reading the ${bytes.toLocaleString('en')} bytes of the reply needed more memory than the console allows, so it was given up.`,
        hint: 'Tell the service with the request id: no reply of this kind should be that large.',
      }),
    },
    busy: {
      code: 'busy',
      words: () => ({
        message: 'Too many large replies are being read at the same time, so this one was not read.',
        hint: 'Wait until the others are there, then try again.',
      }),
    },
    'not-an-object': {
      code: 'reply-wrong-type',
      words: ({ kind }) => ({
        message: `The reply is JSON, but it holds ${kind} where an object was due.`,
        hint: tellSupport,
      }),
    },
  };
