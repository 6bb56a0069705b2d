import { useEffect, useRef, useState } from 'react';

/**
 * Returns the state of a form that opens at a button of the foot. In a low window the foot scrolls with the page, and a form is not shown beside a
 * button that is out of view. The form closes when a dialog opens, which it would cover.
 */
export function useFootForm() {
  const [state, setState] = useState<'closed' | 'open' | 'covered'>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const opened = state === 'open';
  useEffect(() => {
    const cover = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[aria-modal=true]')) {
        setState('covered');
      }
    };
    if (opened) {
      document.addEventListener('focusin', cover);
    }
    return () => document.removeEventListener('focusin', cover);
  }, [opened]);
  const setOpened = (isOpen: boolean) => setState(isOpen ? 'open' : 'closed');
  return {
    opened,
    setOpened,
    button,
    open() {
      button.current?.scrollIntoView({ block: 'nearest' });
      setOpened(true);
    },
    popover: {
      opened,
      onChange: setOpened,
      position: 'top-start' as const,
      shadow: 'md',
      trapFocus: true,
      returnFocus: state !== 'covered',
    },
  };
}
