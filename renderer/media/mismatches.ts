import type { FileInfo, MediaState } from './media-state.ts';

/** A file whose content is of another type than it claims. */
export interface Mismatch {
  mediumId: string;
  claimedType: string;
  foundType: string | undefined;
}

/** The files opened so far that are not what they claim to be: each is a finding of its case. */
export function mismatchesOf({ facts }: Pick<MediaState, 'facts'>): Mismatch[] {
  return [...facts]
    .filter(([, { isMismatch }]: [string, FileInfo]) => isMismatch)
    .map(([mediumId, { claimedType, foundType }]) => ({ mediumId, claimedType, foundType }));
}
