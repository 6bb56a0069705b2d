import { z } from 'zod';
import { saveResult } from './application.ts';
import { caseSelection } from './cases.ts';
import { deletionMode, deletionReason, ticketNumber } from './deletion.ts';
import { earlyDeletions, earlyReason } from './due.ts';
import { failureView } from './envelope.ts';
import { environmentId } from './environments.ts';
import { cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { readingPace } from './reading.ts';
import { conversationId } from './service/reading.ts';
import { page } from './target.ts';
import { rolesAtService } from './team-roles.ts';

/** The most conversations of one run. */
export const maxRunItems = 100_000;
/** The time in which a confirmed run can be cancelled before its first call, in milliseconds. */
export const holdMs = 10_000;

/** The farthest time for which a run can be planned, and how long after its time it still begins by itself, in milliseconds. */
export const maxPlannedMs = 30 * 86_400_000;
export const missedAfterMs = 120_000;

/** One call of a plan. Before `DELETE_DATA`, the conversation is read until it is final. */
export const planStep = z.enum(['EXPIRE', 'END_MONITORING', 'DELETE_DATA']);
export type PlanStep = z.infer<typeof planStep>;

/** The user's choice for a conversation. `end-monitoring`: AML monitoring is ended first where it is active, then the data is deleted. */
export const deletionChoice = z.enum(['delete', 'expire', 'end-monitoring']);
export type DeletionChoice = z.infer<typeof deletionChoice>;

/**
 * Groups of conversations by what will happen to them, from the state as read (interface 3.3). `works`: its data will be deleted. `expire-first`: it is active, will be
 * expired and then deleted. `expire-only`: it will only be expired, as chosen. `refused`: nothing can be done yet. `unclear`: the interface leaves it
 * open, or the conversation cannot be read. `missing`: the service does not know the id (404), which does not prove that anything was deleted. `gone`:
 * the service no longer has it (410). `unread`: not read yet.
 */
export const previewGroups = [
  'works',
  'expire-first',
  'expire-only',
  'refused',
  'unclear',
  'missing',
  'gone',
  'unread',
] as const;
export const previewGroup = z.enum(previewGroups);
export type PreviewGroup = z.infer<typeof previewGroup>;

/** One conversation of a preview. `userKey`, `name` and `birthDate` are personal data. */
export const previewRow = z.object({
  conversationId: z.string(),
  choice: deletionChoice,
  group: previewGroup,
  /** The conflict of interface 3.3, the code of the failure to read, or `not-documented`. */
  detail: z.string().optional(),
  userKey: z.string().optional(),
  name: z.string().optional(),
  /** As the service has it. */
  birthDate: z.string().optional(),
  status: z.string().optional(),
  products: z.array(z.string()),
  /** ISO 8601: creation time of the conversation, if the response contains it. */
  createdAt: z.string().optional(),
  /** Number of files, if counted. */
  files: z.number().int().optional(),
  /** The calls to make, in order; empty if there are none. */
  plan: z.array(planStep),
  included: z.boolean(),
  /** The cause for which the deletion of its data needs a reason. */
  early: z.enum(['held', 'early', 'unknown']).optional(),
  /** The status when it was proposed, where anything changed since; of a proposal only. */
  proposedStatus: z.string().optional(),
});
export type PreviewRow = z.infer<typeof previewRow>;

/** The preview of a run. It is kept in memory only. */
export const deletionDraft = z.object({
  draftId: z.string(),
  environmentId,
  /** `EXPIRE` if nothing is deleted by what is included. */
  mode: deletionMode,
  /** The choice for all, over which that for a single conversation goes. */
  choice: deletionChoice,
  state: z.enum(['reading', 'paused', 'ready']),
  /** The reason why reading was paused. */
  failure: failureView.optional(),
  total: z.number().int(),
  read: z.number().int(),
  groups: z.record(previewGroup, z.number().int()),
  /** The refused ones by reason, and the unclear ones by detail. */
  details: z.record(z.string(), z.number().int()),
  included: z.number().int(),
  /** The included ones by plan, such as `EXPIRE,DELETE_DATA`. */
  plans: z.record(z.string(), z.number().int()),
  /** Files of the selected ones, if all were counted. */
  files: z.number().int().optional(),
  /** True if the environment can end AML monitoring. */
  canEndMonitoring: z.boolean(),
  /** The name to type in production. */
  confirmation: z.string().optional(),
  /** The text whose last four characters are to be typed where one conversation is included, in production; the id where there is no user key. */
  identityOf: z.enum(['user-key', 'id']).optional(),
  /** True if a second person must approve what is included. */
  needsApproval: z.boolean(),
  /** The proposal that it previews: nothing can be chosen. */
  proposal: z
    .object({
      id: z.string(),
      /** The conversations that changed since it was proposed. */
      changed: z.number().int(),
      /** Why data is deleted that is kept on purpose or must still be kept. */
      earlyReason: z.string().optional(),
      /** The time for which it is planned. */
      startsAt: z.number().optional(),
    })
    .optional(),
});
export type DeletionDraft = z.infer<typeof deletionDraft>;

/** The most concurrent calls, the limit per second, and the number of consecutive failures that stops the run. */
export const runPace = readingPace.extend({ stopAfter: z.number().int().min(1).max(1000) });
export type RunPace = z.infer<typeof runPace>;
/** The pace of a run for which none was chosen. */
export const normalPace: RunPace = { concurrency: 4, stopAfter: 10 };

/**
 * The outcome of an item. `confirmed`: the effect was read. `accepted`: accepted, but no read has shown the effect yet. `refused`: 409.
 * `finished`: the user finished before it could be expired. `missing`: the service did not know its id (404). `gone`: the service no longer had it (410). `failed`: nothing was done. `unknown`:
 * cannot be determined. `changed`: not sent, because a read differed from the preview. `withdrawn`: cancelled before it was sent.
 * `incomplete`: an earlier step of the plan was carried out, or accepted and not confirmed, and the rest was not sent or failed. The outcome is that
 * of the last step sent.
 */
export const itemOutcomes = [
  'confirmed',
  'accepted',
  'refused',
  'finished',
  'missing',
  'gone',
  'failed',
  'unknown',
  'changed',
  'withdrawn',
  'incomplete',
] as const;
export const itemOutcome = z.enum(itemOutcomes);
export type ItemOutcome = z.infer<typeof itemOutcome>;

/**
 * `planned`: begins at `startsAt` if the console is open. `missed`: it was not, and a user decides whether it begins.
 * `holding`: nothing was sent yet, everything can be cancelled. `waiting`: resumes automatically, at `resumesAt` or when others have
 * finished with its conversations. `settling`: nothing
 * more is sent; requests already sent are being read. `interrupted`: the console was closed; a user decides whether it continues.
 */
export const runState = z.enum([
  'planned',
  'missed',
  'holding',
  'running',
  'waiting',
  'settling',
  'paused',
  'interrupted',
  'done',
]);
export type RunState = z.infer<typeof runState>;

export const deletionRun = z.object({
  runId: z.string(),
  environmentId,
  environmentName: z.string(),
  mode: deletionMode,
  reason: deletionReason,
  ticket: z.string().optional(),
  state: runState,
  pace: runPace,
  total: z.number().int(),
  /** The number of requested conversations left out of the run (`UnsentLine`). */
  leftOut: z.number().int(),
  /** Not sent yet. */
  waiting: z.number().int(),
  /** The number of these that wait for another run. */
  heldByOthers: z.number().int(),
  /** Sent, but not finished. */
  underWay: z.number().int(),
  outcomes: z.record(itemOutcome, z.number().int()),
  /** Those of `confirmed` that were only to be expired. */
  expired: z.number().int(),
  /** Items finished per second, over the last seconds. */
  rate: z.number(),
  secondsLeft: z.number().optional(),
  /** Milliseconds since the epoch, as are all times here. */
  createdAt: z.number(),
  heldUntil: z.number().optional(),
  /** The time for which it was planned. */
  startsAt: z.number().optional(),
  resumesAt: z.number().optional(),
  /** The reason why it is paused, waits, or cannot read effects. */
  failure: failureView.optional(),
});
export type DeletionRun = z.infer<typeof deletionRun>;

/** A request of a run that was not sent. It has no text of the line, which may hold personal data. */
export const unsentLine = z.object({
  /** The number of the line, from 1; absent for a selection of cases. */
  line: z.number().int().optional(),
  /** Absent for a line without a conversation. */
  conversationId: z.string().optional(),
  /** `excluded`, `not-read`, `duplicate`, `other-environment`, the detail of a preview, or the reason of a line (`BadLine`). */
  reason: z.string(),
});
export type UnsentLine = z.infer<typeof unsentLine>;

/** A run that is over. */
export const registerRow = z.object({
  runId: z.string(),
  environmentId: z.string(),
  environmentName: z.string(),
  mode: deletionMode,
  reason: z.string(),
  ticket: z.string().optional(),
  user: z.string(),
  createdAt: z.number(),
  /** The time for which it was planned. */
  startsAt: z.number().optional(),
  /** The conversations for which calls were to be sent. */
  total: z.number().int(),
  outcomes: z.partialRecord(itemOutcome, z.number().int()),
  /** Those of `confirmed` that were only to be expired. */
  expired: z.number().int(),
  /** The requested lines and conversations that were left out. */
  leftOut: z.number().int(),
});
export type RegisterRow = z.infer<typeof registerRow>;

/** A line that a run was given. */
export const runLine = z.object({
  /** From 1; absent for a selection of cases. */
  line: z.number().int().optional(),
  /** Absent for a line without a conversation. */
  conversationId: z.string().optional(),
  /** The calls to make; empty where none was to be sent. */
  plan: z.array(planStep),
  /** An outcome, or the reason why it was left out (`UnsentLine`); absent while it is not over. */
  outcome: z.string().optional(),
  detail: z.string().optional(),
  receiptIds: z.array(z.string()),
});
export type RunLine = z.infer<typeof runLine>;

/** All members must hold. Times in milliseconds since the epoch, both ends included. */
export const registerFilter = z.strictObject({
  environmentId: environmentId.optional(),
  mode: planStep.optional(),
  reason: deletionReason.optional(),
  from: z.number().optional(),
  to: z.number().optional(),
  /** The system user who asked for it, exactly. */
  user: z.string().max(200).optional(),
  /** A person by the whole user key, or a part of the conversation id, receipt id, request id or ticket. */
  text: z.string().trim().min(1).max(512).optional(),
});
export type RegisterFilter = z.infer<typeof registerFilter>;

export const registerSortKeys = ['when', 'environment', 'reason'] as const;
export const registerSort = z.strictObject({ by: z.enum(registerSortKeys), descending: z.boolean() });
export type RegisterSort = z.infer<typeof registerSort>;

export const draftRef = z.object({ environmentId, draftId: z.string().max(64) });
/** The confirmation of a preview. */
export const confirmation = {
  /** As typed; the count where more than one conversation is included, the others in production. */
  count: z.string().max(20).optional(),
  environmentName: z.string().max(200).optional(),
  /** The last four characters of the user key, or of the id, where one conversation is included. */
  identity: z.string().max(20).optional(),
  reason: deletionReason,
  ticket: ticketNumber.optional(),
  /** Why data is deleted that is kept on purpose or must still be kept. */
  earlyReason: earlyReason.optional(),
  /** The time to begin at, in milliseconds since the epoch, within thirty days; without it the run begins now. */
  startsAt: z.number().int().optional(),
};
const runRef = z.object({ runId: z.string().max(64) });

export const deletionRunOperations = {
  /**
   * Starts the preview of many conversations, which only reads.
   * @throws Failure reading-expired, result-expired, limit-exceeded, invalid-input
   */
  'deletionRuns.prepare': runToEnd({
    input: z.object({
      environmentId,
      from: z.union([
        z.object({ listId: z.string().max(64) }),
        z.object({ selection: caseSelection }),
        z.object({ ids: z.array(conversationId).min(1).max(1000) }),
        /** All that are due by the rule of the environment. */
        z.object({ due: z.literal(true) }),
        /** Exactly what was proposed. */
        z.object({ proposal: z.string().max(64) }),
      ]),
    }),
    output: deletionDraft,
  }),
  /** Counts the selected conversations whose deletion needs a reason. */
  'deletionRuns.early': cancelOnSwitch({
    input: draftRef.extend({ included: z.number().int() }),
    output: earlyDeletions,
  }),
  /** @throws Failure preview-outdated */
  'deletionRuns.draft': cancelOnSwitch({ input: draftRef, output: deletionDraft }),
  'deletionRuns.rows': cancelOnSwitch({
    input: draftRef.extend({ group: previewGroup.optional(), ...page }),
    output: z.object({ rows: z.array(previewRow), total: z.number().int() }),
  }),
  /** Selects or deselects a group or single conversations, or chooses what is done with all, a group or single ones. */
  'deletionRuns.choose': runToEnd({
    input: draftRef.extend({
      change: z.union([
        z.strictObject({ group: previewGroup, included: z.boolean() }),
        z.strictObject({ ids: z.array(conversationId).min(1).max(1000), included: z.boolean() }),
        z.strictObject({
          choice: deletionChoice,
          group: previewGroup.optional(),
          ids: z.array(conversationId).min(1).max(1000).optional(),
        }),
        z.strictObject({ reading: z.enum(['pause', 'resume', 'again']) }),
      ]),
    }),
    output: deletionDraft,
  }),
  'deletionRuns.discard': operation({ input: draftRef, output: z.object({}) }),
  /**
   * Records the run on this computer. A run of one conversation begins at once, others are held for ten seconds before the first call. The preview of
   * an approved proposal begins with the reason, ticket and time that were approved, and once.
   * @throws Failure invalid-input for a time to begin that cannot be, confirmation-mismatch, preview-outdated, deletion-not-recorded, environment-read-only,
   * set-by-policy where a second person must approve it, team-unreachable, team-not-allowed; nothing was sent then
   */
  'deletionRuns.start': runToEnd({
    roles: rolesAtService,
    policy: 'delete',
    input: draftRef.extend({ ...confirmation, pace: runPace }),
    output: deletionRun,
  }),
  /** The runs that are not over, and those that ended since they were last shown, of all environments; the newest first. */
  'deletionRuns.list': operation({ input: z.object({}), output: z.object({ runs: z.array(deletionRun) }) }),
  /** The register: the runs of this console that are over. */
  'deletionRuns.register': operation({
    input: z.object({ ...page, filter: registerFilter, sort: registerSort }),
    output: z.object({ runs: z.array(registerRow), total: z.number().int() }),
  }),
  /**
   * Every line that a run was given, in their order, with what happened to it. `text`: those that it finds, as in the filter of the register; all
   * where it is the ticket of the run.
   */
  'deletionRuns.lines': operation({
    input: runRef.extend({ ...page, text: registerFilter.shape.text }),
    output: z.object({ lines: z.array(runLine), total: z.number().int() }),
  }),
  /**
   * `cancel`: sends nothing more; requests already sent are followed to their end.
   * `stopReading`: ends a run that sends nothing more, although the effect of some requests was not read. `dismiss`: its end was
   * shown; it stays in the register.
   * @throws Failure invalid-input
   */
  'deletionRuns.control': operation({
    policy: 'delete',
    input: runRef.extend({
      action: z.enum(['pause', 'resume', 'cancel', 'stopReading', 'dismiss']),
    }),
    output: z.object({}),
  }),
  'deletionRuns.setPace': operation({ input: runRef.extend({ pace: runPace }), output: z.object({}) }),
  /**
   * Saves the report of a run. JSON contains its receipts, and PDF has that attached; both can be checked with `assay verify-receipt`.
   * @throws Failure busy, limit-exceeded
   */
  'deletionRuns.report': operation({
    policy: 'export',
    input: runRef.extend({ format: z.enum(['csv', 'json', 'pdf']) }),
    output: saveResult,
  }),
};

/** A run began, went on or ended, or a preview was read further. */
export const deletionRunsChanged = z.object({});
