import { z } from 'zod';
import { saveResult } from './application.ts';
import { operation } from './operation.ts';

/** A problem at an entry of the journal. */
export const journalProblem = z.object({
  kind: z.enum([
    'changed',
    'removed',
    'reordered',
    'unbound',
    'content-changed',
    'content-removed',
    'added',
    'cut',
    'end-changed',
    'case-changed',
  ]),
  seq: z.number().int(),
  /** In words. */
  message: z.string(),
  /** True if a user has confirmed it. Problems of single entries stay in every check. */
  isConfirmed: z.boolean().optional(),
});
export type JournalProblem = z.infer<typeof journalProblem>;

/** The last entry: its number and its hash in hexadecimal. */
export const journalHead = z.object({ seq: z.number().int(), hash: z.string() });
export type JournalHead = z.infer<typeof journalHead>;

export const journalReport = z.object({
  entries: z.number().int(),
  /** Entries whose content was forgotten, as the journal itself says. */
  forgotten: z.number().int(),
  /** To write down elsewhere. */
  head: journalHead.optional(),
  /** True if the end was compared with the one saved in another file. */
  endChecked: z.boolean(),
  problems: z.array(journalProblem),
});
export type JournalReport = z.infer<typeof journalReport>;

export const journalOperations = {
  /** Checks that no entry was changed, removed, added or moved, and that the end was not cut off. */
  'journal.verify': operation({ input: z.object({}), output: journalReport }),
  /**
   * Records that a user knows what the last check found missing or changed: the present end of the journal counts from then on, and
   * cases that were corrected can be signed again. Problems of single entries stay in every check.
   */
  'journal.confirm': operation({
    /** The last entry of the report that the user saw; later findings are not confirmed. */
    input: z.object({ seq: z.number().int().min(0) }),
    output: z.object({}),
  }),
  /** Saves the whole journal with the content of its entries as a file of the user. */
  'journal.export': operation({ input: z.object({ format: z.enum(['jsonl', 'csv']) }), output: saveResult }),
};
