import type { MediaList } from '../../../preload/contract/media.ts';
import type { MediaItem, Metadata } from '../../../preload/contract/service/metadata.ts';
import { type Flag, maxNotes, type ReadingNotes } from '../../../preload/contract/service/reading.ts';

/** The longest media id that can be requested, in characters (preload/contract/media.ts). */
const maxId = 512;
const maxFound = 80;

/**
 * Returns the media of a metadata response (interface 2.3; field notes: at `media`, at `list.media`, or at both). Entries of both
 * lists with the same id are one medium. Contradictory, unfetchable and invalid entries are flagged; unknown members are
 * kept in `others`.
 *
 * @param conversationId the requested conversation
 */
export function mediaListOf(
  value: Metadata,
  notes: ReadingNotes,
  conversationId: string,
): Omit<MediaList, 'readingId'> {
  const { id, media, list, ...others } = value;
  const { media: innerMedia, ...othersOfList } = list ?? {};
  const flags = [...notes.flags];
  const byId = new Map<string, MediaItem>();
  const withoutId: MediaItem[] = [];
  for (const [path, items] of [
    ['media', media],
    ['list.media', innerMedia],
  ] as const) {
    for (const item of items ?? []) {
      if (item.id.trim() === '' || item.id.length > maxId) {
        withoutId.push(item);
        continue;
      }
      const before = byId.get(item.id);
      if (before) {
        flags.push(...contradictions(path, before, item));
      }
      byId.set(item.id, before ? { ...item, ...before } : item);
    }
  }
  return {
    media: [...byId.values()],
    withoutId,
    given: isInPart(notes) ? 'in-part' : media || innerMedia ? 'whole' : 'not-at-all',
    others: {
      ...others,
      ...(id === undefined || id === conversationId ? {} : { id }),
      ...(Object.keys(othersOfList).length > 0 ? { list: othersOfList } : {}),
    },
    notes: { ...notes, flags },
  };
}

/**
 * Returns whether some entries were invalid, truncated, or duplicated under one name (only the last is used). When there
 * were more notes than are listed, an omitted one may concern a list.
 */
function isInPart({ flags, cuts, duplicates }: ReadingNotes): boolean {
  return [flags, cuts, duplicates].some(
    (notes) =>
      notes.length >= maxNotes || notes.some(({ path }) => /^(media|list)(?![\p{L}\p{N}_$-])/u.test(path)),
  );
}

/** Members in which two entries with the same id differ. */
function contradictions(path: string, before: MediaItem, item: MediaItem): Flag[] {
  return Object.keys(item)
    .filter((name) => before[name] !== undefined && short(before[name]) !== short(item[name]))
    .map((name) => ({
      path: `${path}[id ${short(item.id)}].${name}`,
      expected: `${short(before[name])}, as in the first entry with this id`,
      found: short(item[name]),
    }));
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxFound ? `${text.slice(0, maxFound - 1)}…` : text;
}
