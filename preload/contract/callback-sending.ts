import { z } from 'zod';
import { environmentId } from './environments.ts';
import { bytes, cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { conversationId } from './service/reading.ts';
import { maxWholeBody } from './signature-limits.ts';

const code = z
  .string()
  .trim()
  .regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'Enter a code such as FINISHED');

const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, 'Not a header name');
const headerValue = z
  .string()
  .max(8000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'A header has no line ends and no letters beyond Latin-1');

/** The content of a test callback. */
const what = z.discriminatedUnion('kind', [
  /** An invented conversation. */
  z.object({ kind: z.literal('template'), templateId: z.string().max(64), conversationId }),
  /** A conversation of the service, read now. */
  z.object({
    kind: z.literal('case'),
    conversationId,
    target: code,
    event: code,
    /** A new one where absent. */
    callbackId: z.string().max(64).optional(),
  }),
  /** A message that is at hand, byte for byte, signed again. The texts replace the placeholders of the address. */
  z.object({
    kind: z.literal('message'),
    body: bytes.refine(({ byteLength }) => byteLength <= maxWholeBody, 'A body has at most 32 MiB'),
    conversationId: z.string().max(512).default(''),
    target: z.string().max(200).default(''),
    event: z.string().max(200).default(''),
  }),
]);

export const encodingIds = [
  'compact',
  'indented',
  'escaped',
  'escaped-slashes',
  'final-newline',
  'crlf',
] as const;

export const sendRequest = z.object({
  /** The receiver, with or without the placeholders of interface 2.1. */
  url: z.string().trim().min(1, 'Enter the address of the receiver').max(2048),
  /** The IP address of a receiver that is neither on this computer nor in a private network, confirmed by the user. */
  confirmedIp: z.string().max(64).optional(),
  /** A signing key of the environment; not needed beside `pastedKey`. */
  keyId: z.string().max(64).optional(),
  /** A key for this message only, which is kept nowhere. */
  pastedKey: z.string().min(1).max(4096).optional(),
  what,
  /**
   * The headers in place of those of the service. In values `{now}` is the present time in milliseconds and `{signature}` the signature over the
   * value of `X-Signature-Timestamp` and the body. A message with a fault has the headers of the fault.
   */
  headers: z
    .array(z.tuple([headerName, headerValue]))
    .max(60)
    .optional(),
  encoding: z.enum(encodingIds).default('compact'),
  /** Adds random unknown members (interface 6.1, rule 5). */
  unknownMembers: z.boolean().default(false),
  /** Fills the body up to this size. */
  bytes: z.number().int().min(0).max(16_000_000).default(0),
  /** The fault of the message: an id of `callbacks.sendChoices`. */
  fault: z.string().max(64).optional(),
  /** The number of times it is sent again although it was accepted. */
  duplicates: z.number().int().min(0).max(20).default(0),
  /** Retries as the service does; `speed` divides the times between attempts. */
  retries: z.object({ speed: z.number().min(1).max(100_000_000) }).optional(),
});

const header = z.tuple([z.string(), z.string()]);

/** One delivery. Times in milliseconds. */
export const sendAttempt = z.object({
  number: z.number().int(),
  /** ISO 8601 */
  at: z.string(),
  /** The time since the first attempt on the clock of the retries. */
  simulatedMs: z.number(),
  sent: z.array(header),
  ms: z.number(),
  isAccepted: z.boolean(),
  answer: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('answered'),
      status: z.number().int(),
      headers: z.array(header),
      /** At most 1 MiB of it. */
      body: z.string(),
      isComplete: z.boolean(),
    }),
    z.object({
      kind: z.literal('none'),
      reason: z.enum(['no-answer-in-time', 'refused', 'closed', 'certificate', 'cancelled', 'other']),
      code: z.string(),
    }),
  ]),
});
export type SendAttempt = z.infer<typeof sendAttempt>;

export const sentCallback = z.object({
  url: z.string(),
  /** The IP address to which every attempt was sent. */
  ip: z.string(),
  /** As it was sent; of a message with a fault, before the fault. */
  body: bytes,
  attempts: z.array(sendAttempt),
});
export type SentCallback = z.infer<typeof sentCallback>;

const choice = z.object({ id: z.string(), title: z.string() });

export const sendChoices = z.object({
  templates: z.array(choice.extend({ target: z.string(), event: z.string() })),
  encodings: z.array(choice.extend({ id: z.enum(encodingIds) })),
  /** `rule`: the part of interface 6 that demands the rejection. */
  faults: z.array(choice.extend({ rule: z.string() })),
  events: z.array(z.object({ target: z.string(), event: z.string() })),
  /** The times between attempts, in milliseconds. */
  retryGaps: z.array(z.number()),
});
export type SendChoices = z.infer<typeof sendChoices>;

export const callbackSendingOperations = {
  /** Returns the message that a request would send, to be shown and edited. @throws those of reading a conversation */
  'callbacks.prepare': cancelOnSwitch({
    input: sendRequest
      .pick({ what: true, encoding: true, unknownMembers: true, bytes: true })
      .extend({ environmentId }),
    output: z.object({ body: bytes, conversationId: z.string(), target: z.string(), event: z.string() }),
  }),
  'callbacks.sendChoices': operation({ input: z.object({}), output: sendChoices }),
  /**
   * Sends a signed test callback. Cancelling ends the retries; the result then has the attempts so far. An address that is neither on this
   * computer nor in a private network fails with `invalid-input`, whose details hold the `problem` `public` and the `ip` to confirm.
   * @throws Failure invalid-input, credentials-missing, reading-expired, and those of reading a conversation
   */
  'callbacks.send': runToEnd({
    policy: 'integration',
    input: sendRequest.extend({ environmentId }),
    output: sentCallback,
    progress: sendAttempt,
  }),
};
