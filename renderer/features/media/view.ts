import {
  type Corners,
  inverse,
  type Point,
  projectionOnto,
  straightenedSize,
} from '../../../preload/shared/perspective.ts';

/** The zoom factors that keys and buttons step through. */
const steps = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];
const smallestZoom = steps[0] ?? 0.05;
const largestZoom = 8;

/**
 * The usual places of portraits, in parts of the picture as it is seen: the middle, and the height with some room. On the data page of a
 * passport and on cards they are at the left (ICAO Doc 9303, parts 4 and 5).
 */
const portraits = {
  'portrait on a page': { x: 0.2, y: 0.43, height: 0.58 },
  'portrait on a card': { x: 0.19, y: 0.48, height: 0.68 },
  'portrait alone': { x: 0.5, y: 0.5, height: 1 },
};
/** Width by height of a portrait. */
const portraitRatio = 35 / 45;

/**
 * `fit` and `width` follow the available space, whole or in width; a portrait fills it as the other one does; a number is a factor of the
 * file's own size.
 */
export type Zoom = number | 'fit' | 'width' | keyof typeof portraits;

export function isPortrait(zoom: Zoom): zoom is keyof typeof portraits {
  return Object.hasOwn(portraits, zoom);
}

export interface Size {
  width: number;
  height: number;
}

/** A position in pixels, or, for the centre and corners of a view, in parts (0 to 1) of the file's width and height. */
export type { Point };

/** The view of a file in a well. */
export interface View {
  zoom: Zoom;
  /** Degrees, clockwise. */
  rotation: number;
  isMirrored: boolean;
  /** The point of the file in the middle of the well. */
  centre: Point;
  /** 1 changes nothing. */
  brightness: number;
  contrast: number;
  isInverted: boolean;
  isSharpened: boolean;
  hasLoupe: boolean;
  /** The document's corners in a picture taken at an angle, once they were placed. */
  corners: Corners | undefined;
  /** True if only the document is shown, as if taken from straight above. */
  isStraight: boolean;
  /** True while the corners are moved. */
  isPlacing: boolean;
  /** True if thumbnails of a PDF's pages are beside it. */
  hasPageList: boolean;
}

export const firstView: View = {
  zoom: 'fit',
  rotation: 0,
  isMirrored: false,
  centre: { x: 0.5, y: 0.5 },
  brightness: 1,
  contrast: 1,
  isInverted: false,
  isSharpened: false,
  hasLoupe: false,
  corners: undefined,
  isStraight: false,
  isPlacing: false,
  hasPageList: false,
};

/** Returns the part of a view that locked wells share. */
export function sharedPart(change: Partial<View>): Partial<View> {
  const sharedNames = new Set(['zoom', 'rotation', 'centre']);
  return Object.fromEntries(Object.entries(change).filter(([name]) => sharedNames.has(name)));
}

export function nextZoom(factor: number): number {
  return steps.find((step) => step > factor + 0.001) ?? factor;
}

export function previousZoom(factor: number): number {
  return steps.findLast((step) => step < factor - 0.001) ?? factor;
}

/** Limits a zoom factor to the range of the steps. */
export function boundedZoom(factor: number): number {
  return Math.min(largestZoom, Math.max(smallestZoom, factor));
}

/** Returns the size of a file after rotation. */
export function turnedSize({ width, height }: Size, rotation: number): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the factor at which a file of a size is shown in an area; `fit` and `width` do not enlarge it. */
export function factorOf({ zoom, rotation }: View, size: Size, area: Size): number {
  if (typeof zoom === 'number') {
    return zoom;
  }
  const fullSize = turnedSize(size, rotation);
  if (isPortrait(zoom)) {
    const height = Math.min(fullSize.height * portraits[zoom].height, fullSize.width / portraitRatio);
    return boundedZoom(Math.min(area.height / height, area.width / (height * portraitRatio)));
  }
  const across = area.width > 0 ? area.width / fullSize.width : 1;
  const down = area.height > 0 ? area.height / fullSize.height : 1;
  return zoom === 'width' ? across : Math.min(1, across, down);
}

/** Returns an offset in pixels of the area, as a distance in parts of the file. */
function distanceOf(view: View, factor: number, size: Size, offset: Point): Point {
  const x = view.isMirrored ? -offset.x : offset.x;
  const angle = (-view.rotation * Math.PI) / 180;
  return {
    x: (x * Math.cos(angle) - offset.y * Math.sin(angle)) / (size.width * factor),
    y: (x * Math.sin(angle) + offset.y * Math.cos(angle)) / (size.height * factor),
  };
}

/** Returns the point of the file, in parts, under an offset from the middle of the area. */
export function pointAt(view: View, factor: number, size: Size, offset: Point): Point {
  const distance = distanceOf(view, factor, size, offset);
  return { x: view.centre.x + distance.x, y: view.centre.y + distance.y };
}

/** Returns the view with a portrait in the middle, if it is zoomed to one. */
export function atPortrait(view: View, size: Size): View {
  if (!isPortrait(view.zoom)) {
    return view;
  }
  const { x, y } = portraits[view.zoom];
  const { width, height } = turnedSize(size, view.rotation);
  const offset = { x: (x - 0.5) * width, y: (y - 0.5) * height };
  return { ...view, centre: pointAt({ ...view, centre: firstView.centre }, 1, size, offset) };
}

/** Returns the centre after the file was dragged by so many pixels. */
export function pannedBy(view: View, factor: number, size: Size, by: Point): Point {
  const distance = distanceOf(view, factor, size, by);
  return { x: view.centre.x - distance.x, y: view.centre.y - distance.y };
}

/** Returns the centre with which the point under an offset stays where it is when the factor changes. */
export function centreAfterZoom(view: View, from: number, to: number, size: Size, offset: Point): Point {
  const fixedPoint = pointAt(view, from, size, offset);
  const distance = distanceOf(view, to, size, offset);
  return { x: fixedPoint.x - distance.x, y: fixedPoint.y - distance.y };
}

/** Limits the centre so that no empty space is shown if the file is larger than the area; otherwise centres it. */
export function boundedCentre(view: View, factor: number, size: Size, area: Size): Point {
  const turnedArea = turnedSize(area, view.rotation);
  const bound = (value: number, length: number, available: number) => {
    const half = available / (2 * length * factor);
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, value));
  };
  return {
    x: bound(view.centre.x, size.width, turnedArea.width),
    y: bound(view.centre.y, size.height, turnedArea.height),
  };
}

/** Returns the offset from the middle of the area at which a point of the file is shown: the inverse of `pointAt`. */
export function shownAt(view: View, factor: number, size: Size, point: Point): Point {
  const x = (point.x - view.centre.x) * size.width;
  const y = (point.y - view.centre.y) * size.height;
  const angle = (view.rotation * Math.PI) / 180;
  return {
    x: (x * Math.cos(angle) - y * Math.sin(angle)) * (view.isMirrored ? -factor : factor),
    y: (x * Math.sin(angle) + y * Math.cos(angle)) * factor,
  };
}

/** Returns the size of the document between the corners, and the styles that show it alone; undefined where it is not straightened. */
export function straightenedStyle(
  { corners, isStraight }: View,
  picture: Size,
): { size: Size; transform: string; clipPath: string } | undefined {
  const matrix = isStraight && corners ? projectionOnto(corners) : undefined;
  if (!corners || !matrix) {
    return undefined;
  }
  const size = straightenedSize(corners, picture);
  const [a, b, c, d, e, f, g, h, i] = inverse(matrix);
  const { width, height } = picture;
  const columns = [
    [(a * size.width) / width, (d * size.height) / width, 0, g / width],
    [(b * size.width) / height, (e * size.height) / height, 0, h / height],
    [0, 0, 1, 0],
    [c * size.width, f * size.height, 0, i],
  ];
  return {
    size,
    // The browser expects 1 in the last place.
    transform: `matrix3d(${columns.flatMap((column, at) => column.map((value) => (at === 2 ? value : value / i))).join(', ')})`,
    clipPath: `polygon(${corners.map(({ x, y }) => `${x * 100}% ${y * 100}%`).join(', ')})`,
  };
}

/** Returns the CSS transform of an element of the file's size whose top left corner lies in the middle of the area. */
export function cssTransform({ rotation, isMirrored, centre }: View, factor: number, size: Size): string {
  return (
    `scale(${isMirrored ? -factor : factor}, ${factor}) rotate(${rotation}deg) ` +
    `translate(${-centre.x * size.width}px, ${-centre.y * size.height}px)`
  );
}

/** Returns the CSS filter, or undefined where nothing is changed. `sharpenId` names an SVG filter of the page. */
export function cssFilter(
  { brightness, contrast, isInverted, isSharpened }: View,
  sharpenId: string,
): string | undefined {
  const parts = [
    brightness === 1 ? '' : `brightness(${brightness})`,
    contrast === 1 ? '' : `contrast(${contrast})`,
    isInverted ? 'invert(1)' : '',
    isSharpened ? `url(#${sharpenId})` : '',
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}
