import { z } from 'zod';
import { saveResult } from './application.ts';
import { ticketNumber } from './deletion.ts';
import { calendarDay } from './due.ts';
import { environmentId } from './environments.ts';
import { cancelOnSwitch, runToEnd } from './operation.ts';
import { conversationId } from './service/reading.ts';
import { inEnvironment } from './target.ts';
import { rolesAtService } from './team-roles.ts';

const shortText = (message: string) => z.string().trim().min(1, message).max(300, 'At most 300 characters');
const reason = z.string().trim().min(1, 'Enter a reason').max(1000, 'At most 1,000 characters');

/** A conversation that was found for the person. `refused`: it is not deleted, and why. */
export const erasureItem = z.strictObject({ conversationId, refused: reason.optional() });

/** Entries of users about a request for erasure (GDPR Art. 17). Personal data, kept sealed. */
export const erasureEntries = z.strictObject({
  person: shortText('Enter who asked'),
  /** The address for the answer. */
  contact: z.string().trim().max(300).optional(),
  ticket: ticketNumber.optional(),
  receivedOn: calendarDay,
  /** The day on which a proof of identity was asked for: the period is paused until there is one. */
  proofAskedOn: calendarDay.optional(),
  proof: z.strictObject({ on: calendarDay, how: shortText('Enter how identity was proved') }).optional(),
  /** Two months more, said to the person within the first month, with the reasons (Art. 12(3)). */
  extension: z.strictObject({ on: calendarDay, reason }).optional(),
  items: z.array(erasureItem).max(1000),
  answeredOn: calendarDay.optional(),
});
export type ErasureEntries = z.infer<typeof erasureEntries>;

/** A copy that this console exported of a conversation; the name is absent where it was not recorded. */
export const exportedCopy = z.object({ what: z.string(), name: z.string().optional(), on: calendarDay });
export type ExportedCopy = z.infer<typeof exportedCopy>;

/** The state of a conversation at the service, by the newest receipt of its deletion. */
export const erasedItem = erasureItem.extend({
  deleted: z
    .object({ receiptId: z.string(), number: z.number().int(), on: calendarDay, outcome: z.string() })
    .optional(),
  /** True if the service no longer has it (410), or its data was deleted. */
  isGone: z.boolean(),
  /** The day on which the service last answered that it does not know it (404); absent where it was read since. */
  missingOn: calendarDay.optional(),
  /** True if this console still holds its case. */
  isStored: z.boolean(),
  copies: z.array(exportedCopy),
});
export type ErasedItem = z.infer<typeof erasedItem>;

/** The period to answer in, as days. */
export const erasureDeadline = z.object({
  /** The last day; while paused, as if identity were proved today. */
  on: calendarDay,
  isPaused: z.boolean(),
  pausedDays: z.number().int(),
  /** Negative when it has passed. */
  daysLeft: z.number().int(),
  /** The last day on which the person can be told of an extension. */
  extensionUntil: calendarDay,
});
export type ErasureDeadline = z.infer<typeof erasureDeadline>;

export const erasureRequest = erasureEntries.extend({
  requestId: z.string(),
  environmentId,
  items: z.array(erasedItem),
  deadline: erasureDeadline,
});
export type ErasureRequest = z.infer<typeof erasureRequest>;

const one = inEnvironment.extend({ requestId: z.string().max(64) });

export const erasureOperations = {
  /** The requests of an environment: those without an answer first, by their last day. */
  'erasure.list': cancelOnSwitch({
    input: inEnvironment,
    output: z.object({ requests: z.array(erasureRequest), today: calendarDay }),
  }),
  /**
   * Adds a request (no id) or replaces its entries. Each step is entered in the journal.
   * @throws Failure invalid-input for days that contradict each other, or an extension that came too late
   */
  'erasure.save': runToEnd({
    roles: rolesAtService,
    input: inEnvironment.extend({ requestId: z.string().max(64).optional(), entries: erasureEntries }),
    output: z.object({ requestId: z.string() }),
  }),
  /** Deletes a request, such as one that was entered by mistake. */
  'erasure.remove': runToEnd({ roles: rolesAtService, input: one, output: z.object({}) }),
  /** Saves the letter, the record and the receipts as one PDF, which `assay verify-receipt` checks. */
  'erasure.file': runToEnd({ policy: 'export', input: one, output: saveResult }),
};
