import { z } from 'zod';
import { keptListener, saveProgress, saveResult } from './application.ts';
import { environmentId } from './environments.ts';
import { bytes, cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { maxText, maxWholeBody } from './signature-limits.ts';
import { explanation, finding, verification } from './signatures.ts';
import { inEnvironment, page } from './target.ts';

/** The states of a received callback (interface 6.4, 6.2). A correct receiver accepts only the first. */
export const callbackStates = [
  'valid',
  'not-a-message',
  'outside-time',
  'wrong-signature',
  'not-verified',
] as const;
/**
 * `retry`: the same callback id came before and was never accepted; `duplicate`: it was accepted before (interface 6.2).
 * Only callbacks with a valid signature are compared.
 */
export const callbackRelations = ['first', 'retry', 'duplicate'] as const;
export const callbackSources = ['listener', 'pasted', 'file'] as const;

/** A received callback in the list. Texts of the message are bounded. */
export const callbackRow = z.object({
  id: z.number().int(),
  /** ISO 8601 */
  receivedAt: z.string(),
  source: z.enum(callbackSources),
  state: z.enum(callbackStates),
  relation: z.enum(callbackRelations),
  /** 1 for the first delivery of a callback id. */
  attempt: z.number().int(),
  /** True if the pair of target and event is in the table of interface 6.2. */
  isKnown: z.boolean(),
  /** The status it was answered with; undefined if no answer was sent. */
  answered: z.number().int().optional(),
  bytes: z.number().int(),
  callbackId: z.string().optional(),
  conversationId: z.string().optional(),
  target: z.string().optional(),
  event: z.string().optional(),
  /** The time of the event, as the service wrote it. */
  created: z.string().optional(),
});
export type CallbackRow = z.infer<typeof callbackRow>;

/** The verdicts as of the moment of receipt. */
export const callbackVerification = verification.omit({ id: true, unreadKeys: true });
export type CallbackVerification = z.infer<typeof callbackVerification>;

export const callbackDetails = z.object({
  row: callbackRow,
  /** Absent where no signing key could be read; `unverified` says why. */
  verification: callbackVerification.optional(),
  unverified: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  /** In the order received; credentials are left out. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** As received, byte for byte. */
  body: bytes,
});
export type CallbackDetails = z.infer<typeof callbackDetails>;

/** Failures of the inbox with the same cause; `finding` is the proved cause of wrong signatures. */
const failureCause = z.object({
  state: z.enum(callbackStates).exclude(['valid']),
  finding: finding.optional(),
  /** The end of the newest search that proved no cause; absent for a wrong signature without a signing key to search with. */
  search: explanation.pick({ matches: true, tried: true, stoppedBy: true }).optional(),
  count: z.number().int(),
  newestId: z.number().int(),
});
export type FailureCause = z.infer<typeof failureCause>;

/** The end of a case of which no callback with a valid signature that came in time is in the inbox. */
export const missedCallback = z.object({
  conversationId: z.string(),
  /** The event of CONVERSATION that should have come (interface 6.2). */
  event: z.enum(['FINISHED', 'EXPIRED']),
  /** When the status was first seen here, in milliseconds since the epoch. */
  seenAt: z.number(),
});
export type MissedCallback = z.infer<typeof missedCallback>;
/** The newest ended cases that are looked through for those without a callback. */
export const maxEnded = 5000;
/** The most cases without a callback that are named. */
export const maxMissed = 500;
const missedCallbacks = z.object({
  /** Newest first. */
  missed: z.array(missedCallback),
  /** True if older ones were not looked through, or more are missed than are named. */
  isCut: z.boolean(),
});
export type MissedCallbacks = z.infer<typeof missedCallbacks>;
/** Milliseconds for which the service tries again at least (interface 6.3). */
export const retriedFor = 4 * 86_400_000;

export const callbackFilter = z.object({
  conversationId: z.string().max(512).optional(),
  /** A callback id or a conversation id. */
  id: z.string().max(512).optional(),
  show: z.enum(['all', 'problems', 'repeated', 'unknown']).default('all'),
});
export type CallbackFilter = z.input<typeof callbackFilter>;
export type CallbackQuery = z.output<typeof callbackFilter>;

/** The listener's answer. `verify`: as a correct receiver, 200 for a valid callback and 401 for any other. */
export const callbackAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify') }),
  z.object({ kind: z.literal('status'), status: z.number().int().min(200).max(599) }),
  /** 200 after this many seconds. */
  z.object({ kind: z.literal('slow'), seconds: z.number().int().min(1).max(120) }),
  z.object({ kind: z.literal('never') }),
]);
export type CallbackAnswer = z.infer<typeof callbackAnswer>;

/** A key and a certificate for HTTPS, as PEM. Kept in memory until the listener is stopped. */
const listenerTls = z.object({
  key: z.string().min(1).max(100_000),
  certificate: z.string().min(1).max(100_000),
});

export const listenerSettings = z.object({
  /** Loopback only; that of the last start where absent. */
  address: z.enum(['127.0.0.1', '::1']).optional(),
  /** 0 chooses a free one; that of the last start where absent. */
  port: z.number().int().min(0).max(65_535).optional(),
  tls: listenerTls.optional(),
  answer: callbackAnswer.default({ kind: 'verify' }),
});
export type ListenerSettings = z.input<typeof listenerSettings>;

export const listenerState = z.object({
  environmentId,
  /** The address to receive callbacks at, such as `http://127.0.0.1:41234/callback`; absent while the listener is off. */
  url: z.string().optional(),
  /** The one at which it was last started, and will be again. */
  kept: keptListener.optional(),
  answer: callbackAnswer,
  /** Since the listener was started: callbacks kept, and requests that were no callback. */
  received: z.number().int(),
  refused: z.number().int(),
  /** The reason why the last callback could not be kept. It was answered 503, so that the sender tries again. */
  fault: z.string().optional(),
});
export type ListenerState = z.infer<typeof listenerState>;

export const callbackOperations = {
  'callbacks.listener': operation({ input: inEnvironment, output: listenerState }),
  /** The listeners that are on, of all environments. */
  'callbacks.listeners': operation({
    input: z.object({}),
    output: z.object({ listeners: z.array(listenerState) }),
  }),
  /** Starts the listener, which goes on when another environment is selected. @throws Failure invalid-input if the port is taken */
  'callbacks.start': runToEnd({
    policy: 'integration',
    input: inEnvironment.extend({ settings: listenerSettings }),
    output: listenerState,
  }),
  'callbacks.stop': operation({ input: inEnvironment, output: listenerState }),
  /** Changes how callbacks are answered from now on. */
  'callbacks.answer': operation({
    input: inEnvironment.extend({ answer: callbackAnswer }),
    output: listenerState,
  }),
  /** A part of the inbox, newest first. */
  'callbacks.list': cancelOnSwitch({
    input: inEnvironment.extend({ filter: callbackFilter, ...page }),
    output: z.object({ total: z.number().int(), rows: z.array(callbackRow) }),
  }),
  /** The newest failures by cause, the largest group first; only the `grouped` newest of the `total` are searched. */
  'callbacks.causes': cancelOnSwitch({
    input: inEnvironment,
    output: z.object({ total: z.number().int(), grouped: z.number().int(), causes: z.array(failureCause) }),
    progress: z.object({ done: z.number().int(), total: z.number().int() }),
  }),
  /** The cases that ended since a time (milliseconds since the epoch) without a genuine callback about it, newest first; at most 500 of the newest 5,000. */
  'callbacks.missed': cancelOnSwitch({
    input: inEnvironment.extend({ since: z.number() }),
    output: missedCallbacks,
  }),
  /** @throws Failure reading-expired if it was deleted */
  'callbacks.get': cancelOnSwitch({
    input: inEnvironment.extend({ id: z.number().int() }),
    output: callbackDetails,
  }),
  /** The callbacks of a conversation, oldest first; at most 1,000. */
  'callbacks.timeline': cancelOnSwitch({
    input: inEnvironment.extend({ conversationId: z.string().max(512) }),
    output: z.object({ rows: z.array(callbackRow) }),
  }),
  /**
   * Adds requests that were pasted or are in a file: raw HTTP, cURL, HAR, log lines, JSON. Returns the rows that were added and a
   * sentence for each request that has no body. @throws Failure invalid-input if there is none
   */
  'callbacks.add': runToEnd({
    policy: 'integration',
    input: inEnvironment.extend({
      source: z.union([
        z.string().max(maxText),
        bytes.refine(({ byteLength }) => byteLength <= maxWholeBody, 'A file has at most 32 MiB'),
      ]),
      from: z.enum(['pasted', 'file']),
    }),
    output: z.object({ added: z.array(callbackRow), notes: z.array(z.string()) }),
  }),
  /**
   * Saves a message for a receiver's own tests: with invented data in place of personal data, and signed with a test key that is in the
   * file. @throws Failure invalid-input if the body is not JSON
   */
  'callbacks.fixture': operation({
    input: z.object({ body: bytes.refine(({ byteLength }) => byteLength <= maxWholeBody) }),
    output: saveResult,
    progress: saveProgress,
  }),
  /** Deletes callbacks from this console; without ids all of the environment. Returns the number. */
  'callbacks.delete': runToEnd({
    input: inEnvironment.extend({ ids: z.array(z.number().int()).max(10_000).optional() }),
    output: z.object({ deleted: z.number().int() }),
  }),
};
