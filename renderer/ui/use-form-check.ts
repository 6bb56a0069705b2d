import { type ChangeEvent, type FormEvent, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAnnounce } from './services.tsx';

export interface FormCheck {
  ref(element: HTMLElement | null): void;
  passes(): boolean;
}

const control = 'input:not([type=hidden]), textarea, select';
// A field for a file is a button.
const faulty = `[data-error] :is(${control}), :is(${control}):is([data-error], [aria-invalid=true]), button[aria-invalid=true]`;

/**
 * Checks a form when it is submitted, so that its button need not be disabled: what is missing is named at its field, and the focus goes to the
 * first such field. Before that, no field shows an error.
 *
 * @param faults for each field what is wrong with it, if anything, in the order of the fields
 */
export function useFormCheck<F extends string>(faults: Record<F, string | false | undefined>) {
  const announce = useAnnounce();
  const root = useRef<HTMLElement>(null);
  const [isTried, setTried] = useState(false);
  /** Belongs to the form, or to what is around the fields. */
  const ref = useCallback((element: HTMLElement | null) => {
    root.current = element;
    if (element instanceof HTMLFormElement) {
      // The browser's own messages would come first, in its own words.
      element.noValidate = true;
    }
    // A form that opens in the page takes the focus as one in a dialog does.
    if (!element?.closest('[role=dialog]')) {
      element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
  }, []);
  const errors: Partial<typeof faults> = isTried ? faults : {};
  return {
    ref,
    root,
    errors,
    /** Returns whether nothing is wrong. @param ownField a field that the act itself fills */
    passes(ownField?: F): boolean {
      const all: [string, string | false | undefined][] = Object.entries(faults);
      const [, first] = all.find(([field, fault]) => fault && field !== ownField) ?? [];
      const before = document.activeElement;
      flushSync(() => setTried(first !== undefined));
      if (first) {
        root.current?.querySelector<HTMLElement>(faulty)?.focus();
        // A field that had the focus before is not read again.
        if (document.activeElement === before) {
          announce(first);
        }
      }
      return first === undefined;
    },
  };
}

/**
 * Holds the texts of a form. `field` returns the properties of the field of each, with what a check of the form says about it.
 *
 * @param properties those that every field has
 */
export function useTexts<Name extends string>(
  initial: Record<Name, string>,
  properties: { spellCheck?: boolean } = {},
) {
  const [texts, setTexts] = useState(initial);
  return {
    texts,
    setTexts,
    field: (name: Name, errors: Partial<Record<Name, string | false | undefined>> = {}) => ({
      ...properties,
      value: texts[name],
      error: errors[name],
      onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) {
        const { value } = event.currentTarget;
        setTexts((before) => ({ ...before, [name]: value }));
      },
    }),
  };
}

/** Does what a form is for in this page; the browser by itself would load another one. */
export function submitted(work: () => unknown) {
  return (event: FormEvent) => {
    event.preventDefault();
    void work();
  };
}
