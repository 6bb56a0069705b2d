import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns the content width of an element before it is painted, in whole pixels; 0 until it is in the page. */
export function useWidth(of: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!of.current) {
      return;
    }
    setWidth(of.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) {
        setWidth(Math.round(entry.contentRect.width));
      }
    });
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [of]);
  return width;
}
