import { z } from 'zod';
import { mrzComparison } from './mrz.ts';
import { plausibilityFinding } from './plausibility.ts';
import { databaseVerificationInfo } from './service/database-verification.ts';
import { conversationId } from './service/reading.ts';

/**
 * The console's summary of a conversation. `clear`: everything requested finished without a finding; `review`: needs a
 * user's review; `failed`: a product has no result; `ended`: cancelled or expired without a result; `gone`: the service no longer has it;
 * `unread`: only its id is known.
 */
export const verdicts = ['review', 'failed', 'in-progress', 'ended', 'clear', 'gone', 'unread'] as const;
export const verdict = z.enum(verdicts);
export type Verdict = z.infer<typeof verdict>;

/**
 * A file whose content is of another type than it claims: the codes of its metadata (interface 2.3) and the two types, as found from its
 * first bytes. Nothing in it identifies a person.
 */
export const fileMismatch = z.object({
  type: z.string().optional(),
  subtype: z.string().optional(),
  variant: z.string().optional(),
  claimed: z.string(),
  found: z.string(),
});
export type FileMismatch = z.infer<typeof fileMismatch>;

export const identifierKinds = ['user-key', 'document-number', 'national-id'] as const;
export const identifierKind = z.enum(identifierKinds);
export type IdentifierKind = z.infer<typeof identifierKind>;

/**
 * The source of a finding. `service`: its results; `console`: its own checks of the data, the files and the response; `seen-before`: another
 * case of the same environment.
 */
export const findingSources = ['service', 'console', 'seen-before'] as const;
export type FindingSource = (typeof findingSources)[number];

export const findingKinds = [
  'cause',
  'check',
  'aml',
  'similarity',
  'document',
  'product',
  'file',
  'own-check',
  'seen-before',
  'reply',
] as const;

/** One fact that speaks against a conversation, or that users should know before they decide. Never personal data. */
export const finding = z.object({
  kind: z.enum(findingKinds),
  /** The product it belongs to, by the name the service gives it. */
  product: z.string().optional(),
  /** A cause code, a check's name, an AML list, a field identifier, a document type, a product status; by `kind`. */
  code: z.string(),
  /** The field identifier a check is about. */
  field: z.string().optional(),
  /** 0 to 100: the most important comes first. */
  weight: z.number().int(),
  /** A similarity from 0 to 1. */
  value: z.number().optional(),
  /** The files it is about. */
  files: z.array(fileMismatch).optional(),
  /** The result of one of the console's own checks. */
  check: plausibilityFinding.optional(),
  /** The identifiers that another case has in common with this one. */
  by: z.array(identifierKind).optional(),
  /** The conversations of those other cases, the newest first. */
  others: z.array(z.string()).optional(),
});
export type Finding = z.infer<typeof finding>;

export const settlementKinds = ['confirmed', 'false-positive', 'accepted'] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/** How a finding was settled. It holds while the finding and the values it is about are the same. */
export const settlement = z.object({
  finding,
  kind: z.enum(settlementKinds),
  reason: z.string(),
  actor: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number().int(),
});
export type Settlement = z.infer<typeof settlement>;

export const decisionKinds = ['clear', 'escalate', 'reject', 'ask-again'] as const;
export const decisionKind = z.enum(decisionKinds);
export type DecisionKind = z.infer<typeof decisionKind>;

/** The progress of a case in this console; the service does not know it. */
export const caseStates = ['open', 'in-review', 'waiting', 'done'] as const;
export const caseState = z.enum(caseStates);
export type CaseState = z.infer<typeof caseState>;

/** The states that a case is shown in (`stateTerm`), in their order in a list. */
export const shownStates = ['to-review', 'follow-up', 'escalate', 'waiting', 'clear', 'reject'] as const;

/** A day in the user's calendar on which a case comes back, and why. */
export const followUp = z.strictObject({
  on: z.iso.date(),
  reason: z.string().trim().min(1, 'Enter a reason').max(500, 'At most 500 characters'),
});
export type FollowUp = z.infer<typeof followUp>;

/** A conversation that is kept on purpose. `until` is the last day; without it the hold lasts until it is ended. */
export const hold = z.object({ reason: z.string(), since: z.iso.date(), until: z.iso.date().optional() });
export type Hold = z.infer<typeof hold>;

/** A decision of this console; `reason` is the codes of its reasons, separated by spaces, `at` in milliseconds since the epoch. */
export const decision = z.object({ kind: decisionKind, reason: z.string().optional(), at: z.number().int() });
export type Decision = z.infer<typeof decision>;

export const time = z.number().int();

/** The member of the team whom a case is assigned to, or the role, and who did so with what words. */
export const assignment = z.object({
  name: z.string(),
  /** Absent for a person. */
  isRole: z.literal(true).optional(),
  isMe: z.boolean(),
  /** Absent where it was done here. */
  by: z.string().optional(),
  note: z.string().optional(),
  /** The member from whom it was taken over. */
  from: z.object({ name: z.string(), isMe: z.boolean() }).optional(),
});
export type Assignment = z.infer<typeof assignment>;

/** The changes of a case since it was decided: findings that are new or worse, and products that ended. */
export const sinceDecided = z.object({
  findings: z.array(finding),
  products: z.array(z.object({ name: z.string(), status: z.string().optional() })),
});
export type SinceDecided = z.infer<typeof sinceDecided>;

/** One row of the list. Times in milliseconds since the epoch. `userKey` and `labels` were typed by users: mask the first. */
export const caseRow = z.object({
  conversationId: z.string(),
  userKey: z.string().optional(),
  /** The name as “Kowalska, Anna” and the birth date as the service has it, in rows of a list only. Mask both. */
  person: z.object({ name: z.string().optional(), birthDate: z.string().optional() }).optional(),
  verdict,
  status: z.string().optional(),
  products: z.array(z.object({ name: z.string(), status: z.string().optional() })),
  /** The two that matter most, those that are not settled first. */
  findings: z.array(finding),
  findingCount: z.number().int(),
  /** The settled findings; absent without any. */
  settled: z.array(settlement.omit({ reason: true })).optional(),
  countries: z.array(z.string()),
  /** AML lists on which the applicant was found. */
  aml: z.array(z.string()),
  firstSeenAt: time,
  openedAt: time.optional(),
  readAt: time.optional(),
  /** The time of the last read that differed from the one before. */
  changedAt: time.optional(),
  decision: decision.optional(),
  /** The system user who decided, where the journal says so; in rows of a list only. */
  reviewer: z.string().optional(),
  /** Absent where nothing important changed since. */
  sinceDecided: sinceDecided.optional(),
  /** The time when it was reviewed in a queue. */
  reviewedAt: time.optional(),
  state: caseState,
  /** Present while the case waits for the user: until its result changes, or it is approved or rejected. `reason` is a code. */
  waiting: z.object({ reason: z.string().optional(), since: time.optional() }).optional(),
  /** `isAwaited`: its day is to come, and the result has not changed. `isDue`: it has come, and no decision was made since. */
  followUp: followUp.extend({ isAwaited: z.boolean(), isDue: z.boolean() }).optional(),
  assigned: assignment.optional(),
  /** Other decisions of the team that the one that counts was made without knowing of: entries of the journal; `decision` is absent for a withdrawal. */
  conflict: z.array(z.object({ entry: z.number().int(), decision: decisionKind.optional() })).optional(),
  /**
   * The second review that awaits somebody: this console decides as the `second` or `third` person; or two decided differently, and a third person of
   * others is to decide.
   */
  secondReview: z.enum(['second', 'third', 'differs']).optional(),
  /** A question to somebody of the team that awaits this console: its answer (`mine`), or its decision now that there is one (`answered`). */
  question: z.enum(['mine', 'answered']).optional(),
  /** When the result came, later by the time for which the case has waited for the user since. */
  ageFrom: time,
  labels: z.array(z.string()),
  noteCount: z.number().int(),
  watched: z.boolean(),
  /** True if it changed since it was last opened. */
  changed: z.boolean(),
});
export type CaseRow = z.infer<typeof caseRow>;

const codes = z.array(z.string().max(128)).max(100).optional();

/** All members must hold; of the values in one member any. */
export const caseFilter = z.strictObject({
  verdicts: z.array(verdict).max(verdicts.length).optional(),
  statuses: codes,
  products: codes,
  causes: codes,
  /** AML lists; `*` means any. */
  aml: codes,
  countries: codes,
  /** `none` for cases without a decision, `changed` for those that changed since it was made. */
  decisions: z
    .array(z.enum([...decisionKinds, 'none', 'changed']))
    .max(6)
    .optional(),
  /** The sources of at least one finding. */
  foundBy: z.array(z.enum(findingSources)).max(findingSources.length).optional(),
  labels: z.array(z.string().max(80)).max(100).optional(),
  /** States as shown, or as set by users. */
  states: z
    .array(z.enum([...shownStates, ...caseStates]))
    .max(10)
    .optional(),
  watched: z.boolean().optional(),
  changed: z.boolean().optional(),
  reviewed: z.boolean().optional(),
  /** Cases that need a review and have no decision, those that changed since they were decided, and those whose day has come; none that waits. */
  toReview: z.boolean().optional(),
  hasNotes: z.boolean().optional(),
  /** Cases with findings that are not settled. */
  unsettled: z.boolean().optional(),
  /** Cases that wait for the user. */
  waiting: z.boolean().optional(),
  /** Cases with a day on which they come back, or came back. */
  followUp: z.boolean().optional(),
  /** Cases that are assigned to somebody, and those assigned to the member of this console. */
  assigned: z.boolean().optional(),
  assignedToMe: z.boolean().optional(),
  /** Cases with decisions that were made without knowledge of each other. */
  conflict: z.boolean().optional(),
  /** Cases that await this console in a second review. */
  secondReview: z.boolean().optional(),
  /** Cases with a question that awaits this console. */
  question: z.boolean().optional(),
  /** Cases that need a review and are older than the environment's target. */
  overTarget: z.boolean().optional(),
  /** A span of time, both ends included; milliseconds since the epoch. */
  time: z
    .strictObject({
      of: z.enum(['first-seen', 'opened', 'read', 'changed', 'decided']),
      from: time.optional(),
      to: time.optional(),
    })
    .optional(),
  /** Part of the conversation id, part of a label's name, exactly a user key, document number or national id, or a person or note as in `cases.search`. */
  text: z.string().trim().max(512).optional(),
});
export type CaseFilter = z.infer<typeof caseFilter>;

export const caseSortKeys = [
  'first-seen',
  'opened',
  'read',
  'changed',
  'decided',
  'verdict',
  'findings',
  'status',
  'country',
  'userKey',
  'person',
  'state',
  'age',
  'labels',
  'products',
  'conversationId',
] as const;
/** Rows without a value come last in both directions. */
export const caseSort = z.strictObject({ by: z.enum(caseSortKeys), descending: z.boolean() });
export type CaseSort = z.infer<typeof caseSort>;

/** The beginnings of the groups, in milliseconds since the epoch, by the user's calendar. */
export const dayStarts = z.strictObject({ today: time, yesterday: time, week: time });
export type DayStarts = z.infer<typeof dayStarts>;

/** Rows in their order: `count` rows of the first group, then of the next. Only where a time is sorted by. */
export const caseGroup = z.object({
  key: z.enum(['today', 'yesterday', 'week', 'earlier', 'never']),
  count: z.number().int(),
});
export type CaseGroup = z.infer<typeof caseGroup>;

export const caseQueryResult = z.object({
  resultId: z.string(),
  total: z.number().int(),
  groups: z.array(caseGroup),
});
export type CaseQueryResult = z.infer<typeof caseQueryResult>;

/** The largest file that is attached to a note, and all such files of a case together, in bytes. */
export const maxAttachment = 5_000_000;
export const maxAttachments = 20_000_000;

/** A file attached to a note, as the note's entry in the journal has it. */
export const attachedFile = z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() });
export type AttachedFile = z.infer<typeof attachedFile>;

export const caseNote = z.object({
  id: z.number().int(),
  at: time,
  actor: z.string(),
  /** Empty if the note is its file alone. */
  text: z.string(),
  file: attachedFile.optional(),
});
export type CaseNote = z.infer<typeof caseNote>;

/** One entry of the journal about a case. `actor` is the system user. */
export const historyEntry = z.object({
  seq: z.number().int(),
  at: time,
  actor: z.string(),
  kind: z.string(),
  /** The entries with others’ decisions before a decision that its author did not know. */
  unknown: z.array(z.number().int()).optional(),
  /** The texts entered with it: a decision's reason and comment, a label, a note's first words. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Another case of the same environment with the same user key, document number or national id. */
export const seenBefore = z.object({
  conversationId: z.string(),
  by: z.array(identifierKind),
  userKey: z.string().optional(),
  /** True if both have a user key, and they differ. */
  otherUser: z.boolean(),
  verdict,
  decision: decision.optional(),
  /** The system user who decided, where the journal says so. */
  reviewer: z.string().optional(),
  openedAt: time.optional(),
});
export type SeenBefore = z.infer<typeof seenBefore>;

export const caseDetails = z.object({
  row: caseRow,
  findings: z.array(finding),
  settlements: z.array(settlement).default([]),
  /** The comment on the decision. */
  comment: z.string().optional(),
  /** The results of the databases (interface 4.8), as codes only; absent where they were not read since the conversation changed. */
  databaseSources: databaseVerificationInfo.optional(),
  /** Files that are not what they claim to be; missing where they were not checked. */
  fileMismatches: z.array(fileMismatch).optional(),
  /** The codes of the items of the checklist that users ticked. */
  ticks: z.array(z.string()).default([]),
  /** The record beside the machine-readable zones of its documents; missing where none was read. */
  mrz: z.array(mrzComparison).optional(),
  notes: z.array(caseNote),
  history: z.array(historyEntry),
  /** Present while its data is kept on purpose. */
  hold: hold.optional(),
  /** The changes of the list or the journal outside the console, in sentences; absent where none were found. Nothing is signed then. */
  disagreements: z.array(z.string()).optional(),
  seenBefore: z.array(seenBefore),
  /** The reads kept, newest first; `cases.reading` gives one. */
  reads: z.array(z.object({ id: z.number().int(), at: time, status: z.string().optional() })),
});
export type CaseDetails = z.infer<typeof caseDetails>;

/** The storage of the list. `memory`: until the console closes, because no key can be kept. */
export const casesStatus = z.object({
  storage: z.enum(['disk', 'memory']),
  /** The reasons why it is not on disk, or events of its files, as sentences. */
  notices: z.array(z.string()),
  /** The number of cases in the environment. */
  total: z.number().int(),
});
export type CasesStatus = z.infer<typeof casesStatus>;

/** The cases of an action: those named, or all of a result except some. */
export const caseSelection = z.union([
  z.strictObject({ ids: z.array(conversationId).min(1).max(10_000) }),
  z.strictObject({ resultId: z.string().max(64), except: z.array(conversationId).max(10_000).default([]) }),
]);
export type CaseSelection = z.input<typeof caseSelection>;

export const reasonCode = z.string().regex(/^[a-z0-9-]{1,64}$/);
/** The codes of one or several reasons, separated by spaces, as an entry of the journal has them. */
export const reasonCodes = z.string().regex(/^[a-z0-9-]{1,64}( [a-z0-9-]{1,64}){0,19}$/);

/** The query line a view was saved with. Relative dates in it are worked out when the view is used; a filter holds fixed dates only. */
export const viewLine = z.string().max(4000).optional();

/** A view that a user saved: a filter and an order under a name. */
export const caseView = z.object({
  id: z.string(),
  name: z.string(),
  line: viewLine,
  filter: caseFilter,
  sort: caseSort,
});
export type CaseView = z.infer<typeof caseView>;

/** A case found by what was typed: exactly, by words of the person's name, their birth date, e-mail address or phone number, or by parts of its notes. */
export const caseMatch = z.object({
  by: z.enum(['conversation-id', ...identifierKinds, 'person', 'note', 'label']),
  row: caseRow,
  /** Personal data. */
  name: z.string().optional(),
  birthDate: z.string().optional(),
});
export type CaseMatch = z.infer<typeof caseMatch>;

/** A case that retention deletes, or of which only the decision stays. */
export const retainedCase = z.object({
  conversationId: z.string(),
  decision: decisionKind.optional(),
  /** Milliseconds since the epoch: last opened or changed. */
  touchedAt: z.number().int(),
  keepsDecision: z.boolean(),
});

/** The name of a label as it is typed. */
export const labelName = z.string().trim().min(1, 'Enter a name').max(80, 'At most 80 characters');

/** The ends of the times for which a preview of retention counts, in days from now; what goes later is counted as well. */
export const retentionHorizons = [0, 7, 30, 90] as const;

/** The data that retention deletes of the cases with a decision, or without one, and the times. */
export const retentionStep = z.object({
  /** `data` of a case without a decision is all of it. */
  what: z.enum(['data', 'decision']),
  decision: decisionKind.optional(),
  /** The cases up to each horizon and later. */
  counts: z.array(z.number().int()).length(retentionHorizons.length + 1),
  /** Milliseconds since the epoch: when the first goes. */
  firstAt: z.number().int(),
});
export type RetentionStep = z.infer<typeof retentionStep>;

/** Cases that are worked through one after the other. Kept with the list, so that it goes on after a restart. */
export const caseQueue = z.object({
  /** The origin, such as the name of a view. */
  title: z.string().max(120),
  ids: z.array(z.string()).max(10_000),
  /** The place of the present case. */
  at: z.number().int().min(0),
  /** The finished cases. */
  reviewed: z.array(z.string()).max(10_000),
});
export type CaseQueue = z.infer<typeof caseQueue>;

/** The progress of an action on many cases: the finished ones and all. Reported from 500 cases on. */
export const actionProgress = z.object({ done: z.number().int(), total: z.number().int() });
export type ActionProgress = z.infer<typeof actionProgress>;
