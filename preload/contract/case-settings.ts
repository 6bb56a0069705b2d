import { z } from 'zod';
import { decisionKind, reasonCode } from './cases.ts';
import { ownCheckChoices } from './plausibility.ts';

/** A reason of the user's own, beside those the console has for each kind of decision. */
export const ownReason = z.strictObject({
  code: reasonCode,
  label: z.string().trim().min(1, 'Enter a reason').max(120, 'At most 120 characters'),
  kinds: z.array(decisionKind).min(1, 'Choose at least one decision'),
  /** Not offered any more; decisions made with it keep its name. */
  retired: z.boolean().optional(),
});
export type OwnReason = z.infer<typeof ownReason>;

/** Days; null keeps cases until they are forgotten by hand. */
export const retentionDays = z
  .number()
  .int()
  .min(1, 'At least one day')
  .max(3650, 'At most 3,650 days')
  .nullable();

/** Counted in days since a case was last opened or changed. */
export const retentionPeriods = z.object({
  /** The days for the readings, notes, labels and identifiers of a case, and for a case without a decision. */
  retentionDays,
  /** The days for the decision: who decided what, why and when, without the comment. */
  decisionDays: retentionDays,
});
export type RetentionPeriods = z.infer<typeof retentionPeriods>;

/** A condition that must hold before a case of an environment is approved. */
export const approvalRule = z.strictObject({
  /** The weight from which findings must be settled; null for none. */
  settledFrom: z.number().int().min(1).max(100).nullable(),
  /** True if the results must be final; a comment does not replace them. */
  finalResults: z.boolean(),
  /** True if no case seen before may have been rejected. */
  notRejectedBefore: z.boolean(),
  /** True if no item of the checklist may be open; absent in settings of an older version. */
  checklistDone: z.boolean().optional(),
});
export type ApprovalRule = z.infer<typeof approvalRule>;

/** Hours from the result to the decision; null for no target. */
export const targetHours = z
  .number()
  .int()
  .min(1, 'At least one hour')
  .max(8760, 'At most 365 days')
  .nullable();

/** A reason to wait for the user: its name for colleagues, and texts by language that are safe to send to the user. */
export const waitingReason = z.strictObject({
  code: reasonCode,
  label: z.string().trim().min(1, 'Enter a reason').max(120, 'At most 120 characters'),
  texts: z.record(
    z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/),
    z.string().trim().min(1).max(2000, 'At most 2,000 characters'),
  ),
  /** Not offered any more; cases that wait for it keep its name. */
  retired: z.boolean().optional(),
});
export type WaitingReason = z.infer<typeof waitingReason>;

/** A check that the console itself can make for an item of a checklist. */
export const checklistChecks = [
  'final-results',
  'findings-settled',
  'not-rejected-before',
  'no-list-hit',
] as const;
export type ChecklistCheck = (typeof checklistChecks)[number];

/** An item of the checklist that is gone through before a case is approved. */
export const checklistItem = z.strictObject({
  code: reasonCode,
  label: z.string().trim().min(1, 'Enter a text').max(200, 'At most 200 characters'),
  /** The products of the cases it is for, by the names the service gives them; none for all cases. */
  products: z.array(z.string().max(64)).max(20),
  /** Present where the console ticks it by itself. */
  check: z.enum(checklistChecks).optional(),
  /** Not asked any more. */
  retired: z.boolean().optional(),
});
export type ChecklistItem = z.infer<typeof checklistItem>;

/** A text that notes begin with. */
export const noteTemplate = z.strictObject({
  code: reasonCode,
  label: z.string().trim().min(1, 'Enter a name').max(120, 'At most 120 characters'),
  text: z.string().trim().min(1, 'Enter a text').max(4000, 'At most 4,000 characters'),
  /** Not offered any more. */
  retired: z.boolean().optional(),
});
export type NoteTemplate = z.infer<typeof noteTemplate>;

/** The items of a company's list as an entry of the journal has them. */
export const enteredItems = z.array(z.object({ label: z.string(), retired: z.boolean().optional() }));

export const caseSettings = retentionPeriods.extend({
  /** Absent for no target. */
  targetHours: targetHours.unwrap().optional(),
  /** The reasons to wait for the user in all environments; absent for the console's own. */
  waitingReasons: z.array(waitingReason).optional(),
  /** The checklist of all environments; absent without one. */
  checklist: z.array(checklistItem).optional(),
  /** The templates of notes in all environments; absent without any. */
  noteTemplates: z.array(noteTemplate).optional(),
  /** Absent where all of the console's own checks have their own weight. */
  ownChecks: ownCheckChoices.optional(),
  /** Absent where nothing must hold. */
  approval: approvalRule.optional(),
  /** The reasons for all environments. */
  reasons: z.array(ownReason),
});
export type CaseSettings = z.infer<typeof caseSettings>;
