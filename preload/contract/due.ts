import { z } from 'zod';
import { caseSelection, hold } from './cases.ts';
import { bytes, cancelOnSwitch, runToEnd } from './operation.ts';
import { inEnvironment, page } from './target.ts';
import { rolesAtService } from './team-roles.ts';

/** A calendar day, `YYYY-MM-DD`. */
export const calendarDay = z.iso.date();

/** The law that a period follows, `not-aml` where no such law applies, or `own`. */
export const dueBases = ['own', 'not-aml', 'amld', 'amlr', 'pl', 'de', 'uk'] as const;
export const dueBasis = z.enum(dueBases);
export type DueBasis = z.infer<typeof dueBasis>;

/** The statuses of interface 3.1. */
export const dueStatuses = ['FINISHED', 'EXPIRED', 'CANCELED', 'IN_PROGRESS', 'CREATED'] as const;

/**
 * The start of a period. `status`: the day on which the console first saw the status. `relationship`: the end of the relationship with the
 * person, from a list of the user. `end-of-year`: the end of the calendar year of that day.
 */
export const dueStarts = ['status', 'relationship', 'end-of-year'] as const;
export type DueStart = (typeof dueStarts)[number];

/** The period after which the data of conversations must be deleted at the service. */
export const dueRule = z.strictObject({
  basis: dueBasis,
  count: z.number().int().min(1, 'At least 1').max(3650, 'At most 3,650'),
  unit: z.enum(['days', 'years']),
  startsAt: z.enum(dueStarts),
  statuses: z.array(z.enum(dueStatuses)).min(1, 'Choose at least one status'),
});
export type DueRule = z.infer<typeof dueRule>;

/**
 * `due`: the period has ended. `soon`: it ends within 30 days. `unknown`: it has no start. `held`: kept on purpose, and in no other group.
 * `missing`: the service answered that it does not know it, so it is neither due nor soon nor unknown.
 */
export const dueGroups = ['due', 'soon', 'unknown', 'held', 'missing'] as const;
export const dueGroup = z.enum(dueGroups);
export type DueGroup = z.infer<typeof dueGroup>;

/** `userKey` is personal data. */
export const dueRow = z.object({
  conversationId: z.string(),
  userKey: z.string().optional(),
  status: z.string().optional(),
  /** The start of the period, and its last day. */
  startedOn: calendarDay.optional(),
  endsOn: calendarDay.optional(),
  hold: hold.optional(),
  /** When the service last answered that it does not know it, in milliseconds since the epoch. */
  missingAt: z.number().int().optional(),
});
export type DueRow = z.infer<typeof dueRow>;

export const dueCounts = z.record(dueGroup, z.number().int()).and(
  z.object({
    /** Those of `due` whose period ended more than 30 days ago. */
    overdue: z.number().int(),
  }),
);
export type DueCounts = z.infer<typeof dueCounts>;

/** The number of conversations whose deletion needs a reason: held, before the end of their period, or with a period of unknown start. */
export const earlyDeletions = z.object({
  held: z.number().int(),
  early: z.number().int(),
  unknown: z.number().int(),
});
export type EarlyDeletions = z.infer<typeof earlyDeletions>;

export const maxStartsBytes = 8 * 1024 * 1024;
const startsSource = inEnvironment.extend({
  /** CSV with a line of headings. */
  source: z.union([z.string().max(maxStartsBytes), bytes.refine((file) => file.length <= maxStartsBytes)]),
  /** The heading of the column with the days; guessed without it. */
  column: z.string().max(300).optional(),
});
const given = inEnvironment.extend({ selection: caseSelection });
const affected = z.object({ affected: z.number().int() });

/** The reason to delete them all the same. */
export const earlyReason = z.string().trim().min(1).max(1000);

export const dueOperations = {
  /** Returns the rule of an environment, if it has one, and the number of conversations in each group. */
  'due.summary': cancelOnSwitch({
    input: inEnvironment,
    output: z.object({ rule: dueRule.optional(), counts: dueCounts, today: calendarDay }),
  }),
  /** Counts what a rule would make due. */
  'due.preview': cancelOnSwitch({
    input: inEnvironment.extend({ rule: dueRule }),
    output: z.object({ counts: dueCounts }),
  }),
  /** Sets the rule; null turns it off. */
  'due.setRule': runToEnd({
    roles: rolesAtService,
    policy: 'due',
    input: inEnvironment.extend({ rule: dueRule.nullable() }),
    output: z.object({}),
    entries: ({ environmentId: id, rule }) => [
      {
        kind: 'due-rule-set',
        environmentId: id,
        details: rule === null ? { rule: 'off' } : { ...rule, statuses: rule.statuses.join(' ') },
      },
    ],
  }),
  /** The rows of a group, the longest due first. */
  'due.rows': cancelOnSwitch({
    input: inEnvironment.extend({ group: dueGroup, ...page }),
    output: z.object({ rows: z.array(dueRow), total: z.number().int() }),
  }),
  /** Keeps conversations on purpose, or ends that of those that are. */
  'due.hold': runToEnd({
    roles: rolesAtService,
    input: given.extend({
      hold: z
        .strictObject({
          reason: z.string().trim().min(1, 'Enter a reason').max(1000, 'At most 1,000 characters'),
          until: calendarDay.optional(),
        })
        .nullable(),
    }),
    output: affected,
  }),
  /** Sets the day on which the relationship with the person ended. */
  'due.setStart': runToEnd({
    roles: rolesAtService,
    input: given.extend({ on: calendarDay }),
    output: affected,
  }),
  /**
   * Finds the conversations and days in a table: conversation ids, or user keys in the list of cases. Nothing is changed.
   * @throws Failure invalid-input
   */
  'due.readStarts': cancelOnSwitch({
    input: startsSource,
    output: z.object({
      columns: z.array(z.string()),
      column: z.string(),
      /** The conversations whose start would be set or changed. */
      found: z.number().int(),
      unchanged: z.number().int(),
      /** Lines without a known conversation, and without a day that can be read. */
      unknown: z.number().int(),
      unreadable: z.number().int(),
    }),
  }),
  /** Sets the starts that `due.readStarts` found. @throws Failure invalid-input */
  'due.importStarts': runToEnd({ roles: rolesAtService, input: startsSource, output: affected }),
};
