import type { HeadlessExchange } from '../../preload/contract/headless.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import { isObject } from '../../preload/contract/objects.ts';
import type { HeadlessPage } from '../../preload/contract/service/headless.ts';
import { maskShape } from '../../preload/wording/mask-shape.ts';

/** Answers that do not identify a person. */
const plain = /^(yes|no|true|false)$/i;
/** The most arguments and errors of a page in the transcript, and the longest text of the service, in characters. */
const maxListed = 200;
const maxText = 200;

/** A submitted value as the transcript has it. */
export function maskedValue(value: JsonValue): string {
  if (typeof value === 'string') {
    return value === '' || plain.test(value) ? value : maskShape(value.slice(0, 200));
  }
  if (typeof value === 'boolean' || value === null) {
    return String(value);
  }
  if (typeof value === 'number') {
    return '•••';
  }
  return Array.isArray(value) ? counted(value.length, 'value') : counted(Object.keys(value).length, 'member');
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Replaces values that were submitted wherever the service repeats them. */
export class SubmittedValues {
  readonly #values = new Set<string>();

  /** Texts of fewer than three characters are found by chance in other texts, so they stay. */
  add(value: JsonValue): void {
    if (typeof value === 'string' && value.length >= 3 && value.length <= 1000 && !plain.test(value)) {
      this.#values.add(value);
    } else if (typeof value === 'number' && Math.abs(value) >= 100) {
      this.#values.add(String(value));
    } else if (Array.isArray(value)) {
      for (const one of value.slice(0, maxListed)) {
        this.add(one);
      }
    } else if (isObject(value)) {
      for (const one of Object.values(value).slice(0, maxListed)) {
        this.add(one as JsonValue);
      }
    }
  }

  masked(text: string): string {
    let masked = text.slice(0, 2000);
    // The longest first: one value can be a part of another.
    for (const value of [...this.#values].sort((left, right) => right.length - left.length)) {
      masked = masked.replaceAll(value, '•••');
    }
    return masked;
  }
}

/** A page as the transcript has it: names and codes, without the values that `args` suggests. */
export function maskedPage(
  page: HeadlessPage,
  values: SubmittedValues,
): NonNullable<HeadlessExchange['reply']> {
  const { component, next, args = [], errors = [] } = page;
  const text = (value: string) => values.masked(value.slice(0, maxText));
  const optional = <Name extends string>(name: Name, value: string | undefined) =>
    value === undefined ? {} : ({ [name]: text(value) } as Record<Name, string>);
  return {
    ...optional('component', component),
    ...optional('next', next),
    args: Array.isArray(args)
      ? args.slice(0, maxListed).map((name) => ({ name: text(name) }))
      : Object.entries(args)
          .slice(0, maxListed)
          .map(([name, value]) => ({ name: text(name), value: maskedValue(value as JsonValue) })),
    errors: errors
      .slice(0, maxListed)
      .map(({ field, code }) => ({ ...optional('field', field), ...optional('code', code) })),
  };
}
