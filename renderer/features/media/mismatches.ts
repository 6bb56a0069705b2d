import type { FileMismatch } from '../../../preload/contract/cases.ts';
import { fileMismatchOf } from '../../../preload/wording/findings.ts';
import type { MediaState } from './media-state.ts';

/** Returns the files that are not what they claim to be, by their ids: by their first bytes, or since they were opened. */
export function mismatchesOf({
  list,
  facts,
  foundMismatches,
}: Pick<MediaState, 'list' | 'facts' | 'foundMismatches'>): ReadonlyMap<string, FileMismatch> {
  const mismatches = new Map(foundMismatches);
  for (const item of list?.media ?? []) {
    const opened = facts.get(item.id);
    if (opened?.isMismatch) {
      mismatches.set(item.id, fileMismatchOf(item, opened.claimedType, opened.foundType));
    }
  }
  return mismatches;
}
