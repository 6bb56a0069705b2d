import { z } from 'zod';
import { maxConversationId, withoutControlCharacters } from './conversation-id.ts';

/** An id as part of a path: not empty, without control characters (refused before any call). */
export const conversationId = z
  .string()
  .trim()
  .min(1, 'The conversation id is empty')
  .max(maxConversationId, 'The conversation id is longer than 512 characters')
  .regex(withoutControlCharacters, 'The conversation id contains control characters');

/** The most notes of one kind for a response. */
export const maxNotes = 200;

/** A known member of another type than in the interface; it is removed from the view and shown as received. */
export const flag = z.object({
  /** Path in the response, such as `result.verify.reliability`. */
  path: z.string(),
  expected: z.string(),
  /** The value found, as short JSON. */
  found: z.string(),
});
export type Flag = z.infer<typeof flag>;

/** A part that is too long to show; the raw response has all of it. */
export const cut = z.object({
  path: z.string(),
  kept: z.number().int(),
  total: z.number().int(),
  unit: z.enum(['items', 'characters', 'levels']),
});
export type Cut = z.infer<typeof cut>;

/** A member that occurs more than once in one object. The last one is used; the raw response shows all. */
export const duplicateMember = z.object({
  path: z.string(),
  /** Byte offsets in the raw response of its first 20 occurrences. */
  at: z.array(z.number().int()),
});
export type DuplicateMember = z.infer<typeof duplicateMember>;

/**
 * A number that a double does not hold as written, such as `9007199254740993` or `1e400`. The value has its text
 * instead, except where the interface requires a number: there the nearest double stays.
 */
export const inexactNumber = z.object({
  path: z.string(),
  /** As written in the response; at most 200 characters, then an ellipsis. */
  text: z.string(),
});
export type InexactNumber = z.infer<typeof inexactNumber>;

/** The decoding of a response that was not plain UTF-8. */
export const responseCharset = z.object({
  /** The charset parameter of the content type, if there was one. */
  declared: z.string().optional(),
  /** The encoding that was used, by its WHATWG name. */
  used: z.string(),
  /**
   * `unknown`: the declared charset is unknown. `contradicted`: the bytes are UTF-8 although another one was declared.
   * `broken`: some bytes are invalid in this encoding and shown as U+FFFD.
   */
  problem: z.enum(['unknown', 'contradicted', 'broken']).optional(),
});
export type ResponseCharset = z.infer<typeof responseCharset>;

/** Notes on the parsing of a response. */
export const readingNotes = z.object({
  flags: z.array(flag),
  cuts: z.array(cut),
  /** At most `maxNotes`, like each kind. */
  duplicates: z.array(duplicateMember),
  inexactNumbers: z.array(inexactNumber),
  charset: responseCharset.optional(),
  requestId: z.string().optional(),
  /** ISO 8601. */
  receivedAt: z.string(),
  bytes: z.number().int(),
  /** Milliseconds from the first attempt to the last byte. */
  ms: z.number(),
  /** The number of attempts when more than one. */
  attempts: z.number().int(),
});
export type ReadingNotes = z.infer<typeof readingNotes>;
