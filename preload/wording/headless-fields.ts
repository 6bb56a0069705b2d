import { isObject, omitUndefined } from '../contract/objects.ts';
import type { HeadlessPage } from '../contract/service/headless.ts';
import { countryName } from './country-names.ts';
import { humanize } from './headless.ts';
import {
  type HeadlessFieldKind,
  headlessComponents,
  headlessFieldNames,
  type KnownField,
} from './headless-components.ts';
import { mediaSubtypeTerm } from './media.ts';
import { literalTerm } from './terms.ts';

export interface HeadlessOption {
  value: string;
  label: string;
}

/** A value that a page asks for, as far as the service describes it. */
export interface HeadlessField {
  /** As the service names it. */
  name: string;
  label: string;
  kind: HeadlessFieldKind;
  /** The interface does not say which values are required; every one is, unless the service says otherwise. */
  isRequired: boolean;
  options: readonly HeadlessOption[];
  /** The number of the service's choices that are not among `options`. */
  optionsLeftOut: number;
  initial: string;
  help?: string;
  /** MIME types of a file; any where empty. */
  accept: readonly string[];
  /** The largest file, in bytes. */
  maxBytes?: number;
}

/** The most fields and options that are shown; the JSON has all of them. */
export const maxHeadlessFields = 60;
const maxOptions = 10_000;
const maxText = 500;

/** Returns a key by which steps differ: a service may use one id for every page of a flow. */
export function stepKey(page: HeadlessPage): string {
  const names = argumentsOf(page).map(([name]) => name);
  return JSON.stringify([page.next ?? '', page.component ?? '', ...names.sort()]);
}

/** Returns whether the console has a form for the component. */
export function isKnownComponent(component: string | undefined): boolean {
  return component !== undefined && Object.hasOwn(headlessComponents, component);
}

/** Returns the fields of a page, from its `args` in either form (interface 2.4; field notes, "Shapes"). */
export function headlessFields(page: HeadlessPage): HeadlessField[] {
  return argumentsOf(page)
    .slice(0, maxHeadlessFields)
    .map(([name, hint]) => fieldOf(name, hint));
}

/** Returns how many fields of a page are not among `headlessFields`. */
export function fieldsLeftOut(page: HeadlessPage): number {
  return Math.max(0, argumentsOf(page).length - maxHeadlessFields);
}

function argumentsOf({ args = [] }: HeadlessPage): (readonly [name: string, hint: unknown])[] {
  return Array.isArray(args)
    ? [...new Set(args)].map((name) => [name, undefined] as const)
    : Object.entries(args);
}

function fieldOf(name: string, hint: unknown): HeadlessField {
  const fieldName = Object.hasOwn(headlessFieldNames, name) ? headlessFieldNames[name] : undefined;
  const described = isObject(hint) ? hint : {};
  const list = Array.isArray(hint) ? hint : firstList(described);
  const options = optionsOf(list);
  const kind = kindOf(fieldName, hint, described, options);
  const label = textOf(described.label) ?? fieldName?.label ?? spaced(name);
  const help = textOf(described.help) ?? textOf(described.description) ?? fieldName?.help ?? formatHelp(hint);
  const maxBytes =
    typeof described.maxBytes === 'number' && described.maxBytes > 0 ? described.maxBytes : undefined;
  return {
    name,
    label,
    kind,
    isRequired: described.required !== false,
    options: options.map(({ value, label: given }) => ({ value, label: given ?? optionLabel(value, kind) })),
    optionsLeftOut: options.length < maxOptions ? 0 : Math.max(0, list.length - maxOptions),
    initial: initialOf(hint, described, kind),
    accept: listOfText(described.accept),
    ...omitUndefined({ help, maxBytes }),
  };
}

function kindOf(
  known: KnownField | undefined,
  hint: unknown,
  described: Record<string, unknown>,
  options: readonly unknown[],
): HeadlessFieldKind {
  if (described.type === 'file') {
    return 'file';
  }
  if (options.length > 0) {
    return known?.kind === 'yes-no' && options.length <= 2 ? 'yes-no' : 'choice';
  }
  if (typeof hint === 'boolean') {
    return 'yes-no';
  }
  if (known?.kind === 'choice') {
    // A value for which the service gives no choices is typed.
    return 'text';
  }
  return known?.kind ?? (isDateForm(hint) ? 'date' : 'text');
}

function initialOf(hint: unknown, described: Record<string, unknown>, kind: HeadlessFieldKind): string {
  if (kind === 'file' || kind === 'yes-no') {
    return '';
  }
  const given = isObject(hint) ? (described.value ?? described.default) : hint;
  if (typeof given === 'number') {
    return String(given);
  }
  return typeof given === 'string' && !isDateForm(given) ? given.slice(0, 10_000) : '';
}

const isDateForm = (hint: unknown) => hint === 'YYYY-MM-DD';
const formatHelp = (hint: unknown) => (isDateForm(hint) ? 'As YYYY-MM-DD.' : undefined);

function firstList(described: Record<string, unknown>): unknown[] {
  const options = [described.options, described.choices, described.values, described.enum].find(
    Array.isArray,
  );
  return options ?? [];
}

/** Texts, numbers, or objects with a value and a label; others are left out, and each value comes once. */
function optionsOf(list: readonly unknown[]): { value: string; label: string | undefined }[] {
  const options = new Map<string, string | undefined>();
  for (const one of list) {
    const value = isObject(one) ? optionValue(one.value ?? one.id ?? one.code ?? one.key) : optionValue(one);
    if (value !== undefined && !options.has(value) && options.size < maxOptions) {
      options.set(value, isObject(one) ? textOf(one.label ?? one.name ?? one.title) : undefined);
    }
  }
  return [...options].map(([value, label]) => ({ value, label }));
}

function optionValue(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  return typeof value === 'string' && value !== '' && value.length <= 10_000 ? value : undefined;
}

function optionLabel(value: string, kind: HeadlessFieldKind): string {
  if (kind === 'yes-no') {
    return humanize(value);
  }
  const country = /^[A-Z]{2}$/.test(value) ? countryName(value) : undefined;
  if (country !== undefined) {
    return `${country} (${value})`;
  }
  if (!/^[A-Z][A-Z0-9_]+$/.test(value)) {
    return literalTerm(value);
  }
  const subtype = mediaSubtypeTerm(value);
  return subtype === undefined || subtype.label === value ? humanize(value) : subtype.label;
}

/** `cardNumber` as `Card number`. */
function spaced(name: string): string {
  return humanize(name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, maxText) : undefined;
}

function listOfText(value: unknown): string[] {
  return Array.isArray(value)
    ? value
        .filter((one): one is string => typeof one === 'string' && /^[\w.+-]+\/[\w.+*-]+$/.test(one))
        .slice(0, 50)
    : [];
}
