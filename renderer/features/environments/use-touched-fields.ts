import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';

/**
 * Returns the function that a field calls when it is left. `onLeft` then runs at once, or, when the field was left by pressing the pointer, after
 * the click: a message that appears between press and release would move the button that is being clicked. This is why the form
 * does not use the library's own validation on blur.
 */
export function useTouchedFields<F extends string>(onLeft: (field: F) => void): (field: F) => void {
  const isPressed = useRef(false);
  const waiting = useRef(new Set<F>());
  // The click event follows the release.
  const { start: flush } = useTimeout(() => {
    isPressed.current = false;
    for (const field of waiting.current) {
      onLeft(field);
    }
    waiting.current.clear();
  }, 0);
  const down = () => {
    isPressed.current = true;
  };
  useWindowEvent('pointerdown', down, true);
  useWindowEvent('pointerup', flush, true);
  useWindowEvent('pointercancel', flush, true);
  return (field) => {
    if (isPressed.current) {
      waiting.current.add(field);
    } else {
      onLeft(field);
    }
  };
}
