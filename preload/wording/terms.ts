import { visibleText } from '../contract/service/visible-text.ts';

/** What a colour and an icon may say; never said by colour alone. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'progress';

/** A value of the service's language in words for people. */
export interface Term {
  /** Short, for a badge or a table cell. */
  label: string;
  tone: Tone;
  /** What it means, as one or two whole sentences. */
  sentence: string;
  /** Where it comes from: `interface 3.1`, or that the interface document does not name it. */
  section: string;
}

/** Where a word comes from that the interface document leaves open. */
export const knownExtension = 'not documented; common in services of this kind';

const maxShown = 60;

/**
 * A value the console does not know, fit for a sentence: as it came, with marks such as `[U+202E]` for characters that cannot
 * be seen, cut at 60 characters.
 */
export function literalTerm(value: string): string {
  if (value.trim() === '') {
    return '(blank)';
  }
  const characters = [...value.slice(0, 4 * maxShown)];
  const shown = characters.slice(0, maxShown - 1).join('');
  const visible = visibleText(characters.length > maxShown ? `${shown}…` : value);
  // Marks are longer than what they stand for.
  return visible.length > 2 * maxShown ? `${visible.slice(0, 2 * maxShown - 1)}…` : visible;
}

/** The word for a value of an open list that the console does not know: shown as it is. */
export function unknownTerm(value: string, kind: string, section: string): Term {
  return {
    label: literalTerm(value),
    tone: 'neutral',
    sentence: `This ${kind} is not documented. It is shown as received.`,
    section,
  };
}

/** The word for a value that is not in the reply (or was not of the type the interface gives). */
export function missingTerm(kind: string, section: string): Term {
  return { label: 'not given', tone: 'neutral', sentence: `The reply contains no ${kind}.`, section };
}

/** Finds a value's word in a table; unknown values keep their own spelling, absent ones say that they are absent. */
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

/** Joins as people do: `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) {
    return parts.join('');
  }
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** `1 cause`, `2 causes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
