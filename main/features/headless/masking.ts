import { LRUCache } from 'lru-cache';
import type { HeadlessExchange } from '../../../preload/contract/headless.ts';
import type { JsonValue } from '../../../preload/contract/json.ts';
import { isObject } from '../../../preload/contract/objects.ts';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { headlessComponents, headlessFieldNames } from '../../../preload/wording/headless-components.ts';
import { counted } from '../../../preload/wording/terms.ts';
import type { Failure } from '../../common/failure.ts';

export const mask = '•••';
/** Answers that do not identify a person. */
const plain = /^(yes|no|true|false)$/i;
/** The most fields and errors of an exchange in the transcript, and the most values that are remembered. */
const maxListed = 200;
const maxValues = 2000;
/** The longest value that is looked for in other texts, in characters. */
const maxSearched = 1000;
/** The form of the interface's own names and codes. Four digits in a row may be part of an applicant's number. */
const nameForm = /^[A-Za-z][A-Za-z0-9_.-]{0,79}$/;
const componentForm = /^[A-Z][A-Z0-9_]{0,59}\/[A-Z][A-Z0-9_]{0,59}$/;
const requestIdForm = /^[A-Za-z0-9][A-Za-z0-9_.:/+=-]{0,127}$/;
const digits = /\d{4}/;
const fileEnding = /\.(?:png|jpe?g|pdf|heic|heif|webp|gif|bmp|tiff?|mp4|webm|mov)$/i;
const dateForm = 'YYYY-MM-DD';

/** Returns the kind and size of a value for the transcript, nothing of its content. */
export function kindOfValue(value: JsonValue, isChoice = false): string {
  if (typeof value === 'string') {
    if (value === '' || value === dateForm || plain.test(value)) {
      return value;
    }
    return isChoice ? 'one of the choices' : `text of ${counted([...value].length, 'character')}`;
  }
  if (typeof value === 'boolean' || value === null) {
    return String(value);
  }
  if (typeof value === 'number') {
    return 'a number';
  }
  return Array.isArray(value) ? counted(value.length, 'value') : counted(Object.keys(value).length, 'member');
}

/** Returns the name of a chosen file for the transcript: people name files after persons, so only its ending stays. */
export function maskedFileName(fileName: string): string {
  return mask + (fileEnding.exec(fileName)?.[0].toLowerCase() ?? '');
}

/** The applicant's values in this flow: submitted, suggested by the service, and the address. */
export class PersonalValues {
  // In lower case: a service may write a value in other letters.
  readonly #whole = new LRUCache<string, true>({ max: maxValues });
  readonly #parts = new LRUCache<string, true>({ max: maxValues });

  add(value: JsonValue): void {
    const pending: JsonValue[] = [value];
    for (let count = 0; pending.length > 0 && count < maxValues; count += 1) {
      const one = pending.pop();
      if (typeof one === 'string' || typeof one === 'number') {
        this.#addText(String(one));
      } else if (Array.isArray(one)) {
        pending.push(...one.slice(0, maxListed));
      } else if (isObject(one)) {
        pending.push(...Object.values(one).slice(0, maxListed));
      }
    }
  }

  /** Returns whether a text holds one of the values, or a word of one. Texts of one or two characters are compared as a whole only. */
  isIn(text: string): boolean {
    const lower = text.toLowerCase();
    return this.#whole.has(lower) || [...this.#parts.keys()].some((part) => lower.includes(part));
  }

  #addText(text: string): void {
    const lower = text.trim().toLowerCase();
    if (lower === '' || lower.length > maxSearched || plain.test(lower)) {
      return;
    }
    this.#whole.set(lower, true);
    const words = lower.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 4);
    for (const part of [lower, ...words]) {
      if (part.length >= 3) {
        this.#parts.set(part, true);
      }
    }
  }
}

/** Returns a name or code of the service if the console knows it, or if it has the form of one and no value of the applicant. */
export function maskedName(name: string, values: PersonalValues): string {
  if (Object.hasOwn(headlessFieldNames, name)) {
    return name;
  }
  return nameForm.test(name) && !digits.test(name) && !values.isIn(name) ? name : mask;
}

function maskedComponent(component: string, values: PersonalValues): string {
  if (Object.hasOwn(headlessComponents, component)) {
    return component;
  }
  return componentForm.test(component) && !digits.test(component) && !values.isIn(component)
    ? component
    : mask;
}

export function maskedRequestId(requestId: string, values: PersonalValues): string {
  return requestIdForm.test(requestId) && !values.isIn(requestId) ? requestId : mask;
}

/** Returns a page as the transcript has it. `pageName` gives the name used instead of its id. */
export function maskedPage(
  page: HeadlessPage,
  values: PersonalValues,
  pageName: (next: string) => string,
): NonNullable<HeadlessExchange['response']> {
  const { component, next, args = [], errors = [] } = page;
  const members: [string, JsonValue | undefined][] = Array.isArray(args)
    ? args.map((name) => [name, undefined])
    : Object.entries(args).map(([name, value]) => [name, value as JsonValue]);
  return {
    ...(component === undefined ? {} : { component: maskedComponent(component, values) }),
    ...(next === undefined ? {} : { next: next === '' ? '' : pageName(next) }),
    args: members.slice(0, maxListed).map(([name, value]) => ({
      name: maskedName(name, values),
      ...(value === undefined ? {} : { value: kindOfValue(value) }),
    })),
    errors: errors.slice(0, maxListed).map(({ field, code }) => ({
      ...(field === undefined ? {} : { field: maskedName(field, values) }),
      ...(code === undefined ? {} : { code: maskedName(code, values) }),
    })),
  };
}

/** Returns a failure for the transcript: the console's own words, without texts of the service or a gateway. */
export function maskedFailure({ code, message, request }: Failure): { code: string; message: string } {
  const texts = (request?.quoted ?? []).toSorted((left, right) => right.length - left.length);
  return { code, message: texts.reduce((own, text) => own.replaceAll(text, mask), message) };
}
