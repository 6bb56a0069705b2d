import { type RefObject, useEffect } from 'react';
import type { Evidence } from '../desk/desk-store.ts';

/** Highlights the first of the paths that is in the page, and scrolls to it. */
export function useHighlight(
  content: RefObject<HTMLElement | null>,
  highlighted: Evidence | undefined,
): void {
  useEffect(() => {
    const root = content.current;
    if (!root || !highlighted) {
      return;
    }
    const found = highlighted.paths
      .map((path) => CSS.escape(path))
      .map((path) => root.querySelector(`[data-field="${path}"], [data-evidence="${path}"]`))
      .find((element) => element !== null);
    if (!found) {
      return;
    }
    found.setAttribute('data-highlighted', 'true');
    found.scrollIntoView({ block: 'center' });
    return () => found.removeAttribute('data-highlighted');
  }, [content, highlighted]);
}
