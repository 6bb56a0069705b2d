import type { ExportedCopy } from '../../../preload/contract/erasure.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { localDay } from '../../../preload/shared/calendar.ts';
import type { JournalEntry } from '../records/journal/entry.ts';
import type { JournalStore } from '../records/journal/journal-store.ts';

/** The most entries about one conversation, and about an environment, that are looked through. */
const maxEntries = 1000;

/** Returns the files that this console exported of a conversation, or of the list it was in, newest first. */
export function exportedCopies(
  journal: JournalStore,
  environmentId: string,
  conversationId: string,
  firstSeenAt: number,
): ExportedCopy[] {
  const own = journal.checkedAbout(environmentId, conversationId, maxEntries);
  const lists = journal.checkedAbout(environmentId, '', maxEntries).filter(({ at }) => at >= firstSeenAt);
  return [...own, ...lists]
    .filter(({ kind }) => kind === 'exported' || kind === 'saved')
    .toSorted((one, other) => other.at - one.at)
    .map(copyOf);
}

function copyOf({ at, kind, content }: JournalEntry): ExportedCopy {
  const { what, name, as, format, cases } = content?.details ?? {};
  const type = as ?? format;
  const words = kind === 'saved' ? 'file' : (what ?? (cases === undefined ? 'export' : 'list of cases'));
  return {
    what: `${words}${type === undefined ? '' : ` (${type})`}`,
    on: localDay(at),
    ...omitUndefined({ name: typeof name === 'string' ? name : undefined }),
  };
}
