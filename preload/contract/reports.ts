import { z } from 'zod';
import { savedName, saveResult } from './application.ts';
import { decisionKind, reasonCodes, time, verdict } from './cases.ts';
import { cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { inEnvironment } from './target.ts';
import { testGroup } from './test-cases.ts';

/** The property by which a line of the report on decisions counts together. */
export const reportGroupings = ['day', 'week', 'reviewer', 'day-reviewer', 'decision', 'reason'] as const;
export const reportGrouping = z.enum(reportGroupings);
export type ReportGrouping = z.infer<typeof reportGrouping>;

/** Returns whether the groups are figures about single people. */
export function isAboutPeople(by: ReportGrouping): boolean {
  return by === 'reviewer' || by === 'day-reviewer';
}

/** A decision, or the withdrawal of one. */
export const reportedKind = z.enum([...decisionKind.options, 'withdrawn']);
export type ReportedKind = z.infer<typeof reportedKind>;

/** Decisions of one day, week, reviewer, kind or reason. */
export const decisionGroup = z.object({
  /** The day or the first day of the week (`YYYY-MM-DD`), the system user, the day and the user, the kind, or the kind and the code of the reason. */
  key: z.string(),
  /** Decisions made; withdrawals are not among them. */
  total: z.number().int(),
  counts: z.partialRecord(reportedKind, z.number().int()),
  /** Only in groups by reason. */
  kind: reportedKind.optional(),
  reason: z.string().optional(),
  /** Half of the decisions took at most so long after the result, in milliseconds; absent where none is known. */
  medianMs: z.number().optional(),
  /** Half of the decisions were made at most so long after who made them opened the case here, in milliseconds; absent where none is known. */
  medianOnCaseMs: z.number().optional(),
});
export type DecisionGroup = z.infer<typeof decisionGroup>;

/** Second reviews by what the first person decided, and how many second people decided the same. */
export const agreementGroup = z.object({
  /** `all`, or the kind and the code of the reason. */
  key: z.string(),
  kind: decisionKind.optional(),
  reason: z.string().optional(),
  total: z.number().int(),
  agreed: z.number().int(),
});
export type AgreementGroup = z.infer<typeof agreementGroup>;

/** A span of time in one environment, in milliseconds since the epoch, both ends included. */
const span = inEnvironment.extend({ from: time.optional(), to: time.optional() });

/** Numbers of open cases by their age. */
export const openAge = z.object({
  /** The least age in days, and the age at which the next group begins; the last has none. */
  from: z.number().int(),
  to: z.number().int().optional(),
  toReview: z.number().int(),
  /** Those to review and in review, by the verdict that their assessment is made of. */
  verdicts: z.partialRecord(verdict, z.number().int()),
  inReview: z.number().int(),
  waiting: z.number().int(),
});
export type OpenAge = z.infer<typeof openAge>;

/** A case that changed since it was decided. */
export const changedCase = z.object({
  conversationId: z.string(),
  userKey: z.string().optional(),
  decision: decisionKind,
  reason: reasonCodes.optional().catch(undefined),
  decidedAt: time,
  changedAt: time.optional(),
});
export type ChangedCase = z.infer<typeof changedCase>;

export const reportOperations = {
  /** Counts the decisions of a time, as the journal has them, and says how long they took. */
  'reports.decisions': cancelOnSwitch({
    input: span.extend({ by: reportGrouping }),
    output: z.object({
      all: decisionGroup,
      groups: z.array(decisionGroup),
      /** Decisions on a case that another person had decided in the same time, and those of them that differ. */
      second: z.object({ total: z.number().int(), differing: z.number().int() }),
      /** Second reviews whose second decision was made in the time: all of them first; absent without any. */
      agreement: z.array(agreementGroup).optional(),
      /** Test cases decided in the time; absent without any. */
      tests: z.array(testGroup).optional(),
      /** True if the time has more decisions than are read; the newest count. */
      isLimited: z.boolean(),
      /** Entries that were changed outside the console, or cannot be read: they do not count. */
      unreadable: z.number().int(),
    }),
  }),
  /** Counts the open cases by age, and lists those that changed since they were decided, newest first. */
  'reports.open': cancelOnSwitch({
    input: inEnvironment,
    output: z.object({
      ages: z.array(openAge),
      changed: z.object({ total: z.number().int(), cases: z.array(changedCase) }),
    }),
  }),
  /** Says whether figures about single people are permitted, which `reports.decisions` and `reports.saveFigures` refuse otherwise. */
  'reports.people': operation({ input: z.object({}), output: z.object({ permitted: z.boolean() }) }),
  /** Saves the figures of one chart as CSV: counts, without any case. */
  'reports.saveFigures': runToEnd({
    input: span.extend({ of: z.union([reportGrouping, z.enum(['age', 'agreement', 'tests'])]) }),
    output: saveResult,
  }),
  /** Saves the decisions of a time as CSV: reviewer, decision, reason, comment, and the times of the result and of the decision. */
  'reports.export': runToEnd({
    policy: 'export',
    input: span,
    output: saveResult,
    entries: ({ environmentId: of }, result) =>
      result.kind === 'cancelled'
        ? []
        : [
            {
              kind: 'exported',
              environmentId: of,
              details: { what: 'decisions', as: 'csv', ...savedName(result) },
            },
          ],
  }),
};
