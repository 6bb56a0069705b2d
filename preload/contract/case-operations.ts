import { z } from 'zod';
import { saveResult } from './application.ts';
import {
  approvalRule,
  caseSettings,
  checklistItem,
  noteTemplate,
  ownReason,
  retentionDays,
  retentionPeriods,
  targetHours,
  waitingReason,
} from './case-settings.ts';
import {
  actionProgress,
  caseDetails,
  caseFilter,
  caseMatch,
  caseQueryResult,
  caseQueue,
  caseRow,
  caseSelection,
  caseSort,
  caseState,
  casesStatus,
  caseView,
  dayStarts,
  decisionKind,
  finding,
  followUp,
  labelName,
  maxAttachment,
  reasonCode,
  reasonCodes,
  retainedCase,
  retentionStep,
  settlementKinds,
  time,
} from './cases.ts';
import { bytes, cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { ownCheckChoices } from './plausibility.ts';
import { conversation } from './service/conversation.ts';
import { conversationId } from './service/reading.ts';
import { inEnvironment, page, target } from './target.ts';
import { memberId, rolesAtService } from './team-roles.ts';
import { forgery } from './test-cases.ts';

const freeText = z.string().trim().min(1, 'Enter a text').max(4000, 'At most 4,000 characters');
/** The member of the team, or all with a role. */
const recipient = z.union([
  z.strictObject({ member: memberId }),
  z.strictObject({ role: z.enum(rolesAtService) }),
]);
const resultId = z.string().max(64);
const affected = z.object({
  affected: z.number().int(),
  /** The time of the entries, by which they can be taken back. */
  at: time.optional(),
  /** The number of named cases that are not in the list; absent where all are. */
  unknown: z.number().int().optional(),
  /** The forgery in the case that was decided, where it was a test case. */
  tests: z.array(forgery).optional(),
});

/** Changes the selected cases, as `more` says. */
const action = <Shape extends z.ZodRawShape>(more: Shape) =>
  runToEnd({
    input: inEnvironment.extend({ selection: caseSelection, ...more }),
    output: affected,
    progress: actionProgress,
  });

export const caseOperations = {
  'cases.status': operation({ input: inEnvironment, output: casesStatus }),
  /** Filters and sorts. The order is kept under `resultId` for the last few queries, so that pages of it agree with each other. */
  'cases.query': cancelOnSwitch({
    input: inEnvironment.extend({ filter: caseFilter, sort: caseSort, dayStarts }),
    output: caseQueryResult,
  }),
  /** A row that was forgotten meanwhile is null. @throws result-expired: query again */
  'cases.rows': cancelOnSwitch({
    input: inEnvironment.extend({
      resultId,
      ...page,
      /** False for those that the list has room for. */
      everyFinding: z.boolean().default(false),
    }),
    output: z.object({ rows: z.array(caseRow.nullable()) }),
  }),
  /** The index of a case in a result. @throws result-expired */
  'cases.position': cancelOnSwitch({
    input: target.extend({ resultId }),
    output: z.object({ index: z.number().int().optional() }),
  }),
  /** Absent where the console does not know the conversation. */
  'cases.get': cancelOnSwitch({ input: target, output: z.object({ case: caseDetails.optional() }) }),
  /** A read that was kept, as the service answered it then. @throws reading-expired */
  'cases.reading': cancelOnSwitch({
    input: target.extend({ readId: z.number().int() }),
    output: z.object({ at: time, conversation }),
  }),

  /**
   * Up to `max` cases whose conversation id, user key, document number or national id is exactly this; then those of people with these words in
   * their names, in any script and with or without marks, or with this birth date, e-mail address or phone number; then those with it in a note or a label.
   */
  'cases.search': cancelOnSwitch({
    input: inEnvironment.extend({
      text: z.string().trim().min(1).max(512),
      max: z.number().int().min(1).max(1000).default(20),
      /** The last word of a name may be unfinished. */
      isTyping: z.boolean().default(false),
    }),
    output: z.object({ matches: z.array(caseMatch) }),
  }),
  /**
   * Records a decision with each case. It stays in this console. Resolves when it is on disk.
   * @throws invalid-input: a reason is not offered for the decision; team-not-allowed: a question is for nobody of the team
   */
  'cases.decide': {
    ...action({
      decision: z.union([
        z
          .strictObject({
            kind: decisionKind,
            reason: reasonCodes.optional(),
            comment: freeText.optional(),
            /** The member of the team, or the role, to whom a case is escalated; the comment is the question. */
            to: recipient.optional(),
          })
          .refine(
            ({ kind, comment, to }) => to === undefined || (kind === 'escalate' && comment !== undefined),
            'A question goes with an escalation',
          ),
        /** Withdraws the decision; the comment says why. */
        z.strictObject({ withdrawn: z.literal(true), comment: freeText }),
      ]),
    }),
    policy: 'decide' as const,
  },
  /**
   * Settles a finding of a case, or withdraws that (null). The service's result stays as it is.
   * @throws invalid-input: the case no longer has this finding
   */
  'cases.settle': runToEnd({
    input: target.extend({ finding, settlement: z.enum(settlementKinds).nullable(), reason: freeText }),
    output: affected,
  }),
  /**
   * Takes back what the user of this computer decided, labelled or noted about cases at a time, by entries that say the contrary: a decision is
   * withdrawn, whatever was decided before it. Cases that were decided or labelled anew since then, in another window too, are left out.
   * @throws invalid-input: nothing was left to take back
   */
  'cases.undo': runToEnd({
    input: inEnvironment.extend({
      conversationIds: z.array(conversationId).min(1).max(10_000),
      of: z.enum(['decision', 'label', 'note']),
      done: time,
    }),
    output: affected,
  }),
  /** Ticks an item of the checklist for a case, or takes that back. @throws invalid-input: the checklist has no such item to tick */
  'cases.tick': runToEnd({
    input: target.extend({ item: reasonCode, ticked: z.boolean() }),
    output: affected,
  }),
  'cases.note': action({ text: freeText }),
  /** Adds a note with a file, which stays in this console. @throws limit-exceeded: the case would have more than 20 MB of files */
  'cases.attach': runToEnd({
    input: target.extend({
      text: freeText.or(z.literal('')),
      name: z.string().min(1).max(255),
      content: bytes.refine(({ length }) => length <= maxAttachment, 'A file has at most 5 MB'),
    }),
    output: affected,
  }),
  /** Saves the file of a note. @throws file-unreadable: it is no longer in the list */
  'cases.saveAttachment': runToEnd({
    policy: 'export',
    input: target.extend({ note: z.number().int() }),
    output: saveResult,
  }),
  'cases.label': action({
    add: z.array(labelName).max(20).default([]),
    remove: z.array(labelName).max(20).default([]),
  }),
  /** The labels of an environment, by name, with how many cases have each. */
  'cases.labels': cancelOnSwitch({
    input: inEnvironment,
    output: z.object({ labels: z.array(z.object({ name: z.string(), count: z.number().int() })) }),
  }),
  /** `reason`, a code, says what the user is waited for. */
  'cases.state': action({ state: caseState, reason: reasonCode.optional() }),
  /** Sets the day on which cases come back; null for none. */
  'cases.followUp': action({ followUp: followUp.nullable() }),
  /** Assigns cases to somebody of the team, with a note that hands them over; null for nobody. @throws team-not-allowed: nobody of the team is it */
  'cases.assign': action({ to: recipient.nullable(), note: freeText.optional() }),
  /**
   * Takes a case over from the member who works on it, and assigns it to this one, with a note to the other.
   * @throws team-unreachable, team-not-allowed: nobody has it any more, or somebody else
   */
  'cases.takeOver': runToEnd({ input: target.extend({ note: freeText.optional() }), output: affected }),
  /** Answers the question that was asked about a case. @throws team-not-allowed: none awaits this console */
  'cases.answer': runToEnd({ input: target.extend({ text: freeText }), output: affected }),
  'cases.watch': action({ watched: z.boolean() }),
  /** Marks cases as reviewed, or takes the mark back. */
  'cases.review': action({ reviewed: z.boolean() }),
  /** Records in the history that a case was viewed with personal data shown. */
  'cases.revealed': runToEnd({
    policy: 'show',
    input: target,
    output: z.object({}),
  }),
  /** Removes all data of the cases from this console, after a time in which it can be cancelled. The service keeps its own. */
  'cases.forget': action({ afterMs: z.number().int().min(0).max(60_000).default(0) }),
  /** Saves rows as a file of the user; user keys only where requested. */
  'cases.export': runToEnd({
    policy: 'export',
    input: inEnvironment.extend({
      selection: caseSelection,
      format: z.enum(['csv', 'json']),
      withUserKeys: z.boolean(),
    }),
    output: saveResult,
  }),
  /** Counts the cases of each filter. */
  'cases.counts': cancelOnSwitch({
    input: inEnvironment.extend({ filters: z.array(caseFilter).max(64) }),
    output: z.object({ counts: z.array(z.number().int()) }),
  }),
  'cases.queue': cancelOnSwitch({ input: inEnvironment, output: z.object({ queue: caseQueue.optional() }) }),
  /** Begins a queue of the first 10,000 cases selected, in their order, in place of the one before. */
  'cases.startQueue': runToEnd({
    input: inEnvironment.extend({ selection: caseSelection, title: z.string().max(120) }),
    output: z.object({ queue: caseQueue.optional() }),
  }),
  /** Saves the present case of the queue; null ends the queue. */
  'cases.moveQueue': runToEnd({
    input: inEnvironment.extend({ conversationId: z.string().nullable() }),
    output: z.object({}),
  }),
  'cases.views': cancelOnSwitch({ input: inEnvironment, output: z.object({ views: z.array(caseView) }) }),
  /** Adds a view (no id) or changes it (with id). `before` names the view it goes in front of; without one it stays, or goes last. */
  'cases.saveView': runToEnd({
    input: inEnvironment.extend({
      view: z.strictObject({ ...caseView.shape, id: z.string().max(64).optional(), name: labelName }),
      before: z.string().max(64).optional(),
    }),
    output: z.object({ views: z.array(caseView) }),
  }),
  'cases.deleteView': runToEnd({
    input: inEnvironment.extend({ viewId: z.string().max(64) }),
    output: z.object({ views: z.array(caseView) }),
  }),
  'cases.settings': operation({ input: inEnvironment, output: caseSettings }),
  /** Returns what the next sweep would delete with these periods. */
  'cases.retentionPreview': operation({
    input: inEnvironment.extend({ retentionDays: retentionDays.unwrap(), decisionDays: retentionDays }),
    output: z.object({
      /** The number of cases of which only the decision stays. */
      reduced: z.number().int(),
      /** The number of cases that are deleted completely. */
      removed: z.number().int(),
      /** The number of older cases that are still in work. */
      kept: z.number().int(),
      /** The oldest of those deleted or reduced, up to 100. */
      cases: z.array(retainedCase),
      steps: z.array(retentionStep),
      /** The cases that are old enough but kept on purpose, up to 100 by name. */
      held: z.object({ total: z.number().int(), conversationIds: z.array(z.string()) }),
    }),
  }),
  /**
   * Replaces the list by a copy; the present list becomes the newest copy. Later entries of the journal are applied to it.
   * @throws file-unreadable
   */
  'cases.restore': operation({ input: z.object({ name: z.string().max(255) }), output: z.object({}) }),
  /** Returns where the list is kept, how many bytes its files take (missing while there are none), and its copies, newest first. */
  'cases.files': operation({
    input: z.object({}),
    output: z.object({
      storage: z.enum(['disk', 'memory']),
      bytes: z
        .object({ cases: z.number().int(), journal: z.number().int(), copies: z.number().int() })
        .optional(),
      copies: z.array(z.object({ name: z.string(), at: z.iso.datetime() })),
    }),
  }),
  /** Changes the given settings. */
  'cases.saveSettings': operation({
    policy: 'retention',
    input: inEnvironment.extend({
      retention: z
        .strictObject(retentionPeriods.shape)
        .refine(
          ({ retentionDays: data, decisionDays }) =>
            decisionDays === null || (data !== null && decisionDays >= data),
          'Decisions are kept at least as long as the data',
        )
        .optional(),
      reasons: z.array(ownReason).max(100).optional(),
      approval: approvalRule.optional(),
      targetHours: targetHours.optional(),
      ownChecks: ownCheckChoices.optional(),
      waitingReasons: z.array(waitingReason).max(100).optional(),
      noteTemplates: z.array(noteTemplate).max(100).optional(),
      checklist: z.array(checklistItem).max(100).optional(),
    }),
    output: caseSettings,
  }),
};
