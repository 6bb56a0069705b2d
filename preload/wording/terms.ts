import { markText, visibleText } from '../contract/service/visible-text.ts';

/** The meaning of a colour and icon; never expressed by colour alone. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'progress';

/** A value of the service as text for people. */
export interface Term {
  /** Short, for a badge or a table cell. */
  label: string;
  tone: Tone;
  /** Its meaning, in one or two sentences. */
  sentence: string;
  /** Its source: `interface 3.1`, or that the interface document does not name it. */
  section: string;
}

/** A term about anything. */
export type PlainTerm = Omit<Term, 'section'>;

/** The source of a term that the interface document does not define. */
export const knownExtension = 'not documented; common in services of this kind';

const maxShown = 60;

/**
 * Returns an unknown value for use in a sentence: unchanged except for marks such as `[U+202E]` for invisible characters and for spaces at its
 * ends, at most 60 characters.
 */
export function literalTerm(value: string): string {
  if (value.trim() === '') {
    return '(blank)';
  }
  const characters = [...value.slice(0, 4 * maxShown)];
  const start = characters.slice(0, maxShown - 1).join('');
  const whole = characters.length > maxShown ? `${start}…` : value;
  const visible = visibleText(markOuterSpaces(whole));
  // Marks are longer than the characters they replace.
  return visible.length > 2 * maxShown ? `${visible.slice(0, 2 * maxShown - 1)}…` : visible;
}

/** Marks the spaces before and after a text, which would not be seen. */
function markOuterSpaces(text: string): string {
  const characters = [...text];
  const isOther = (character: string) => character !== ' ';
  const start = characters.findIndex(isOther);
  const end = characters.findLastIndex(isOther) + 1;
  const mark = (count: number) => (count === 0 ? '' : markText({ code: 'U+0020', count }));
  return `${mark(start)}${characters.slice(start, end).join('')}${mark(characters.length - end)}`;
}

/** Returns the term for an unknown value of an open list: shown as it is. */
export function unknownTerm(value: string, kind: string, section: string): Term {
  return {
    label: literalTerm(value),
    tone: 'neutral',
    sentence: `This ${kind} is not documented. It is shown as received.`,
    section,
  };
}

const code = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;

/** Returns an unknown code in words: `DOCUMENT_AGE_CHECK` is "Document age check". Undefined for what is not of that form. */
export function spokenCode(value: string): string | undefined {
  if (value.length > maxShown || !code.test(value)) {
    return undefined;
  }
  const spoken = value.replaceAll('_', ' ').toLowerCase();
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
}

/** Returns the term for a missing value (or one of another type than in the interface). */
export function missingTerm(kind: string, section: string): Term {
  return { label: 'not given', tone: 'neutral', sentence: `The response contains no ${kind}.`, section };
}

/** Finds a value's term in a table; unknown values are shown as they are, missing ones as missing. */
export function findTerm(
  table: Readonly<Record<string, Term>>,
  value: string | undefined,
  kind: string,
  section: string,
): Term {
  if (value === undefined) {
    return missingTerm(kind, section);
  }
  return Object.hasOwn(table, value)
    ? (table[value] ?? unknownTerm(value, kind, section))
    : unknownTerm(value, kind, section);
}

/** Joins as in a sentence: `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) {
    return parts.join('');
  }
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** `1 cause`, `2 causes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** At most three decimals, never rounded to 0 or 1: what lies between is `< 0.001` or `> 0.999`. */
export function plainNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  if (rounded === 1 && value < 1) {
    return '> 0.999';
  }
  if (rounded === 0 && value > 0) {
    return '< 0.001';
  }
  return String(rounded);
}

/** Returns a time still to wait: `45 s`, `12 min`, `3 h`, rounded up. */
export function waitText(seconds: number): string {
  if (seconds < 90) {
    return `${Math.max(1, Math.ceil(seconds))} s`;
  }
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
