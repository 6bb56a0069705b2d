import { z } from 'zod';
import { attemptProgress } from './attempt.ts';
import { environmentId } from './environments.ts';
import { cancelOnSwitch, inAnyEnvironment, operation } from './operation.ts';
import { plausibility } from './plausibility.ts';
import type { Conversation } from './service/conversation.ts';
import type { DatabaseVerificationInfo } from './service/database-verification.ts';
import { readingNotes } from './service/reading.ts';
import { inEnvironment, target } from './target.ts';

/** A response of the service, which was parsed by its schema when it was received. */
const parsed = <T extends object>() => z.custom<T>((value) => typeof value === 'object' && value !== null);

/** A conversation that was just read. `readingId` names the raw response, which main keeps while the conversation is open. */
export const conversationReading = z.object({
  readingId: z.string(),
  environmentId,
  /** As the service sent it (interface 2.2), with unknown members, except for what `notes` lists; parsed where main read the response. */
  conversation: parsed<Conversation>(),
  notes: readingNotes,
});
export type ConversationReading = z.infer<typeof conversationReading>;

/** A conversation that was opened, with the console's own findings in its record. */
export const openedConversation = conversationReading.extend({
  /** The console's findings, not results of the service. */
  plausibility,
});
export type OpenedConversation = z.infer<typeof openedConversation>;

export const databaseVerificationReading = z.object({
  readingId: z.string(),
  info: parsed<DatabaseVerificationInfo>(),
  notes: readingNotes,
});
export type DatabaseVerificationReading = z.infer<typeof databaseVerificationReading>;

/** A recently opened conversation: ids and times, no personal data. */
export const recentConversation = z.object({
  environmentId,
  conversationId: z.string(),
  /** ISO 8601. */
  openedAt: z.string(),
  /** The status when last read, if any. */
  status: z.string().optional(),
});
export type RecentConversation = z.infer<typeof recentConversation>;

/** A line of a raw response; `number` counts lines from 1 and is the same for all parts of a long one. */
export const rawLine = z.object({
  text: z.string(),
  number: z.number().int(),
  continued: z.boolean(),
  /** Byte offsets in the response: of its first byte, and after its last. */
  from: z.number().int(),
  to: z.number().int(),
});
export type RawLine = z.infer<typeof rawLine>;

const readingId = z.string().max(64);
/** A line of the indented form, counted from 0. */
const rawLineIndex = z.number().int().min(0);

/** A member that the console did not understand: one the interface does not name, or one of another type than documented. */
export const rawMark = z.object({ line: rawLineIndex, path: z.string(), kind: z.enum(['unknown', 'type']) });
export type RawMark = z.infer<typeof rawMark>;

/** A conversation of the sandbox. `toReview`: about one of the people of a first review; the others are made for integrators. */
export const sample = z.object({ id: z.string(), title: z.string(), toReview: z.boolean().optional() });
export type Sample = z.infer<typeof sample>;

export const conversationOperations = {
  /** GET conversation (interface 4.2); adds it to the recent conversations. */
  'conversations.open': cancelOnSwitch({
    secrets: 'removed',
    input: target,
    output: openedConversation,
    progress: attemptProgress,
  }),
  /** Reads a conversation before it is opened, without opening it. A failure appears when it is opened. */
  'conversations.prefetch': cancelOnSwitch({ input: target, output: z.object({}) }),
  /** GET databaseVerification/info (interface 4.8). */
  'conversations.databaseSources': cancelOnSwitch({
    secrets: 'removed',
    input: target,
    output: databaseVerificationReading,
    progress: attemptProgress,
  }),
  /** Releases the raw responses of a conversation that was closed in this window. */
  'conversations.leave': inAnyEnvironment({ input: target, output: z.object({}) }),
  /**
   * Lines of a raw response: as received, or indented. They are never serialized again, so every number stays as received.
   * `from` counts from 0. A line of more than 2,000 characters is split; all parts but the first are `continued`.
   */
  'conversations.raw': operation({
    secrets: 'removed',
    input: z.object({
      readingId,
      form: z.enum(['received', 'indented']),
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(2000),
    }),
    output: z.object({ lines: z.array(rawLine), total: z.number().int(), bytes: z.number().int() }),
  }),
  /** The value on a line of the indented form: its path as a JSONPath query, and its text as received, at most 1,000,000 characters. */
  'conversations.rawAt': operation({
    secrets: 'removed',
    input: z.object({ readingId, line: rawLineIndex }),
    output: z.object({
      path: z.string(),
      /** The line where the value begins. */
      line: rawLineIndex,
      /** The line of its closing bracket, where it is an object or array of several lines. */
      closes: rawLineIndex.optional(),
      value: z.string(),
      isCut: z.boolean(),
    }),
  }),
  /** The objects and arrays at a depth of the indented form, as their first and last lines; the first 20,000. */
  'conversations.rawFolds': operation({
    secrets: 'removed',
    input: z.object({ readingId, depth: z.number().int().min(0).max(1000) }),
    output: z.object({ ranges: z.array(z.tuple([rawLineIndex, rawLineIndex])), total: z.number().int() }),
  }),
  /** The lines that contain a text, in upper or lower case, also where the response has it as an escape; the first 5,000. */
  'conversations.rawSearch': operation({
    secrets: 'removed',
    input: z.object({ readingId, form: z.enum(['received', 'indented']), text: z.string().min(1).max(500) }),
    output: z.object({ lines: z.array(rawLineIndex), total: z.number().int() }),
  }),
  /** Returns what a JSONPath query (RFC 9535) selects, as lines of the indented form; the first 1,000. */
  'conversations.rawFilter': operation({
    secrets: 'removed',
    input: z.object({ readingId, query: z.string().min(1).max(2000) }),
    output: z.union([
      z.object({
        matches: z.array(z.object({ path: z.string(), line: rawLineIndex })),
        total: z.number().int(),
      }),
      /** The reason why the query could not be used. */
      z.object({ problem: z.string() }),
    ]),
  }),
  /** Members that the console did not understand; at most 200 of each kind. */
  'conversations.rawMarks': operation({
    secrets: 'removed',
    input: z.object({ readingId, kind: z.enum(['conversation', 'sources', 'media']) }),
    output: z.object({ marks: z.array(rawMark) }),
  }),
  'conversations.recent': operation({
    input: inEnvironment,
    output: z.object({ recent: z.array(recentConversation) }),
  }),
  /** The sandbox's sample conversations; empty for other environments (the service has no list, field notes). */
  'conversations.samples': operation({
    input: inEnvironment,
    output: z.object({ samples: z.array(sample) }),
  }),
};
