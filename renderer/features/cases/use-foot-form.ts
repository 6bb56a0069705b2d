import { useRef, useState } from 'react';

/** Returns the state of a form that opens at a button of the foot. In a low window the foot scrolls with the page, and a form is not shown beside a button that is out of view. */
export function useFootForm() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return {
    opened,
    setOpened,
    button,
    open() {
      button.current?.scrollIntoView({ block: 'nearest' });
      setOpened(true);
    },
  };
}
