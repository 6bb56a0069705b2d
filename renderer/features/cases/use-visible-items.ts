import { type RefObject, useLayoutEffect, useState } from 'react';
import { rowHeight } from './case-list-store.ts';

/** Items rendered above and below the visible ones, so that scrolling by a notch shows no gap. */
const overscan = 8;
/** Items by which the rendered range moves. A smaller step would render on every pixel. */
const step = 4;

export interface VisibleItems {
  from: number;
  count: number;
}

/**
 * Returns the items of a list of equal heights to render. Positions are calculated, since a library that measures rows creates an object for
 * each of 100,000.
 * @param headHeight pixels of the fixed head inside the scrolling element
 */
export function useVisibleItems(
  scroller: RefObject<HTMLElement | null>,
  length: number,
  headHeight: number,
  onChange: (items: VisibleItems, top: number) => void,
): VisibleItems {
  const [items, setItems] = useState<VisibleItems>({ from: 0, count: 40 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    const update = () => {
      const top = element.scrollTop;
      const inSight = Math.ceil((element.clientHeight - headHeight) / rowHeight);
      const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
      const from = Math.min(first - (first % step), Math.max(0, length - 1));
      const count = Math.min(inSight + 2 * overscan + step, Math.max(0, length - from));
      setItems((before) => (before.from === from && before.count === count ? before : { from, count }));
      onChange({ from, count }, top);
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    const resized = new ResizeObserver(update);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      resized.disconnect();
    };
  }, [scroller, length, headHeight, onChange]);
  return items;
}
