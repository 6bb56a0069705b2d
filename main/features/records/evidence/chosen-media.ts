import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import { mediaTitle } from '../../../../preload/wording/media.ts';

/** A file that the user chose: its entry in the metadata (interface 2.3), or its id alone where the service lists it no longer. */
export interface ChosenMedium extends MediaItem {
  isListed: boolean;
}

/** Returns the chosen files in the order they were chosen, each once. */
export function chosenMedia(mediaIds: readonly string[], media: readonly MediaItem[]): ChosenMedium[] {
  const byId = new Map(media.map((item) => [item.id, item]));
  return [...new Set(mediaIds)].map((id) => {
    const item = byId.get(id);
    return item ? { ...item, isListed: true } : { id, isListed: false };
  });
}

/** Returns a title such as “Passport, front”. */
export function chosenTitle(item: ChosenMedium): string {
  return item.isListed ? mediaTitle(item) : 'File no longer listed by the service';
}
