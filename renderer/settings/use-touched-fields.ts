import { useEffect, useRef, useState } from 'react';

/**
 * Which fields have been left, and may therefore say what is wrong with them. A field left by pressing the pointer
 * elsewhere counts only once the pointer is up again: words that appear in between would move what is being clicked.
 */
export function useTouchedFields<F extends string>(): { left: ReadonlySet<F>; leave(field: F): void } {
  const [left, setLeft] = useState<ReadonlySet<F>>(new Set());
  const pressed = useRef(false);
  const waiting = useRef(new Set<F>());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      pressed.current = false;
      const fields = [...waiting.current];
      waiting.current.clear();
      if (fields.length > 0) {
        setLeft((before) => new Set([...before, ...fields]));
      }
    };
    const down = () => {
      pressed.current = true;
    };
    // The click comes after the pointer is up: it is let through first.
    const up = () => {
      timer = setTimeout(flush, 0);
    };
    window.addEventListener('pointerdown', down, true);
    window.addEventListener('pointerup', up, true);
    window.addEventListener('pointercancel', up, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', down, true);
      window.removeEventListener('pointerup', up, true);
      window.removeEventListener('pointercancel', up, true);
    };
  }, []);
  return {
    left,
    leave(field) {
      if (pressed.current) {
        waiting.current.add(field);
      } else {
        setLeft((before) => new Set(before).add(field));
      }
    },
  };
}
