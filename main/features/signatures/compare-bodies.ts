import type { JsonValue } from '../../../preload/contract/json.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type {
  ComparedMember,
  ComparedMembers,
  ComparedMessage,
} from '../../../preload/contract/signatures.ts';
import { InexactNumber } from '../../service/response/inexact-numbers.ts';
import { parseExactly } from '../../service/response/parse.ts';
import { memberPath } from '../../service/response/paths.ts';
import { readMessage } from './engine/message.ts';

/** The most members shown; differing ones come first. */
const maxMembers = 5000;
/** More deeply nested values are compared as text. */
const deepest = 60;
/** The longest text shown of one value, and of all values together before each is truncated. Characters. */
const maxValue = 2000;
const maxCharacters = 1_000_000;
const shortValue = 100;

export type ComparedBodies =
  | ({ ok: true } & ComparedMembers)
  /** The one of the two that is not JSON; `first` also if it has no conversation. */
  | { ok: false; unreadable: 'first' | 'second' };

/**
 * Compares `payload.conversation` of a callback's body with the service's response, member by member: in the callback's
 * order, then members of the service only. Objects are compared by name in any order, lists by index, numbers as
 * written.
 */
export function compareBodies(callback: Uint8Array, service: Uint8Array): ComparedBodies {
  if (readMessage(callback).conversationId === undefined) {
    return { ok: false, unreadable: 'first' };
  }
  const message = parseExactly(callback, undefined);
  const response = parseExactly(service, undefined);
  if (!message.ok) {
    return { ok: false, unreadable: 'first' };
  }
  if (!response.ok) {
    return { ok: false, unreadable: 'second' };
  }
  // A conversation id was found in it, so it has this shape.
  const { payload } = message.json as { payload: { conversation: unknown } };
  return { ok: true, ...compareMembers(payload.conversation, response.json) };
}

/** Compares two messages: their headers by name, then their bodies as {@link compareBodies} does. */
export function compareMessages(first: ComparedMessage, second: ComparedMessage): ComparedBodies {
  const one = parseExactly(first.body, undefined);
  const other = parseExactly(second.body, undefined);
  if (!one.ok || !other.ok) {
    return { ok: false, unreadable: one.ok ? 'second' : 'first' };
  }
  const bodies = compareMembers(one.json, other.json);
  const headers = compareHeaders(headersOf(first), headersOf(second));
  return {
    ok: true,
    members: [...headers, ...bodies.members],
    differing: bodies.differing + headers.filter(({ state }) => state !== 'same').length,
    total: bodies.total + headers.length,
  };
}

/** Returns the headers by their names in lower case; repeated ones as one list, as HTTP joins them. */
function headersOf({ headers }: ComparedMessage): Map<string, string> {
  const all = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return new Map([...all].map(([name, of]) => [name, of.map(([, value]) => value).join(', ')]));
}

function compareHeaders(one: Map<string, string>, other: Map<string, string>): ComparedMember[] {
  return [...new Set([...one.keys(), ...other.keys()])].map((name) => {
    const first = one.get(name);
    const second = other.get(name);
    const state =
      first === undefined
        ? 'only-second'
        : second === undefined
          ? 'only-first'
          : first === second
            ? 'same'
            : 'changed';
    return { path: `header ${name}`, state, ...omitUndefined({ first, second }) };
  });
}

/** A leaf of a JSON value: its exact text for comparison, and the text that is shown. */
interface Leaf {
  path: string;
  text: string;
  value: JsonValue;
}

/** Compares two JSON values as {@link compareBodies} does. */
export function compareMembers(first: unknown, second: unknown): ComparedMembers {
  const one = leavesOf(first);
  const other = leavesOf(second);
  const differing: ComparedMember[] = [];
  const all: ComparedMember[] = [];
  const add = (member: ComparedMember) => {
    all.push(member);
    if (member.state !== 'same') {
      differing.push(member);
    }
  };
  for (const [key, { path, text, value }] of one) {
    const now = other.get(key);
    if (now === undefined) {
      add({ path, state: 'only-first', first: value });
    } else {
      add({ path, state: text === now.text ? 'same' : 'changed', first: value, second: now.value });
    }
  }
  for (const [key, { path, value }] of other) {
    if (!one.has(key)) {
      add({ path, state: 'only-second', second: value });
    }
  }
  const members =
    all.length <= maxMembers
      ? all
      : [...differing, ...all.filter(({ state }) => state === 'same')].slice(0, maxMembers);
  return { members: firstMembers(members), differing: differing.length, total: all.length };
}

/** Returns the leaves of a JSON value by path; empty objects and lists are leaves. */
function leavesOf(root: unknown): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const visit = (value: unknown, key: string, path: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || value instanceof InexactNumber) {
      leaves.set(key, { path, ...leaf(value) });
      return;
    }
    const names = Object.keys(value);
    if (names.length === 0 || depth >= deepest) {
      leaves.set(key, {
        path,
        text: exactText(value),
        value: names.length === 0 ? (value as JsonValue) : exactText(value),
      });
      return;
    }
    for (const name of names) {
      const part = (value as Record<string, unknown>)[name];
      const memberAt = Array.isArray(value) ? `${path}[${name}]` : memberPath(path, name);
      visit(part, `${key}\n${stepOf(name)}`, memberAt, depth + 1);
    }
  };
  visit(root, '', '', 0);
  return leaves;
}

/** Returns a member name as part of a path; a very long one by its beginning and length. */
function stepOf(name: string): string {
  return JSON.stringify(name.length > 1000 ? `${name.slice(0, 1000)}${name.length}` : name);
}

function leaf(value: unknown): { text: string; value: JsonValue } {
  if (value instanceof InexactNumber) {
    return { text: value.text, value: value.text };
  }
  return { text: JSON.stringify(value), value: value as JsonValue };
}

/** JSON with numbers as written. */
function exactText(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (part instanceof InexactNumber ? part.text : part));
}

/** Returns the same members with long texts truncated. */
function firstMembers(members: ComparedMember[]): ComparedMember[] {
  let characters = 0;
  const short = (value: JsonValue | undefined): JsonValue | undefined => {
    if (typeof value !== 'string') {
      return value;
    }
    const max = characters > maxCharacters ? shortValue : maxValue;
    characters += Math.min(value.length, max);
    return value.length > max ? `${value.slice(0, max)}…` : value;
  };
  return members.map((member) => ({
    ...member,
    ...('first' in member ? { first: short(member.first) } : {}),
    ...('second' in member ? { second: short(member.second) } : {}),
  }));
}
