import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns the content size of an element, without padding and scroll bars, in pixels; 0 by 0 until it is known. */
export function useContentSize(of: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!of.current) {
      return;
    }
    const observer = new ResizeObserver(([entry]) => {
      if (entry) {
        setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
      }
    });
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [of]);
  return size;
}
