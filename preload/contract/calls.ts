import { z } from 'zod';
import { errorCode } from './envelope.ts';
import { cancelOnSwitch, operation, underRule } from './operation.ts';
import { inEnvironment } from './target.ts';

const ms = z.number().min(0);

/** Milliseconds of each part of a call, in their order; absent where there was no such part. */
export const callPhases = z.object({
  /** Before it was sent: the keychain, the system's proxy settings, waiting for a connection. */
  queueMs: ms.optional(),
  nameMs: ms.optional(),
  connectMs: ms.optional(),
  /** The proxy's answer to CONNECT. */
  proxyMs: ms.optional(),
  tlsMs: ms.optional(),
  /** From the request going out to the response's headers. */
  waitMs: ms.optional(),
  /** From the headers to the end of the body, at the speed at which it was read. */
  readMs: ms.optional(),
});
export type CallPhases = z.infer<typeof callPhases>;

export const callStates = ['running', 'answered', 'failed', 'cancelled'] as const;

/** One request, of this session or an earlier one. */
export const callEntry = z.object({
  id: z.number().int(),
  /** Counts every change of every call: a call whose number is higher than one seen before is newer. */
  revision: z.number().int(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  method: z.string(),
  origin: z.string(),
  /** As it was sent, with its query. */
  path: z.string(),
  /** As the interface writes it. */
  template: z.string(),
  conversationId: z.string().optional(),
  /** From 1; the same call sent again counts on. */
  attempt: z.number().int(),
  repeat: z.enum(['retry', 'new-token']).optional(),
  state: z.enum(callStates),
  status: z.number().int().optional(),
  requestId: z.string().optional(),
  /** Bytes of the response's body as they came. */
  bytes: z.number().int().optional(),
  /** Origin of the proxy used. */
  proxy: z.string().optional(),
  /** It went out on a connection that was there before. */
  keptConnection: z.boolean().optional(),
  failure: z.object({ code: errorCode.or(z.string()), message: z.string() }).optional(),
  phases: callPhases,
  totalMs: ms.optional(),
});
export type CallEntry = z.infer<typeof callEntry>;

export const shells = ['bash', 'powershell', 'cmd'] as const;
export type Shell = (typeof shells)[number];

export const callOperations = underRule('integration', {
  /**
   * The calls of an environment, kept ones of earlier sessions included, that are newer than `after` (0 for all), oldest change first, some hundreds at a time.
   * `ids` are those of all that are still held; only the latest ones are.
   */
  'calls.list': cancelOnSwitch({
    input: inEnvironment.extend({ after: z.number().int().min(0) }),
    output: z.object({
      calls: z.array(callEntry),
      more: z.boolean(),
      revision: z.number().int(),
      ids: z.array(z.number().int()),
    }),
  }),
  /** A call as a cURL command in the quoting of a shell, with placeholders for secrets. @throws Failure reading-expired */
  'calls.curl': cancelOnSwitch({
    input: inEnvironment.extend({ id: z.number().int(), shell: z.enum(shells) }),
    output: z.object({ command: z.string() }),
  }),
  /** The headers of a call, with placeholders for secrets, and its body where the preference `callLog` allows it. @throws Failure reading-expired */
  'calls.get': cancelOnSwitch({
    input: inEnvironment.extend({ id: z.number().int() }),
    output: z.object({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.string().optional() }),
  }),
  /** Forgets the calls of an environment, kept ones included. */
  'calls.clear': operation({ input: inEnvironment, output: z.object({}) }),
});

/** Calls began, went on or were forgotten; at most a few times a second. */
export const callsChanged = z.object({ environmentIds: z.array(z.string()) });
