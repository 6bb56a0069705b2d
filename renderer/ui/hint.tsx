import { Tooltip } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** Milliseconds the pointer rests before a hint shows. */
const openDelay = 200;

interface Hint {
  /** For the element that has the hint. */
  attributes: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onFocus(): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent): void;
  };
  /** Rendered beside it. */
  hint: ReactNode;
}

/**
 * Returns a hint on hover and on focus. The library's tooltip is made only while it shows: a case has hundreds of things with a hint,
 * and one tooltip each would cost more than all the rest.
 *
 * @param target the element that has the hint
 */
export function useHint(target: { current: HTMLElement | null }, label: ReactNode): Hint {
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
  return {
    attributes: {
      onPointerEnter: () => show(openDelay),
      onPointerLeave: hide,
      onFocus: () => show(0),
      onBlur: hide,
      onKeyDown: (event) => event.key === 'Escape' && hide(),
    },
    hint: isOpen && <Tooltip target={target} label={label} opened />,
  };
}
