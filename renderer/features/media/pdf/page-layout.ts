import { type Size, turnedSize } from '../view.ts';

/** Between two pages and around them, in pixels. */
export const pageGap = 12;

/** The places of a document's pages on the screen, one below the other, in pixels. */
export interface PageLayout {
  /** The factor by which each page is larger on the screen than its own size. */
  factor: number;
  /** The upper edge of each page, and after the last one the height of all. */
  tops: Float64Array;
  /** The width of the widest page with the space around it. */
  width: number;
  height: number;
}

/** The pages' sizes, rotated as they are shown; pages that were not read yet are assumed to be like the first. */
export class PageSizes {
  readonly #sizes: ReadonlyMap<number, Size>;
  readonly #rotation: number;
  readonly count: number;

  /** @param sizes by the page's number, from 1; the first page is among them */
  constructor(sizes: ReadonlyMap<number, Size>, count: number, rotation: number) {
    this.#sizes = sizes;
    this.#rotation = rotation;
    this.count = count;
  }

  of(page: number): Size {
    const size = this.#sizes.get(page) ?? this.#sizes.get(1) ?? { width: 1, height: 1 };
    return turnedSize(size, this.#rotation);
  }
}

/** @param maxHeight of all pages together; they are shown smaller where they would be taller */
export function layPages(sizes: PageSizes, wanted: number, maxHeight: number): PageLayout {
  const { count } = sizes;
  let total = 0;
  let widest = 0;
  for (let page = 1; page <= count; page += 1) {
    const { width, height } = sizes.of(page);
    total += height;
    widest = Math.max(widest, width);
  }
  const gaps = pageGap * (count + 1);
  const factor = Math.min(wanted, Math.max(0, maxHeight - gaps) / total);
  const tops = new Float64Array(count + 1);
  let top = pageGap;
  for (let page = 1; page <= count; page += 1) {
    tops[page - 1] = top;
    top += Math.floor(sizes.of(page).height * factor) + pageGap;
  }
  tops[count] = top;
  return { factor, tops, width: Math.floor(widest * factor) + 2 * pageGap, height: top };
}

/** Returns the page at a position, or the one after the gap there. */
export function pageAtTop({ tops }: PageLayout, top: number): number {
  let from = 0;
  let to = tops.length - 2;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((tops[middle + 1] ?? 0) > top) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return from + 1;
}

/** Returns the page with the largest part in view; the first of several that are wholly in view. */
export function pageInView(layout: PageLayout, top: number, height: number): number {
  const { tops } = layout;
  let found = pageAtTop(layout, top);
  let largest = 0;
  for (let page = found; page < tops.length && (tops[page - 1] ?? 0) < top + height; page += 1) {
    const [from, to] = [tops[page - 1] ?? 0, (tops[page] ?? 0) - pageGap];
    const part = (Math.min(to, top + height) - Math.max(from, top)) / (to - from);
    if (part > largest) {
      [found, largest] = [page, part];
    }
  }
  return found;
}

/** Returns the pages between two positions, at most `most` of them. */
export function pagesBetween(layout: PageLayout, from: number, to: number, most: number): number[] {
  const first = pageAtTop(layout, from);
  const last = Math.min(pageAtTop(layout, to), first + most - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** A position in a document that stays the same when its pages are zoomed or have another size than assumed. */
export interface DocumentPoint {
  page: number;
  /** In parts of the page's height with the gap below it. */
  part: number;
}

export function pointAtTop(layout: PageLayout, top: number): DocumentPoint {
  const page = pageAtTop(layout, top);
  const [start, end] = [layout.tops[page - 1] ?? 0, layout.tops[page] ?? 0];
  return { page, part: end > start ? (top - start) / (end - start) : 0 };
}

export function topOfPoint({ tops }: PageLayout, { page, part }: DocumentPoint): number {
  const [start, end] = [tops[page - 1] ?? 0, tops[page] ?? 0];
  return start + part * (end - start);
}
