import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Returns the function that a field calls when it is left. `onLeft` then runs at once, or, when the field was left by pressing the pointer, after
 * the click: a message that appears between press and release would move the button that is being clicked. This is why the form
 * does not use the library's own validation on blur.
 */
export function useTouchedFields<F extends string>(onLeft: (field: F) => void): (field: F) => void {
  const leave = useEffectEvent(onLeft);
  const isPressed = useRef(false);
  const waiting = useRef(new Set<F>());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      isPressed.current = false;
      for (const field of waiting.current) {
        leave(field);
      }
      waiting.current.clear();
    };
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    const down = () => {
      isPressed.current = true;
    };
    // The click event follows the release.
    const up = () => {
      timer = setTimeout(flush, 0);
    };
    window.addEventListener('pointerdown', down, options);
    window.addEventListener('pointerup', up, options);
    window.addEventListener('pointercancel', up, options);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
  return (field) => {
    if (isPressed.current) {
      waiting.current.add(field);
    } else {
      onLeft(field);
    }
  };
}
