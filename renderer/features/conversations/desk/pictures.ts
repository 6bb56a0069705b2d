import type { DeskPreset } from '../../../../preload/contract/application.ts';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';

/** The ids of the files in the two wells. */
export interface WellFiles {
  left: string | undefined;
  right: string | undefined;
}

const isDocument = ({ type }: MediaItem) => type === 'DOCUMENT';
const isFace = ({ type }: MediaItem) => type === 'FACE';
const isReport = ({ type }: MediaItem) => type === 'REPORT';
const isImage = ({ contentType = 'image/' }: MediaItem) => contentType.startsWith('image/');

/** Images before videos. */
function firstOf(files: readonly MediaItem[], isWanted: (item: MediaItem) => boolean): MediaItem | undefined {
  const pictures = files.filter(isWanted);
  return pictures.find(isImage) ?? pictures[0];
}

/** Returns the two sides of one document: of the given kind, or the first document. */
export function sidesOf(
  files: readonly MediaItem[],
  subtype?: string,
): { front: MediaItem | undefined; back: MediaItem | undefined } {
  const documents = files.filter(
    (item) => isDocument(item) && (subtype === undefined || item.subtype === subtype),
  );
  const back = firstOf(documents, ({ variant }) => variant === 'BACK');
  const ofBack = documents.filter((item) => item.subtype === back?.subtype);
  const front =
    firstOf(back && subtype === undefined ? ofBack : documents, ({ variant }) => variant === 'FRONT') ??
    firstOf(documents, ({ variant }) => variant !== 'BACK');
  return { front, back };
}

/** Returns the files each preset shows. A well without a suitable file keeps its file. */
export function filesFor(preset: DeskPreset, files: readonly MediaItem[]): WellFiles {
  const { front, back } = sidesOf(files);
  const document = firstOf(files, isDocument);
  const face = firstOf(files, isFace);
  const report = firstOf(files, isReport);
  switch (preset) {
    case 'front-back':
      return { left: (front ?? document)?.id, right: back?.id };
    case 'document-face':
      return { left: (front ?? document ?? report)?.id, right: face?.id };
    case 'data-document':
      return { left: (front ?? document ?? report ?? face ?? files[0])?.id, right: undefined };
    case 'one-large':
      return { left: undefined, right: undefined };
  }
}

/**
 * Returns the preset for a case: the last chosen one if the case has the files for it, otherwise by its files. Comparing a face with its
 * document comes first, then the two sides of a document.
 */
export function presetFor(preset: DeskPreset | undefined, files: readonly MediaItem[]): DeskPreset {
  const { front, back } = sidesOf(files);
  const hasDocument = files.some(isDocument);
  const possible: Readonly<Record<DeskPreset, boolean>> = {
    'front-back': front !== undefined && back !== undefined,
    'document-face': hasDocument && files.some(isFace),
    'data-document': true,
    'one-large': true,
  };
  if (preset !== undefined && possible[preset]) {
    return preset;
  }
  return possible['document-face']
    ? 'document-face'
    : possible['front-back']
      ? 'front-back'
      : 'data-document';
}
