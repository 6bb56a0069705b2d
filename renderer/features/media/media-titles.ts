import type { FileMismatch } from '../../../preload/contract/cases.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { fileMismatchOf } from '../../../preload/wording/findings.ts';
import { mediaTitle, mediaTypeTerm } from '../../../preload/wording/media.ts';
import type { MediaState } from './media-state.ts';

/** Returns the title of a medium: "Passport, front", "Face, video" (interface 2.3). */
export function titleOf(item: MediaItem): string {
  const { contentType = '' } = item;
  if (contentType.startsWith('video/')) {
    return `${mediaTitle(item)}, video`;
  }
  return contentType.startsWith('audio/') ? `${mediaTitle(item)}, recording` : mediaTitle(item);
}

/** Types the interface does not name have a group each up to this many; the others share one. */
const maxUnknownTypes = 2;

/** Returns the media by type, in the order the interface names the types; unknown types last. */
export function groupsOf(media: readonly MediaItem[]): { title: string; items: MediaItem[] }[] {
  const order = ['DOCUMENT', 'FACE', 'REPORT'];
  const rank = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  const groups = [...Map.groupBy(media, (item) => item.type ?? '')]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([type, items]) => ({
      title: type === 'DOCUMENT' ? 'Documents' : mediaTypeTerm(type).label,
      items,
    }));
  const max = order.length + maxUnknownTypes;
  if (groups.length <= max) {
    return groups;
  }
  const rest = groups.slice(max - 1).flatMap(({ items }) => items);
  return [...groups.slice(0, max - 1), { title: 'Other types', items: rest }];
}

/** Returns the ids of all media in the order of their groups. */
export function orderOf(media: readonly MediaItem[]): string[] {
  return groupsOf(media).flatMap(({ items }) => items.map(({ id }) => id));
}

/** Returns the files that are not what they claim to be, by their ids: by their first bytes, or since they were opened. */
export function mismatchesOf(
  media: readonly MediaItem[],
  facts: MediaState['facts'],
  fileMismatches: ReadonlyMap<string, FileMismatch>,
): ReadonlyMap<string, FileMismatch> {
  const mismatches = new Map(fileMismatches);
  for (const item of media) {
    const opened = facts.get(item.id);
    if (opened?.isMismatch) {
      mismatches.set(item.id, fileMismatchOf(item, opened.claimedType, opened.foundType));
    }
  }
  return mismatches;
}
