import type { Cut, Flag } from '../../../preload/contract/service/reading.ts';
import { InexactNumber } from './inexact-numbers.ts';
import { memberPath } from './paths.ts';

// A response of 20 MB must open as quickly as one of 10 kB: what is too long to show is truncated here before anything
// else; the raw response keeps everything.

/** The most items of a list, where the response's own bound is not given. */
const maxItems = 500;
const max = { members: 2000, characters: 65_536, levels: 64, nodes: 50_000, nameLength: 1024 };
/** The most characters of strings together; beyond that only the beginning of each is kept. */
const textBudget = 4_000_000;
const shortText = 100;

export type Container = unknown[] | Record<string, unknown>;
/** A position in the response; its path is built only when something is reported. */
interface Place {
  above: Place | undefined;
  /** A member's name or an item's index. */
  step: string | number;
}

interface Waiting {
  from: Container;
  to: Container;
  place: Place | undefined;
  level: number;
}

/** A position where the copy holds the nearest double of an inexact number. */
export interface InexactPlace {
  container: Container;
  /** The member's name, or the item's index in the original response. */
  step: string | number;
  path: string;
  /** The number as written. */
  text: string;
}

export interface Truncation {
  value: Record<string, unknown>;
  cuts: Cut[];
  flags: Flag[];
  inexact: InexactPlace[];
}

/**
 * Returns a copy of a JSON object that is small enough to show. Built level by level, so that members near the top (status,
 * result) are kept before deeply nested ones. A member named `__proto__` is removed and flagged, because assigning it
 * would change the object's prototype.
 *
 * @param items the most items of a list
 */
export function truncate(json: Record<string, unknown>, items = maxItems): Truncation {
  const cuts: Cut[] = [];
  const flags: Flag[] = [];
  const inexact: InexactPlace[] = [];
  let nodes = 0;
  let characters = 0;
  const value: Record<string, unknown> = {};
  const waiting: Waiting[] = [{ from: json, to: value, place: undefined, level: 1 }];

  const copyOf = (
    item: unknown,
    container: Container,
    { place, level }: Waiting,
    step: string | number,
  ): unknown => {
    nodes++;
    if (typeof item === 'string') {
      const budget = characters > textBudget ? shortText : max.characters;
      characters += Math.min(item.length, budget);
      if (item.length <= budget) {
        return item;
      }
      const text = beginning(item, budget);
      const path = pathOf({ above: place, step });
      cuts.push({ path, kept: text.length, total: item.length, unit: 'characters' });
      return text;
    }
    if (typeof item !== 'object' || item === null) {
      return item;
    }
    if (item instanceof InexactNumber) {
      inexact.push({ container, step, path: pathOf({ above: place, step }), text: item.text });
      return item.nearest;
    }
    const copy: Container = Array.isArray(item) ? [] : {};
    waiting.push({ from: item as Container, to: copy, place: { above: place, step }, level: level + 1 });
    return copy;
  };
  const leftOut = (item: unknown, { place, level }: Waiting, step: string | number): boolean => {
    if (level < max.levels || typeof item !== 'object' || item === null) {
      return false;
    }
    const path = pathOf({ above: place, step });
    cuts.push({ path, kept: max.levels, total: max.levels + depthOf(item), unit: 'levels' });
    return true;
  };

  for (let next = 0; next < waiting.length; next++) {
    const current = waiting[next] as Waiting;
    const { from, to, place } = current;
    if (Array.isArray(from)) {
      const list = to as unknown[];
      for (const item of from) {
        if (list.length >= items || nodes >= max.nodes) {
          break;
        }
        list.push(leftOut(item, current, list.length) ? null : copyOf(item, list, current, list.length));
      }
      if (list.length < from.length) {
        cuts.push({ path: pathOf(place), kept: list.length, total: from.length, unit: 'items' });
      }
      continue;
    }
    const record = to as Record<string, unknown>;
    const names = Object.keys(from);
    let count = 0;
    for (const name of names) {
      if (count >= max.members || nodes >= max.nodes) {
        break;
      }
      const item = from[name];
      count++;
      if (name === '__proto__') {
        flags.push({
          path: pathOf({ above: place, step: name }),
          expected: 'another name',
          found: 'a member named __proto__',
        });
      } else if (name.length > max.nameLength) {
        const path = pathOf({ above: place, step: name });
        cuts.push({ path, kept: 0, total: name.length, unit: 'characters' });
      } else if (!leftOut(item, current, name)) {
        characters += name.length;
        record[name] = copyOf(item, record, current, name);
      }
    }
    if (count < names.length) {
      cuts.push({ path: pathOf(place), kept: count, total: names.length, unit: 'items' });
    }
  }
  return { value, cuts, flags, inexact };
}

function pathOf(place: Place | undefined): string {
  const steps: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.above) {
    steps.push(at.step);
  }
  return steps.reduceRight<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : memberPath(path, step)),
    '',
  );
}

/** Returns the first characters of a text without splitting a surrogate pair. */
function beginning(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splits ? length - 1 : length);
}

function depthOf(root: object): number {
  let depth = 0;
  let level: object[] = [root];
  while (level.length > 0) {
    depth++;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return depth;
}

function isContainer(item: unknown): item is object {
  return typeof item === 'object' && item !== null;
}
