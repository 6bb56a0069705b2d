import type { MediaItem } from '../../preload/contract/service/metadata.ts';

const words: Record<string, string> = {
  DOCUMENT: 'Document',
  FACE: 'Face',
  REPORT: 'Report',
  ID_CARD: 'Identity card',
  DRIVER_LICENSE: 'Driver licence',
  PASSPORT: 'Passport',
  RESIDENCE_PERMIT: 'Residence permit',
  UTILITY_BILL: 'Utility bill',
  FRONT: 'front',
  BACK: 'back',
};

const word = (code: string | undefined) => (code ? (words[code] ?? code) : undefined);

/** What a medium is, in words: "Passport, front" (interface 2.3); codes nobody knows are shown as they are. */
export function titleOf(item: MediaItem): string {
  const kind = word(item.subtype) ?? word(item.type) ?? 'Medium';
  const form = item.contentType?.startsWith('video/') ? 'video' : undefined;
  return [kind, word(item.variant), form].filter(Boolean).join(', ');
}

/** The media by type, in the order the interface names the types; unknown types last. */
export function groupsOf(media: readonly MediaItem[]): { title: string; items: MediaItem[] }[] {
  const order = ['DOCUMENT', 'FACE', 'REPORT'];
  const rank = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  const groups = Map.groupBy(media, (item) => item.type ?? '');
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([type, items]) => ({ title: type === 'DOCUMENT' ? 'Documents' : (word(type) ?? 'Other'), items }));
}
