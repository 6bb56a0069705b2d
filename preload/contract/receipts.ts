import { z } from 'zod';
import { saveResult } from './application.ts';
import { planStep, registerFilter } from './deletion-runs.ts';
import { cancelOnSwitch, operation } from './operation.ts';
import { target } from './target.ts';

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
  /** ISO 8601: time of the service's acceptance; absent if there was no response. */
  acceptedAt: z.string().optional(),
  /** The result of the read afterwards, and its time (ISO 8601). */
  read: z.object({ at: z.string(), found: z.string() }).optional(),
  requestId: z.string().optional(),
  user: z.string(),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

export const receiptOperations = {
  /** The newest receipts about one conversation. */
  'receipts.of': cancelOnSwitch({
    input: target,
    output: z.object({ receipts: z.array(receiptRow) }),
  }),
  /**
   * Saves one receipt as a self-contained file.
   * @throws Failure invalid-input
   */
  'receipts.save': operation({ input: z.object({ receiptId: z.string().max(64) }), output: saveResult }),
  /** Saves the register. JSON contains the receipts, and PDF has that attached; `assay verify-receipt` checks both. */
  'receipts.export': operation({
    input: z.object({ filter: registerFilter, format: z.enum(['csv', 'json', 'pdf']) }),
    output: saveResult,
  }),
};
