import { type ChangeEvent, useState } from 'react';

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
