import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns whether the user works in an element: true until the focus goes to another part of the work area. The palette, dialogs and the
 * bar at the top do not count, since they act on the element used before.
 */
export function useWasFocused(element: RefObject<HTMLElement | null>): boolean {
  const [was, setWas] = useState(true);
  useEffect(() => {
    const hear = ({ target }: FocusEvent) => {
      if (target instanceof Node && element.current?.contains(target)) {
        setWas(true);
      } else if (target instanceof Node && document.getElementById('work')?.contains(target)) {
        setWas(false);
      }
    };
    document.addEventListener('focusin', hear);
    return () => document.removeEventListener('focusin', hear);
  }, [element]);
  return was;
}
