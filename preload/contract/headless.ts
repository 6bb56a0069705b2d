import { z } from 'zod';
import { attemptProgress } from './attempt.ts';
import { failureView } from './envelope.ts';
import { environmentId } from './environments.ts';
import { bytes, cancelOnSwitch, runToEnd, underRule } from './operation.ts';
import { conversation } from './service/conversation.ts';
import { headlessPage } from './service/headless.ts';
import { readingNotes } from './service/reading.ts';
import { inEnvironment, target } from './target.ts';
import { rolesAtService } from './team-roles.ts';

/** The largest file for one field, and all files of a step together, in bytes. They are sent as base64, a third longer. */
export const maxHeadlessFile = 10 * 1024 * 1024;
export const maxHeadlessFiles = 24 * 1024 * 1024;
/** The longest answer without its files, in UTF-16 units of its JSON. */
export const maxHeadlessAnswer = 256 * 1024;

/** The applicant's address, sent as X-User-IP (interface 4.6, 4.7). */
export const userIp = z.union([z.ipv4(), z.ipv6()], 'Enter an IPv4 or IPv6 address');

/** The outcome of a page that was shown; the only part of a flow that is kept on disk. */
export const headlessStep = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** `<GROUP>/<ACTION>`; empty where the service's component has another form. */
  component: z.string().max(121),
  /** `same`: the service showed the page again without saying why. `unknown`: it is not known whether the answer arrived. */
  outcome: z.enum(['accepted', 'refused', 'same', 'unknown']),
});
export type HeadlessStep = z.infer<typeof headlessStep>;

/** A request of a flow and its response, for a transcript that may be given to others: it has no value of the applicant and no id of a page. */
export const headlessExchange = z.object({
  at: z.number(),
  method: z.enum(['GET', 'POST']),
  /** Below the base address; the id of a page is replaced by a name such as `{page 2}`. */
  path: z.string(),
  /** The submitted values: the kind of each, or a file's ending, type, size and digest. */
  sent: z.array(
    z.object({
      name: z.string(),
      value: z.string().optional(),
      file: z
        .object({ fileName: z.string(), type: z.string(), bytes: z.number().int(), sha256: z.string() })
        .optional(),
    }),
  ),
  /** HTTP status, where a response was received. */
  status: z.number().int().optional(),
  requestId: z.string().optional(),
  ms: z.number().optional(),
  response: z
    .object({
      component: z.string().optional(),
      next: z.string().optional(),
      args: z.array(z.object({ name: z.string(), value: z.string().optional() })),
      errors: z.array(z.object({ field: z.string().optional(), code: z.string().optional() })),
    })
    .optional(),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type HeadlessExchange = z.infer<typeof headlessExchange>;

/** A file that was chosen for a field and is held in memory until it is sent. */
export const headlessFile = z.object({
  fileId: z.string(),
  /** The field it is for. */
  name: z.string(),
  fileName: z.string(),
  bytes: z.number().int(),
  /** Lower-case hexadecimal. */
  sha256: z.string(),
  /** The type found from its first bytes. */
  type: z.string().optional(),
  /** An image's size in pixels. */
  size: z.object({ width: z.number().int(), height: z.number().int() }).optional(),
  /** True if it is an image that is safe to show. */
  isShown: z.boolean(),
  /** The reason why it is not shown. */
  reason: z.string().optional(),
});
export type HeadlessFile = z.infer<typeof headlessFile>;

/** An applicant's flow, step by step (interface 4.6, 4.7). */
export const headlessFlow = z.object({
  environmentId,
  conversationId: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  changedAt: z.number(),
  /** The last 100. */
  steps: z.array(headlessStep),
  /**
   * `unread`: the current page was not read in this session. `waiting`: for an answer. `unsettled`: it is not known whether the last
   * answer arrived; the page must be read before another one. `ended`: there is no page to answer.
   */
  state: z.enum(['unread', 'waiting', 'sending', 'unsettled', 'ended']),
  /** The time of an answer whose outcome is not known. */
  unsettledAt: z.number().optional(),
});
export type HeadlessFlow = z.infer<typeof headlessFlow>;

export const headlessView = z.object({
  flow: headlessFlow,
  /** In memory only, for this flow. */
  userIp: z.string().optional(),
  /** The name of the environment, to be typed before the first answer; absent where none is required or it was typed. */
  confirmation: z.string().optional(),
  page: headlessPage.optional(),
  notes: readingNotes.optional(),
  files: z.array(headlessFile),
  /** The exchanges of this session; the last 200. */
  exchanges: z.array(headlessExchange),
});
export type HeadlessView = z.infer<typeof headlessView>;

export const headlessResult = z.object({
  view: headlessView,
  /** The outcome of the answer; absent for a read. `failed`: nothing was done with it. */
  outcome: headlessStep.shape.outcome.or(z.literal('failed')).optional(),
  /** The result of a read about an answer whose outcome was not known. */
  settled: z.enum(['moved-on', 'same-step']).optional(),
  failure: failureView.optional(),
});
export type HeadlessResult = z.infer<typeof headlessResult>;

const fieldName = z.string().max(200);

export const headlessOperations = underRule('integration', {
  /** Flows of an environment that have not ended, latest first. */
  'headless.flows': cancelOnSwitch({
    input: inEnvironment,
    output: z.object({ flows: z.array(headlessFlow) }),
  }),
  /** Returns the flow of a conversation as this console knows it; nothing is requested. */
  'headless.view': cancelOnSwitch({ input: target, output: z.object({ view: headlessView.optional() }) }),
  /**
   * GET headless (interface 4.6): the current page. `userIp` begins the flow or changes its address. A failure of the service is in the
   * result. @throws Failure invalid-input where there is no address yet, busy
   */
  'headless.read': cancelOnSwitch({
    input: target.extend({ userIp: userIp.optional() }),
    output: headlessResult,
    progress: attemptProgress,
  }),
  /**
   * POST headless/{next} (interface 4.7), sent once: the answer to the page that was read last. `args` is the JSON of an object with the
   * values by field; as text, so that every name arrives as it is. `files` names added files. A failure of the service is in the result.
   * @throws Failure step-outdated, busy, confirmation-mismatch, invalid-input, limit-exceeded, file-not-written
   */
  'headless.submit': runToEnd({
    roles: rolesAtService,
    input: target.extend({
      next: z.string().max(2000),
      args: z.string().max(maxHeadlessAnswer),
      files: z
        .array(
          z.object({ name: fieldName, fileId: z.string().max(64), form: z.enum(['base64', 'data-url']) }),
        )
        .max(100),
      confirmation: z.string().max(200).optional(),
    }),
    output: headlessResult,
    entries({ environmentId, conversationId }, { outcome, view }) {
      const details = { component: view.flow.steps.at(-1)?.component ?? '', outcome: outcome ?? 'failed' };
      return details.outcome === 'failed'
        ? []
        : [{ kind: 'headless-answered', environmentId, conversationId, details }];
    },
  }),
  /** Takes a file for a field, in place of the one before. @throws Failure limit-exceeded, step-outdated */
  'headless.addFile': cancelOnSwitch({
    input: target.extend({ name: fieldName, fileName: z.string().max(500), bytes }),
    output: headlessFile,
  }),
  'headless.removeFile': cancelOnSwitch({
    input: target.extend({ fileId: z.string().max(64) }),
    output: z.object({}),
  }),
  /** GET conversation (interface 4.2), to show the effect of a step; the conversation is not opened. */
  'headless.conversation': cancelOnSwitch({
    input: target,
    output: z.object({ conversation, notes: readingNotes }),
  }),
  /**
   * Removes all data of a flow from this console; nothing changes at the service. One whose last answer has an unknown outcome is removed only with
   * `unsettled`, since nothing then warns of answering that step again. @throws Failure outcome-unknown; busy while an answer is being sent
   */
  'headless.forget': cancelOnSwitch({
    input: target.extend({ unsettled: z.boolean() }),
    output: z.object({}),
  }),
});
