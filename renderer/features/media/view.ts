/** The zoom factors that keys and buttons step through. */
const steps = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];
const smallestZoom = steps[0] ?? 0.05;
const largestZoom = 8;

/** `fit` and `width` follow the available space, whole or in width; a number is a factor of the file's own size. */
export type Zoom = number | 'fit' | 'width';

export interface Size {
  width: number;
  height: number;
}

/** A position in pixels, or, for the centre of a view, in parts (0 to 1) of the file's width and height. */
export interface Point {
  x: number;
  y: number;
}

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
  hasPageList: false,
};

/** Returns the part of a view that locked wells share. */
export function sharedPart(change: Partial<View>): Partial<View> {
  const shared = new Set(['zoom', 'rotation', 'centre']);
  return Object.fromEntries(Object.entries(change).filter(([name]) => shared.has(name)));
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

/** Returns the factor at which a file of a size is shown in an area; `fit` and `width` do not enlarge beyond `max`. */
export function factorOf({ zoom, rotation }: View, size: Size, area: Size, max = 1): number {
  if (typeof zoom === 'number') {
    return zoom;
  }
  const turned = turnedSize(size, rotation);
  const across = area.width > 0 ? area.width / turned.width : 1;
  const down = area.height > 0 ? area.height / turned.height : 1;
  return zoom === 'width' ? across : Math.min(max, across, down);
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

/** Returns the centre after the file was dragged by so many pixels. */
export function pannedBy(view: View, factor: number, size: Size, by: Point): Point {
  const distance = distanceOf(view, factor, size, by);
  return { x: view.centre.x - distance.x, y: view.centre.y - distance.y };
}

/** Returns the centre with which the point under an offset stays where it is when the factor changes. */
export function centreAfterZoom(view: View, from: number, to: number, size: Size, offset: Point): Point {
  const kept = pointAt(view, from, size, offset);
  const distance = distanceOf(view, to, size, offset);
  return { x: kept.x - distance.x, y: kept.y - distance.y };
}

/** Limits the centre so that no empty space is shown if the file is larger than the area; otherwise centres it. */
export function boundedCentre(view: View, factor: number, size: Size, area: Size): Point {
  const turned = turnedSize(area, view.rotation);
  const bound = (value: number, length: number, available: number) => {
    const half = available / (2 * length * factor);
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, value));
  };
  return {
    x: bound(view.centre.x, size.width, turned.width),
    y: bound(view.centre.y, size.height, turned.height),
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
