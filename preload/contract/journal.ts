import { z } from 'zod';
import { saveResult } from './application.ts';
import { historyEntry, time } from './cases.ts';
import { environmentId } from './environments.ts';
import { cancelOnSwitch, operation } from './operation.ts';
import { page } from './target.ts';

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

/** All members must hold. */
export const journalFilter = z.strictObject({
  /** The system user, exactly. */
  actor: z.string().max(200).optional(),
  kind: z.string().max(64).optional(),
  /** Milliseconds since the epoch, both ends included. */
  from: time.optional(),
  to: time.optional(),
  /** A part of the conversation id, or exactly a user key. */
  text: z.string().trim().min(1).max(512).optional(),
});
export type JournalFilter = z.infer<typeof journalFilter>;

/** An entry of the journal. One whose content was forgotten names no conversation. */
export const journalRow = historyEntry.extend({
  conversationId: z.string().optional(),
  isForgotten: z.boolean().optional(),
});
export type JournalRow = z.infer<typeof journalRow>;

const inEnvironment = z.object({ environmentId, filter: journalFilter });

export const journalOperations = {
  /** Counts the entries of an environment and those of none. Those after `last` are left out of `journal.rows`, so that rows stay in place. */
  'journal.find': cancelOnSwitch({
    input: inEnvironment,
    output: z.object({
      total: z.number().int(),
      last: z.number().int(),
      /** The users and kinds of all entries. */
      actors: z.array(z.string()),
      kinds: z.array(z.string()),
    }),
  }),
  /** Returns entries, newest first. */
  'journal.rows': cancelOnSwitch({
    input: inEnvironment.extend({
      last: z.number().int().min(0),
      ...page,
    }),
    output: z.object({ rows: z.array(journalRow) }),
  }),
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
  'journal.export': operation({
    policy: 'export',
    input: z.object({ format: z.enum(['jsonl', 'csv']) }),
    output: saveResult,
    entries: ({ format }, { kind }) =>
      kind === 'cancelled' ? [] : [{ kind: 'exported', details: { format } }],
  }),
};
