import { z } from 'zod';
import { saveResult } from './application.ts';
import { deletionReason } from './deletion.ts';
import { planStep, unsentLine } from './deletion-runs.ts';
import { environmentId } from './environments.ts';
import { cancelOnSwitch, operation } from './operation.ts';
import { conversationId } from './service/reading.ts';

/** One expiry or deletion in the register. It identifies no person. */
export const receiptRow = z.object({
  receiptId: z.string(),
  number: z.number().int(),
  environmentId: z.string(),
  environmentName: z.string(),
  conversationId: z.string(),
  mode: planStep,
  reason: z.string(),
  ticket: z.string().optional(),
  outcome: z.string(),
  /** ISO 8601. */
  askedAt: z.string(),
  /** ISO 8601: time of the service's acceptance; absent if there was no reply. */
  acceptedAt: z.string().optional(),
  /** The result of the read afterwards, and its time (ISO 8601). */
  read: z.object({ at: z.string(), found: z.string() }).optional(),
  requestId: z.string().optional(),
  user: z.string(),
  /** True if the private key was in memory for one session only. */
  isSessionKey: z.boolean(),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

/** A request of a run that has no receipt, since it was not sent or was refused. */
export const unsentRow = unsentLine.extend({
  environmentId,
  environmentName: z.string(),
  mode: planStep,
  reason: z.string(),
  ticket: z.string().optional(),
  runId: z.string(),
  /** ISO 8601: when the run was started. */
  at: z.string(),
  user: z.string(),
  /** The reason why nothing was sent, or the end of the request: a reason of `UnsentLine`, or an outcome. */
  outcome: z.string(),
});
export type UnsentRow = z.infer<typeof unsentRow>;

/** All members must hold. Times in milliseconds since the epoch, both ends included. */
export const receiptFilter = z.strictObject({
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
export type ReceiptFilter = z.infer<typeof receiptFilter>;

export const receiptSortKeys = [
  'number',
  'environment',
  'conversation',
  'mode',
  'outcome',
  'reason',
] as const;
export const receiptSort = z.strictObject({ by: z.enum(receiptSortKeys), descending: z.boolean() });
export type ReceiptSort = z.infer<typeof receiptSort>;

const noInput = z.object({ filter: receiptFilter });

export const receiptOperations = {
  /** The register of all expiries and deletions of this console, newest first unless sorted. */
  'receipts.list': operation({
    input: noInput.extend({
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(500),
      sort: receiptSort.optional(),
    }),
    output: z.object({ receipts: z.array(receiptRow), total: z.number().int() }),
  }),
  /** Returns what was requested in runs and has no receipt, newest first. */
  'receipts.unsent': operation({
    input: noInput.extend({ from: z.number().int().min(0), count: z.number().int().min(1).max(500) }),
    output: z.object({ rows: z.array(unsentRow), total: z.number().int() }),
  }),
  /** The newest receipts about one conversation. */
  'receipts.of': cancelOnSwitch({
    input: z.object({ environmentId, conversationId }),
    output: z.object({ receipts: z.array(receiptRow) }),
  }),
  /**
   * Saves one receipt as a self-contained file.
   * @throws Failure invalid-input
   */
  'receipts.save': operation({ input: z.object({ receiptId: z.string().max(64) }), output: saveResult }),
  /** Saves the register. JSON contains the receipts, and PDF has that attached; `assay verify-receipt` checks both. */
  'receipts.export': operation({
    input: noInput.extend({ format: z.enum(['csv', 'json', 'pdf']) }),
    output: saveResult,
  }),
};
