import { z } from 'zod';
import { caseSelection, labelName } from './cases.ts';
import { failureView } from './envelope.ts';
import { environmentId } from './environments.ts';
import { bytes, cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { inEnvironment, page } from './target.ts';

/** The most bytes read of one list. */
export const maxListBytes = 64 * 1024 * 1024;

/** The reason why a line gave no conversation, or not all in it. */
export const badLineReasons = [
  'no-id',
  'callback-id',
  'no-conversation',
  'too-long',
  'unknown-user-key',
  'other-ids',
  'too-many',
  'repeated-member',
] as const;

/** A line that gave no conversation, or not all in it; `text` is its beginning, or the texts that were not read. */
export const badLine = z.object({
  number: z.number().int(),
  text: z.string(),
  reason: z.enum(badLineReasons),
});
export type BadLine = z.infer<typeof badLine>;

/** The content of a pasted or dropped list. Only the first lines of a long list are given, with their number. */
export const listReport = z.object({
  /** The unit of `number`: lines of the text, or items of a JSON list. */
  unit: z.enum(['line', 'item']),
  format: z.enum(['lines', 'csv', 'json']),
  /** Lines that are not empty. */
  lines: z.number().int(),
  /** The same lines by what they gave: conversations; only those of earlier lines; only those of other environments; none. */
  sums: z.object({
    useful: z.number().int(),
    repeated: z.number().int(),
    elsewhere: z.number().int(),
    useless: z.number().int(),
  }),
  conversations: z.number().int(),
  /** Callback bodies among them: their own ids were left out. */
  callbacks: z.number().int(),
  duplicates: z.array(z.object({ number: z.number().int(), firstNumber: z.number().int(), id: z.string() })),
  duplicateCount: z.number().int(),
  bad: z.array(badLine),
  badCount: z.number().int(),
  /** Lines that name a user key in the list of cases, and how many conversations have it. `userKey` is personal data. */
  userKeys: z.array(
    z.object({ number: z.number().int(), userKey: z.string(), conversations: z.number().int() }),
  ),
  userKeyCount: z.number().int(),
  /** Conversations that the list of cases knows in another environment only; they are left out. */
  elsewhere: z.array(z.object({ number: z.number().int(), id: z.string(), environmentName: z.string() })),
  elsewhereCount: z.number().int(),
  /** True if the text was longer: the rest was not read. */
  isCut: z.boolean(),
  /** The names of further columns; absent without any. */
  columns: z.array(z.string()).optional(),
});
export type ListReport = z.infer<typeof listReport>;

/** The pace of reading conversations: the most at once, and the most per second where it is set. */
export const readingPace = z.strictObject({
  concurrency: z.number().int().min(1).max(16),
  perSecond: z.number().min(0.1).max(1000).optional(),
});
export type ReadingPace = z.infer<typeof readingPace>;

/**
 * A run that reads many conversations of one environment. `waiting`: it continues by itself at `resumesAt`. `paused`: by a user, or because
 * of `failure`, with which every further read would fail. `done`: only failed ones are left.
 */
export const readingRun = z.object({
  environmentId,
  state: z.enum(['running', 'waiting', 'paused', 'done']),
  pace: readingPace,
  /** The number of all conversations ever added to it. */
  total: z.number().int(),
  /** The number read, or known to be gone. */
  done: z.number().int(),
  failed: z.number().int(),
  /** The numbers of those read that were not known before, changed since, or are no longer at the service. */
  added: z.number().int(),
  changed: z.number().int(),
  gone: z.number().int(),
  /** The reads per second, over the last seconds; 0 where none are made. */
  rate: z.number(),
  secondsLeft: z.number().optional(),
  startedAt: z.number(),
  resumesAt: z.number().optional(),
  failure: failureView.optional(),
});
export type ReadingRun = z.infer<typeof readingRun>;

/** A conversation of a run that could not be read. */
export const failedReading = z.object({ conversationId: z.string(), code: z.string() });

/** The entries made with each conversation of a list: labels for all, and values of its further columns as labels or in a note. */
export const listMarks = z.strictObject({
  labels: z.array(labelName).max(10),
  columns: z.array(z.strictObject({ name: z.string().max(60), as: z.enum(['label', 'note']) })).max(20),
});
export type ListMarks = z.infer<typeof listMarks>;

export const readingOperations = {
  /**
   * Reads a list of conversations: ids, addresses, user keys in the list of cases, CSV, JSON, callback bodies. Nothing is sent to the
   * service. The list is kept for a while under `listId`. @throws Failure limit-exceeded
   */
  'reading.readList': cancelOnSwitch({
    input: inEnvironment.extend({
      source: z.union([z.string().max(maxListBytes), bytes.refine((file) => file.length <= maxListBytes)]),
    }),
    output: z.object({ listId: z.string(), report: listReport }),
  }),
  /** Reads the conversations of a list or of a selection of cases, or adds them to the run under way. @throws Failure reading-expired, result-expired */
  'reading.start': runToEnd({
    input: inEnvironment.extend({
      from: z.union([
        z.object({ listId: z.string().max(64), marks: listMarks.optional() }),
        z.object({ selection: caseSelection }),
      ]),
      pace: readingPace,
    }),
    output: z.object({}),
  }),
  /** Returns the runs of all environments. */
  'reading.runs': operation({ input: z.object({}), output: z.object({ runs: z.array(readingRun) }) }),
  /** `retry` repeats failed reads; `stop` removes the rest from the queue and ends the run. */
  'reading.control': operation({
    input: inEnvironment.extend({ action: z.enum(['pause', 'resume', 'stop', 'retry']) }),
    output: z.object({}),
  }),
  /** Returns the conversations that a run could not read, in the order in which they were added. */
  'reading.failed': cancelOnSwitch({
    input: inEnvironment.extend(page),
    output: z.object({ failed: z.array(failedReading) }),
  }),
};

export const runsChanged = z.object({ runs: z.array(readingRun) });
