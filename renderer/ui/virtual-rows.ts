import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';

/** The length up to which lists are shown whole; longer ones scroll in a box, with only the rows in view in the page. */
const maxAtOnce = 20;
/** The height of the box in pixels before it was measured; the style sheets have the same. */
const boxHeight = 416;

export interface VirtualRows {
  isLong: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  /** The rows to render, in order. */
  indexes: readonly number[];
  /** The height of the rows that are not rendered before and after them, in pixels. */
  before: number;
  after: number;
  /** Measures the element of each row, which carries its index as `data-index`. */
  measure(element: Element | null): void;
  /** Scrolls as little as brings a row into view. */
  scrollTo(index: number): void;
  /** Scrolls to a distance from the top in pixels. */
  scrollToOffset(top: number): void;
}

interface RowsOptions {
  count: number;
  /** The height of a row in pixels: of each, or before it was measured. */
  height: number;
  /** True if every row has that height: the rows fill the space they have, and none is measured. */
  isFixed?: boolean;
  /** The pixels of a head that stays above the rows. */
  head?: number;
}

/** Returns the rows of a list of any length that need to be in the page. */
export function useVirtualRows({ count, height, isFixed = false, head = 0 }: RowsOptions): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const isLong = isFixed || count > maxAtOnce;
  const virtualizer = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    measureElement: observedHeight,
    overscan: isFixed ? 8 : 2,
    scrollMargin: head,
    scrollPaddingStart: head,
    initialRect: { width: 600, height: isFixed ? 900 : boxHeight },
  });
  const scrolling = {
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
    scrollToOffset: (top: number) => virtualizer.scrollToOffset(top),
  };
  if (!isLong) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    return { isLong, scroller, indexes, before: 0, after: 0, measure: () => undefined, ...scrolling };
  }
  const items = virtualizer.getVirtualItems();
  return {
    isLong,
    scroller,
    indexes: items.map(({ index }) => index),
    before: Math.max(0, (items[0]?.start ?? head) - head),
    after: virtualizer.getTotalSize() - Math.max(0, (items.at(-1)?.end ?? head) - head),
    measure: isFixed ? () => undefined : virtualizer.measureElement,
    ...scrolling,
  };
}

/**
 * Returns the height of a row as its observer reports it, before the row is painted. A row that was just added is not measured at once, since
 * each measurement would make the browser lay out the page.
 */
function observedHeight(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<HTMLDivElement, Element>,
): number {
  const height = entry?.borderBoxSize[0]?.blockSize;
  if (height !== undefined) {
    return Math.round(height);
  }
  const index = list.indexFromElement(row);
  return list.measurementsCache[index]?.size ?? list.options.estimateSize(index);
}
