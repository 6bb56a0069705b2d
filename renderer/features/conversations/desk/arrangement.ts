import type { DeskArrangement, DeskPart, DeskPreset } from '../../../../preload/contract/application.ts';

export const defaultArrangement: DeskArrangement = {
  dataShares: {},
  leftShare: 0.5,
  stripHeight: 116,
  folded: [],
};

const defaultShares: Readonly<Record<DeskPreset, number>> = {
  'front-back': 0.36,
  'document-face': 0.36,
  'data-document': 0.52,
  'one-large': 0.36,
};

/** The parts a preset folds. The strip is unaffected. */
export const foldedBy: Readonly<Record<DeskPreset, readonly DeskPart[]>> = {
  'front-back': [],
  'document-face': [],
  'data-document': ['right'],
  'one-large': ['data', 'right'],
};

/** Pixels. */
export const limits = {
  data: 320,
  well: 370,
  strip: { from: 64, to: 240 },
  splitter: 7,
} as const;

/** The sizes of the parts in pixels; 0 for hidden parts. */
export interface DeskSizes {
  data: number;
  left: number;
  right: number;
  strip: number;
  /** The data leave room for two pictures beside them, folded or not. */
  fitsRight: boolean;
}

/**
 * Returns the sizes of the parts in a desk.
 *
 * @param width of the desk, in pixels
 * @param hasFiles without a file there are only the data
 */
export function sizesOf(
  arrangement: DeskArrangement,
  preset: DeskPreset,
  { width, hasFiles }: { width: number; hasFiles: boolean },
): DeskSizes {
  if (!hasFiles) {
    return { data: width, left: 0, right: 0, strip: 0, fitsRight: false };
  }
  const isFolded = (part: DeskPart) => arrangement.folded.includes(part);
  const share = dataShareOf(arrangement, preset);
  const fullWidth = Math.round(dataWidth(share * width, width));
  const fitsRight = width - fullWidth - limits.splitter >= 2 * limits.well;
  const data = isFolded('data') ? 0 : fullWidth;
  const pictures = width - (data === 0 ? 0 : data + limits.splitter);
  const both = !isFolded('right') && (data === 0 || fitsRight);
  const available = pictures - limits.splitter;
  const left = both
    ? between(arrangement.leftShare * available, limits.well / 2, available - limits.well / 2)
    : pictures;
  return {
    data,
    left,
    right: both ? available - left : 0,
    strip: isFolded('strip') ? 0 : between(arrangement.stripHeight, limits.strip.from, limits.strip.to),
    fitsRight,
  };
}

export function dataShareOf({ dataShares }: DeskArrangement, preset: DeskPreset): number {
  return dataShares[preset] ?? defaultShares[preset];
}

/** Keeps the data's minimum width and leaves the left picture its own. */
export function dataWidth(target: number, width: number): number {
  return between(target, limits.data, Math.max(limits.data, width - limits.well - limits.splitter));
}

export function between(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
