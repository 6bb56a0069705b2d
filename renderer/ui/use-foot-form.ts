import { useEffect, useRef, useState } from 'react';

/**
 * Returns the state of a form that opens at its button. In a low window the button scrolls with the page, and a form is not shown beside a
 * button that is out of view. The form closes when another form or a dialog opens: of two, both would take the same keys.
 */
export function useFootForm() {
  const [state, setState] = useState<'closed' | 'open' | 'covered'>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const opened = state === 'open';
  useEffect(() => {
    const cover = ({ target }: FocusEvent) => {
      const form = target instanceof Element ? target.closest('[role=dialog]') : null;
      if (form && form.id !== button.current?.getAttribute('aria-controls')) {
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
    /** Closes it where the focus goes elsewhere than to its button. */
    leave: () => setState('covered'),
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
