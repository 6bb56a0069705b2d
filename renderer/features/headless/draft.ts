import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonValue } from '../../../preload/contract/json.ts';
import { isObject } from '../../../preload/contract/objects.ts';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { headlessFields, isKnownComponent } from '../../../preload/wording/headless-fields.ts';
import { readTypedJson } from '../../../preload/wording/typed-json.ts';

/** An answer that is being entered. */
export interface Draft {
  /** By field, which the service may name `__proto__` or `constructor`. Files are held by main. */
  values: ReadonlyMap<string, string>;
  /** Fields that were changed, and the time of the flow’s last change when they were: a later response names errors anew. */
  changes: ReadonlySet<string>;
  changedAfter: number;
  form: 'fields' | 'json';
  json: string;
  jsonFault: string | undefined;
  /** The form in which files are sent; the interface does not say (4.7). */
  fileForm: 'base64' | 'data-url';
  /** Problems of chosen files, by field. */
  fileProblems: ReadonlyMap<string, string>;
  /** The chosen files, by their id, for previews. */
  files: ReadonlyMap<string, File>;
}

/** The draft of one step, which stays while the page is left for another one. */
export interface HeadlessDraft {
  /** The conversation and its step. */
  key: string;
  draft: Draft;
}

export const createHeadlessDraft = (): StoreApi<HeadlessDraft> =>
  createStore<HeadlessDraft>(() => ({ key: '', draft: draftOf(undefined) }));

/** Returns an empty answer to a page. A component that the console does not know begins as JSON. */
export function draftOf(page: HeadlessPage | undefined): Draft {
  const fields = page === undefined ? [] : headlessFields(page).filter(({ kind }) => kind !== 'file');
  const values = new Map(fields.map(({ name, initial }) => [name, initial]));
  return {
    values,
    changes: new Set(),
    changedAfter: 0,
    form: page === undefined || isKnownComponent(page.component) ? 'fields' : 'json',
    json: jsonOf(values),
    jsonFault: undefined,
    fileForm: 'base64',
    fileProblems: new Map(),
    files: new Map(),
  };
}

/** Returns the values as JSON, as they are shown. */
function jsonOf(values: Draft['values']): string {
  return JSON.stringify(Object.fromEntries(values), null, 2);
}

/** Returns the arguments in a JSON text, or why there are none. */
function readArgs(json: string): { args: Record<string, JsonValue> } | { fault: string } {
  const read = readTypedJson(json);
  if ('fault' in read) {
    return read;
  }
  return isObject(read.value)
    ? { args: read.value as Record<string, JsonValue> }
    : { fault: 'The answer must be an object: the name of each field with its value.' };
}

/** Returns what is sent; undefined while the JSON is not an answer. */
export function argsOf({ form, json, values }: Draft): Record<string, JsonValue> | undefined {
  const read = form === 'json' ? readArgs(json) : { args: Object.fromEntries(values) };
  return 'args' in read ? read.args : undefined;
}

export function withJson(draft: Draft, json: string): Draft {
  const read = readArgs(json);
  return { ...draft, json, jsonFault: 'fault' in read ? read.fault : undefined };
}

/** Returns the draft in the other form, with the values entered so far. */
export function withForm(draft: Draft, form: Draft['form']): Draft {
  if (form === draft.form) {
    return draft;
  }
  if (form === 'json') {
    return { ...draft, form, json: jsonOf(draft.values), jsonFault: undefined };
  }
  const texts = Object.entries(argsOf(draft) ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { ...draft, form, values: new Map([...draft.values, ...texts]) };
}
