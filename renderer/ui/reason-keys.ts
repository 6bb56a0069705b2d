import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';

interface ReasonKeys {
  form: RefObject<HTMLElement | null>;
  /** The number of reasons. */
  count: number;
  /** Chooses a reason by its index. */
  choose(index: number): void;
  /** Saves the form, with one reason more by its index. */
  save(index?: number): void;
}

/** Chooses reasons of a form by the digits 1 to 9, with Alt saves it at once; saves it on Enter. */
export function useReasonKeys({ form, count, choose, save }: ReasonKeys): void {
  const onKey = (event: KeyboardEvent) => {
    const { target, key, code } = event;
    const isMod = event.ctrlKey || event.metaKey;
    if (event.altKey || event.isComposing) {
      // By its place: with Alt, some systems write another character.
      const at = /^Digit[1-9]$/.test(code) && !isMod && !event.shiftKey ? Number(code.slice(-1)) - 1 : count;
      if (at < count) {
        event.preventDefault();
        save(at);
      }
      return;
    }
    if (target instanceof HTMLTextAreaElement) {
      return;
    }
    const index = /^[1-9]$/.test(key) && !isMod ? Number(key) - 1 : count;
    if (index < count) {
      event.preventDefault();
      choose(index);
    }
    // The focus may not be in the form yet, which handles it otherwise.
    if (key === 'Enter' && !(target instanceof Element && form.current?.contains(target))) {
      event.preventDefault();
      save();
    }
  };
  // Capturing, so that digits arrive here before the window's shortcuts.
  useWindowEvent('keydown', onKey, true);
}
