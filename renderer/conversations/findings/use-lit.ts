import { type RefObject, useEffect } from 'react';
import type { Evidence } from '../desk/desk-store.ts';

/** Lights the first of the paths that is in the page, and scrolls to it. */
export function useLit(content: RefObject<HTMLElement | null>, lit: Evidence | undefined): void {
  useEffect(() => {
    const root = content.current;
    if (!root || !lit) {
      return;
    }
    const found = lit.paths
      .map((path) => CSS.escape(path))
      .map((path) => root.querySelector(`[data-field="${path}"], [data-evidence="${path}"]`))
      .find((element) => element !== null);
    if (!found) {
      return;
    }
    found.setAttribute('data-lit', 'true');
    found.scrollIntoView({ block: 'center' });
    return () => found.removeAttribute('data-lit');
  }, [content, lit]);
}
