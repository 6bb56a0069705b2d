import { z } from 'zod';
import { maxConversationId, withoutControlCharacters } from './conversation-id.ts';

/** An id as it goes into a path: not empty, no control characters (they are refused before any call). */
export const conversationId = z
  .string()
  .trim()
  .min(1, 'The conversation id is empty')
  .max(maxConversationId, 'The conversation id is longer than 512 characters')
  .regex(withoutControlCharacters, 'The conversation id contains control characters');

/** No more notes of one kind are listed for a reply: further ones say nothing new. */
export const maxNotes = 200;

/** A known member whose value is not of the type the interface gives; it is left out of the view and shown as it came. */
export const flag = z.object({
  /** Path in the reply, such as `result.verify.reliability`. */
  path: z.string(),
  expected: z.string(),
  /** What came instead, as short JSON. */
  found: z.string(),
});
export type Flag = z.infer<typeof flag>;

/** A part too long to show whole; all of it is in the raw reply. */
export const cut = z.object({
  path: z.string(),
  kept: z.number().int(),
  total: z.number().int(),
  unit: z.enum(['items', 'characters', 'levels']),
});
export type Cut = z.infer<typeof cut>;

/** A member that stands more than once in one object. The value read is the last one; the raw reply shows all of them. */
export const duplicateMember = z.object({
  path: z.string(),
  /** Byte offsets in the raw reply of its names, the first 20. */
  at: z.array(z.number().int()),
});
export type DuplicateMember = z.infer<typeof duplicateMember>;

/**
 * A number that a double does not hold as it was written, such as `9007199254740993` or `1e400`. In the value read its source
 * text stands in its place, except where the interface asks for a number: there the nearest double stays.
 */
export const inexactNumber = z.object({
  path: z.string(),
  /** As written in the reply; at most 200 characters, then an ellipsis. */
  text: z.string(),
});
export type InexactNumber = z.infer<typeof inexactNumber>;

/** How the bytes of a reply became text, where that was not plainly UTF-8. */
export const replyCharset = z.object({
  /** The charset parameter of the content type; absent where there was none. */
  declared: z.string().optional(),
  /** The encoding the reply was read with, by its WHATWG name. */
  used: z.string(),
  /**
   * `unknown`: the declared one is not known. `contradicted`: the bytes are UTF-8 although another was declared. `broken`: some
   * bytes are no text in this encoding and are shown as U+FFFD.
   */
  problem: z.enum(['unknown', 'contradicted', 'broken']).optional(),
});
export type ReplyCharset = z.infer<typeof replyCharset>;

/** How a reply was read. */
export const readingNotes = z.object({
  flags: z.array(flag),
  cuts: z.array(cut),
  /** At most `maxNotes`, as of each kind. */
  duplicates: z.array(duplicateMember),
  inexactNumbers: z.array(inexactNumber),
  charset: replyCharset.optional(),
  requestId: z.string().optional(),
  /** ISO 8601. */
  receivedAt: z.string(),
  bytes: z.number().int(),
  /** Milliseconds from the first attempt to the last byte. */
  ms: z.number(),
  /** How many attempts it took, where more than one. */
  attempts: z.number().int(),
});
export type ReadingNotes = z.infer<typeof readingNotes>;
