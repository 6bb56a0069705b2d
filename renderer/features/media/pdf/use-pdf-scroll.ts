import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Point, Size } from '../view.ts';
import { pdfLimits } from './limits.ts';
import { type PageLayout, pageGap, pageInView, pagesBetween, pointAtTop, topOfPoint } from './page-layout.ts';

/** The pages on the screen. */
export interface PagesInView {
  /** The page with the largest part in view. */
  current: number;
  visible: readonly number[];
  /** The visible pages and those that are drawn ahead. */
  near: readonly number[];
}

export interface PdfScroll extends PagesInView {
  onScroll(): void;
  toPage(page: number): void;
  /** Scrolls to a part of a page, in pixels from its upper left corner, unless it is in view. */
  toPointOfPage(page: number, point: Point): void;
  scrollBy(by: Point): void;
  /** Sets the point of the area that the next zoom keeps in place; otherwise its middle. */
  holdAt(point: Point): void;
}

interface Position {
  layout: PageLayout;
  area: Size;
  left: number;
  top: number;
}

const start: PagesInView = { current: 1, visible: [], near: [] };

/** Follows the scrolling of a document's pages; their place stays when they are zoomed or their sizes become known. */
export function usePdfScroll(
  area: RefObject<HTMLElement | null>,
  layout: PageLayout | undefined,
  available: Size,
): PdfScroll {
  const [inView, setInView] = useState(start);
  const last = useRef<Position>(undefined);
  const held = useRef<Point>(undefined);
  // A page that the user went to is the current one until its position changes, also where it cannot be scrolled to the middle.
  const target = useRef<{ page: number; top: number }>(undefined);

  const onScroll = useCallback(() => {
    const element = area.current;
    if (!element || !layout) {
      return;
    }
    const { scrollTop: top, scrollLeft: left } = element;
    last.current = { layout, area: available, left, top };
    const { height } = available;
    if (target.current?.top !== top) {
      target.current = undefined;
    }
    const most = pdfLimits.drawnPages;
    const next: PagesInView = {
      current: target.current?.page ?? pageInView(layout, top, height),
      visible: pagesBetween(layout, top, top + height, most),
      near: pagesBetween(layout, top - height / 2, top + 1.5 * height, most),
    };
    setInView((before) => (isSame(before, next) ? before : next));
  }, [area, layout, available]);

  useLayoutEffect(() => {
    const before = last.current;
    const element = area.current;
    if (element && layout && before && before.layout !== layout) {
      element.scrollTo(positionAfter(before, { layout, area: available }, held.current));
    }
    held.current = undefined;
    onScroll();
  }, [area, layout, available, onScroll]);
  // A document that is opened again begins at the position of the one before.
  useEffect(() => {
    if (!layout) {
      setInView((before) => ({ ...before, visible: [], near: [] }));
    }
  }, [layout]);

  const toPage = useCallback(
    (page: number) => {
      const element = area.current;
      if (element && layout) {
        element.scrollTo({ top: (layout.tops[page - 1] ?? 0) - pageGap });
        target.current = { page, top: element.scrollTop };
        onScroll();
      }
    },
    [area, layout, onScroll],
  );
  const toPointOfPage = useCallback(
    (page: number, { x, y }: Point) => {
      const element = area.current;
      if (!element || !layout) {
        return;
      }
      const top = (layout.tops[page - 1] ?? 0) + y;
      const { scrollTop, clientHeight, clientWidth } = element;
      const isInView = top > scrollTop + 24 && top < scrollTop + clientHeight - 48;
      element.scrollTo({
        ...(!isInView && { top: top - clientHeight * 0.4 }),
        left: pageGap + x - clientWidth / 2,
      });
    },
    [area, layout],
  );
  const scrollBy = useCallback(({ x, y }: Point) => area.current?.scrollBy({ left: x, top: y }), [area]);
  const holdAt = useCallback((point: Point) => {
    held.current = point;
  }, []);
  return { ...inView, onScroll, toPage, toPointOfPage, scrollBy, holdAt };
}

function positionAfter(
  before: Position,
  now: Pick<Position, 'layout' | 'area'>,
  held: Point | undefined,
): { left: number; top: number } {
  const at = held ?? { x: before.area.width / 2, y: before.area.height / 2 };
  // At the beginning of a document its upper edge stays in view.
  const isAtStart = before.top === 0 && !held;
  const point = pointAtTop(before.layout, before.top + at.y);
  const centre = ({ layout, area }: Pick<Position, 'layout' | 'area'>) =>
    Math.max(layout.width, area.width) / 2;
  const across = (before.left + at.x - centre(before)) / before.layout.factor;
  return {
    left: across * now.layout.factor + centre(now) - at.x,
    top: isAtStart ? 0 : topOfPoint(now.layout, point) - at.y,
  };
}

function isSame(one: PagesInView, other: PagesInView): boolean {
  const equal = (a: readonly number[], b: readonly number[]) => a.length === b.length && a[0] === b[0];
  return one.current === other.current && equal(one.visible, other.visible) && equal(one.near, other.near);
}
