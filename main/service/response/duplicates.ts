import type { DuplicateMember } from '../../../preload/contract/service/reading.ts';
import { InexactNumber } from './inexact-numbers.ts';
import { memberPath } from './paths.ts';

const quote = 0x22;

/** Returns the number of members of all objects in a parsed JSON value. */
export function countMembers(json: unknown): number {
  if (typeof json !== 'object' || json === null || json instanceof InexactNumber) {
    return 0;
  }
  let members = 0;
  const waiting: object[] = [json];
  const visit = (part: unknown) => {
    if (typeof part === 'object' && part !== null && !(part instanceof InexactNumber)) {
      waiting.push(part);
    }
  };
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (Array.isArray(item)) {
      for (const part of item) {
        visit(part);
      }
      continue;
    }
    const names = Object.keys(item);
    members += names.length;
    for (const name of names) {
      visit((item as Record<string, unknown>)[name]);
    }
  }
  return members;
}

/** A member name: the offset of its first quote, and the report once it occurred again. */
interface Name {
  at: number;
  report?: DuplicateMember;
}

/** The most positions reported of one member. */
const maxPlaces = 20;

/** An object or list that is open at this position. */
interface Open {
  /** Names so far; undefined for a list. */
  names: Map<string, Name> | undefined;
  /** The member or item that is being read. */
  step: string | number;
}

/**
 * Finds the members that occur more than once in an object, each reported once, at most `max`. The text must be valid JSON.
 * Names are compared as parsed, so `"a"` and `"\u0061"` are equal.
 *
 * @param utf8 the bytes of the text, in which the reported positions are offsets
 */
export function findDuplicates(text: string, utf8: Uint8Array, max: number): DuplicateMember[] {
  const duplicates: DuplicateMember[] = [];
  const open: Open[] = [];
  const structure = /["[\]{},]/g;
  for (let match = structure.exec(text); match !== null; match = structure.exec(text)) {
    const inside = open.at(-1);
    switch (match[0]) {
      case '{':
        open.push({ names: new Map(), step: '' });
        break;
      case '[':
        open.push({ names: undefined, step: 0 });
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        if (typeof inside?.step === 'number') {
          inside.step++;
        }
        break;
      default: {
        const end = endOfText(text, match.index);
        structure.lastIndex = end;
        if (inside?.names === undefined || !isName(text, end)) {
          break;
        }
        const name = JSON.parse(text.slice(match.index, end)) as string;
        inside.step = name;
        const before = inside.names.get(name);
        if (before === undefined) {
          inside.names.set(name, { at: match.index });
        } else if (before.report === undefined) {
          if (duplicates.length === max) {
            return withByteOffsets(duplicates, text, utf8);
          }
          before.report = { path: pathOf(open), at: [before.at, match.index] };
          duplicates.push(before.report);
        } else if (before.report.at.length < maxPlaces) {
          before.report.at.push(match.index);
        }
      }
    }
  }
  return withByteOffsets(duplicates, text, utf8);
}

/** Converts offsets in the text to offsets in its bytes, by counting quotes, which both have in the same order. */
function withByteOffsets(duplicates: DuplicateMember[], text: string, utf8: Uint8Array): DuplicateMember[] {
  const offsets = [...new Set(duplicates.flatMap(({ at }) => at))].sort((a, b) => a - b);
  const bytes = new Map<number, number>();
  let inText = -1;
  let inBytes = -1;
  for (const offset of offsets) {
    while (inText < offset) {
      inText = text.indexOf('"', inText + 1);
      inBytes = utf8.indexOf(quote, inBytes + 1);
    }
    bytes.set(offset, inBytes);
  }
  return duplicates.map(({ path, at }) => ({ path, at: at.map((offset) => bytes.get(offset) ?? 0) }));
}

/** Returns the index after the closing quote of the string that begins at `from`. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') {
    at += text[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}

function isName(text: string, after: number): boolean {
  let at = after;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') {
    at++;
  }
  return text[at] === ':';
}

function pathOf(open: readonly Open[]): string {
  let path = '';
  for (const { step } of open) {
    path = typeof step === 'number' ? `${path}[${step}]` : memberPath(path, step);
  }
  return path;
}
