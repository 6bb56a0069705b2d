import { Tooltip } from '@mantine/core';
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** Milliseconds the pointer rests before a hint shows. */
const openDelay = 200;

interface Hint {
  /** For the element that has the hint. */
  attributes: {
    onPointerEnter(): void;
    onPointerLeave(event: PointerEvent): void;
    onPointerDown(event: PointerEvent): void;
    onFocus(event: FocusEvent): void;
    onBlur(): void;
  };
  /** Rendered beside it. */
  hint: ReactNode;
}

/**
 * Returns a hint on hover, on focus from the keyboard and where a finger taps; Escape or a press hides it. The library's tooltip is made
 * only while it shows: a case has hundreds of things with a hint, and one tooltip each would cost more than all the rest.
 *
 * @param target the element that has the hint
 * @param label makes the text of the hint, once it shows
 */
export function useHint(target: { current: HTMLElement | null }, label: () => ReactNode): Hint {
  const [isOpen, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), delay);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    if (isOpen) {
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && setShown(false), options);
      window.addEventListener('pointerdown', () => setShown(false), options);
    }
    return () => ended.abort();
  }, [isOpen]);
  return {
    attributes: {
      onPointerEnter: () => show(openDelay),
      // A finger leaves as soon as it has tapped.
      onPointerLeave: ({ pointerType }) => pointerType !== 'touch' && hide(),
      onPointerDown: ({ pointerType }) => pointerType !== 'touch' && hide(),
      onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && show(0),
      onBlur: hide,
    },
    hint: isOpen && <Tooltip target={target} label={label()} opened />,
  };
}
