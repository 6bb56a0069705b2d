import type { JsonValue } from '../../../preload/contract/json.ts';
import { isObject } from '../../../preload/contract/objects.ts';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { headlessFields, isKnownComponent } from '../../../preload/wording/headless-fields.ts';
import { readTypedJson } from '../../../preload/wording/typed-json.ts';

/** An answer that is being entered. */
export interface Draft {
  /** By field, which the service may name `__proto__` or `constructor`. Files are held by main. */
  values: ReadonlyMap<string, string>;
  /** Fields that were changed since the page was received. */
  changed: ReadonlySet<string>;
  form: 'fields' | 'json';
  json: string;
  jsonFault: string | undefined;
  /** The form in which files are sent; the interface does not say (4.7). */
  fileForm: 'base64' | 'data-url';
}

/** Returns an empty answer to a page. A component that the console does not know begins as JSON. */
export function draftOf(page: HeadlessPage | undefined): Draft {
  const fields = page === undefined ? [] : headlessFields(page).filter(({ kind }) => kind !== 'file');
  const values = new Map(fields.map(({ name, initial }) => [name, initial]));
  return {
    values,
    changed: new Set(),
    form: page === undefined || isKnownComponent(page.component) ? 'fields' : 'json',
    json: jsonOf(values),
    jsonFault: undefined,
    fileForm: 'base64',
  };
}

/** Returns the values as JSON, as they are shown. */
export function jsonOf(values: Draft['values']): string {
  return JSON.stringify(Object.fromEntries(values), null, 2);
}

/** Returns the arguments in a JSON text, or why there are none. */
export function readArgs(json: string): { args: Record<string, JsonValue> } | { fault: string } {
  const read = readTypedJson(json);
  if ('fault' in read) {
    return read;
  }
  return isObject(read.value)
    ? { args: read.value as Record<string, JsonValue> }
    : { fault: 'The answer must be an object: the name of each field with its value.' };
}
