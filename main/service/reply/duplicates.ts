import type { DuplicateMember } from '../../../preload/contract/service/reading.ts';
import { InexactNumber } from './inexact-numbers.ts';
import { memberPath } from './paths.ts';

/** How many members the objects of a parsed JSON value have, all together. */
export function countMembers(json: unknown): number {
  let members = 0;
  const waiting: unknown[] = [json];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item !== 'object' || item === null || item instanceof InexactNumber) continue;
    const parts = Object.values(item);
    if (!Array.isArray(item)) members += parts.length;
    for (const part of parts) if (typeof part === 'object') waiting.push(part);
  }
  return members;
}

/** An object or list that is open at this place of the text. */
interface Open {
  /** Names met so far; undefined for a list. */
  names: Map<string, boolean> | undefined;
  /** The member or item that is being read. */
  step: string | number;
}

/**
 * The members that stand more than once in an object, each told once, at most `most`. The text must be JSON: it has been
 * parsed before. Names are compared as they are read, so `"a"` and `"\u0061"` are one.
 */
export function findDuplicates(text: string, most: number): DuplicateMember[] {
  const found: DuplicateMember[] = [];
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
        if (typeof inside?.step === 'number') inside.step++;
        break;
      default: {
        const end = endOfText(text, match.index);
        structure.lastIndex = end;
        if (inside?.names === undefined || !isName(text, end)) break;
        const name = JSON.parse(text.slice(match.index, end)) as string;
        inside.step = name;
        const told = inside.names.get(name);
        inside.names.set(name, told !== undefined);
        if (told !== false) break;
        found.push({ path: pathOf(open) });
        if (found.length === most) return found;
      }
    }
  }
  return found;
}

/** Just behind the closing quote of the text that begins at `from`. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isName(text: string, after: number): boolean {
  let at = after;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at] === ':';
}

function pathOf(open: readonly Open[]): string {
  let path = '';
  for (const { step } of open) path = typeof step === 'number' ? `${path}[${step}]` : memberPath(path, step);
  return path;
}
