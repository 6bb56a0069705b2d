import { z } from 'zod';
import { cancelOnSwitch, runToEnd } from './operation.ts';
import { conversationId } from './service/reading.ts';
import { inEnvironment } from './target.ts';

/** The outcome chosen by the end user. `hit`: finished, with the user on AML lists. */
export const sandboxEndings = ['well', 'part', 'failed', 'hit', 'canceled'] as const;
export const sandboxEvents = ['FINISHED', 'EXPIRED', 'NEW_DATA'] as const;
export const sandboxFaults = [
  'unavailable',
  'error',
  'gateway-page',
  'slow',
  'cut',
  'reset',
  'malformed',
  'forbidden',
  'payment',
  'gone',
] as const;
/** The requests that a fault is for. */
export const faultTargets = ['any', 'conversation', 'files', 'deletion', 'token'] as const;

/** The address of a receiver on this computer. The sandbox sends callbacks nowhere else. */
const localReceiver = z
  .url({ protocol: /^https?$/, error: 'Enter an address, such as http://127.0.0.1:8080/callback' })
  .max(2048)
  .refine((text) => isLoopback(text), 'The receiver must be on this computer: 127.0.0.1 or localhost');

function isLoopback(text: string): boolean {
  const host = URL.parse(text)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

const code = z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'Enter a code such as SCAN_DOCUMENT_EXPIRED');

export const sandboxCommand = z.discriminatedUnion('kind', [
  /** The end user opens the conversation. */
  z.strictObject({ kind: z.literal('start'), conversationId }),
  /** The end user ends it; `cause` for `part` and `failed`. */
  z.strictObject({
    kind: z.literal('finish'),
    conversationId,
    ending: z.enum(sandboxEndings),
    cause: code.optional(),
  }),
  /** Monitoring finds the user on these AML lists, or on none. */
  z.strictObject({ kind: z.literal('lists'), conversationId, lists: z.array(code).max(10) }),
  z.strictObject({
    kind: z.literal('callback'),
    conversationId,
    event: z.enum(sandboxEvents),
    url: localReceiver,
  }),
  /** The next `times` requests of a kind fail; with an id only those for that conversation. */
  z.strictObject({
    kind: z.literal('fault'),
    target: z.enum(faultTargets),
    conversationId: conversationId.optional(),
    fault: z.enum(sandboxFaults),
    times: z.number().int().min(1).max(1000),
  }),
  z.strictObject({ kind: z.literal('clear-faults') }),
  z.strictObject({
    kind: z.literal('clock'),
    advanceMs: z
      .number()
      .int()
      .min(1)
      .max(366 * 24 * 3600 * 1000),
  }),
  /** Restores the state after the start. */
  z.strictObject({ kind: z.literal('reset') }),
]);
export type SandboxCommand = z.infer<typeof sandboxCommand>;

/** One attempt to deliver a callback (interface 6.3). */
export const sandboxDelivery = z.object({
  time: z.string(),
  attempt: z.number().int(),
  conversationId: z.string(),
  target: z.string(),
  event: z.string(),
  url: z.string(),
  /** The receiver's status; if it is missing, `error` says why. */
  status: z.number().int().optional(),
  error: z.string().optional(),
  /** The signed request as text: headers, an empty line, the body. */
  request: z.string(),
});
export type SandboxDelivery = z.infer<typeof sandboxDelivery>;

export const sandboxState = z.object({
  conversations: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      gone: z.boolean(),
      /** True if AML checks were requested: without them no list can have a hit. */
      aml: z.boolean(),
    }),
  ),
  /** Milliseconds since the epoch, by the sandbox's clock, and how far it is ahead of the computer's. */
  now: z.number(),
  aheadMs: z.number(),
  /** Faults that are still pending. */
  faults: z.number().int(),
  /** The last deliveries, newest first. */
  deliveries: z.array(sandboxDelivery),
});
export type SandboxState = z.infer<typeof sandboxState>;

/** All as PEM. */
export const sandboxCertificate = z.object({
  certificate: z.string(),
  key: z.string(),
  /** The certificate of the sandbox's own authority, which issued it. */
  authority: z.string(),
});
export type SandboxCertificate = z.infer<typeof sandboxCertificate>;

/** Control of the console's own sandbox. @throws Failure not-supported-here for every other environment */
export const sandboxOperations = {
  'sandbox.state': cancelOnSwitch({ input: inEnvironment, output: sandboxState }),
  /**
   * Executes a command and returns the sandbox's new state.
   * @throws Failure invalid-input if it is not possible
   */
  'sandbox.command': runToEnd({
    input: inEnvironment.extend({ command: sandboxCommand }),
    output: sandboxState,
  }),
  /** A new certificate for 127.0.0.1, ::1 and localhost: the sandbox sends callbacks over https to a receiver that has it. */
  'sandbox.certificate': cancelOnSwitch({ input: inEnvironment, output: sandboxCertificate }),
};
