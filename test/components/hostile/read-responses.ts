import { mediaListOf } from '../../../main/features/media/metadata-list.ts';
import { parseLeniently } from '../../../main/service/response/lenient.ts';
import { openedConversation } from '../../../preload/contract/conversations.ts';
import { maxMedia } from '../../../preload/contract/media.ts';
import { conversation } from '../../../preload/contract/service/conversation.ts';
import { databaseVerificationInfo } from '../../../preload/contract/service/database-verification.ts';
import { metadata } from '../../../preload/contract/service/metadata.ts';
import type { ReadingNotes } from '../../../preload/contract/service/reading.ts';
import type { Replies } from '../fake-bridge.ts';

type Json = Record<string, unknown>;

function notesOf(
  sent: Json,
  { flags, cuts, inexactNumbers }: Pick<ReadingNotes, 'flags' | 'cuts' | 'inexactNumbers'>,
): ReadingNotes {
  const bytes = JSON.stringify(sent).length;
  const received = { receivedAt: '2026-01-15T12:00:00Z', bytes, ms: 10, attempts: 1 };
  return { flags, cuts, inexactNumbers, duplicates: [], ...received };
}

/** The replies of main about any conversation, of which the service sends this JSON; read by the parser of main. */
export function repliesOf({
  conversation: sent,
  sources = {},
  metadata: media = {},
}: {
  conversation: Json;
  sources?: Json;
  metadata?: Json;
}): Replies {
  const lines = JSON.stringify(sent, null, 2).split('\n');
  return {
    'conversations.open': ({ environmentId }) => {
      const read = parseLeniently(conversation, sent);
      return openedConversation.parse({
        readingId: 'reading',
        environmentId,
        conversation: read.value,
        notes: notesOf(sent, read),
        plausibility: { findings: [], comparisons: 0, complete: true },
      });
    },
    'conversations.databaseSources': () => {
      const read = parseLeniently(databaseVerificationInfo, sources);
      return { readingId: 'sources', info: read.value, notes: notesOf(sources, read) };
    },
    'media.list': ({ conversationId }) => {
      const read = parseLeniently(metadata, media, maxMedia);
      return { readingId: 'media', ...mediaListOf(read.value, notesOf(media, read), conversationId) };
    },
    'conversations.raw': ({ from, count }) => ({
      lines: lines.slice(from, from + count).map((text, at) => ({
        text: text.slice(0, 2000),
        number: from + at + 1,
        continued: false,
        from: 0,
        to: 0,
      })),
      total: lines.length,
      bytes: 1000,
    }),
    'media.checkContents': () => ({ mismatches: [], files: [], isComplete: false }),
    'conversations.rawAt': ({ line }) => ({ path: '$', line, value: lines[line] ?? '', isCut: false }),
    'conversations.rawMarks': () => ({ marks: [] }),
  };
}
