import type { JsonValue } from '../../../preload/contract/json.ts';
import type { ComparedMember } from '../../../preload/contract/signatures.ts';
import { InexactNumber } from '../../service/reply/inexact-numbers.ts';
import { parseExactly } from '../../service/reply/parse.ts';
import { memberPath } from '../../service/reply/paths.ts';
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
  | { ok: true; members: ComparedMember[]; differing: number; total: number }
  /** The one of the two that is not JSON; `callback` also if it has no conversation. */
  | { ok: false; unreadable: 'callback' | 'service' };

/**
 * Compares `payload.conversation` of a callback's body with the service's reply, member by member: in the callback's
 * order, then members of the service only. Objects are compared by name in any order, lists by index, numbers as
 * written.
 */
export function compareBodies(callback: Uint8Array, service: Uint8Array): ComparedBodies {
  if (readMessage(callback).conversationId === undefined) {
    return { ok: false, unreadable: 'callback' };
  }
  const message = parseExactly(callback, undefined);
  const reply = parseExactly(service, undefined);
  if (!message.ok) {
    return { ok: false, unreadable: 'callback' };
  }
  if (!reply.ok) {
    return { ok: false, unreadable: 'service' };
  }
  // A conversation id was found in it, so it has this shape.
  const { payload } = message.json as { payload: { conversation: unknown } };
  return { ok: true, ...compareMembers(payload.conversation, reply.json) };
}

/** A leaf of a JSON value: its exact text for comparison, and the text that is shown. */
interface Leaf {
  path: string;
  text: string;
  value: JsonValue;
}

/** Compares two JSON values as {@link compareBodies} does. */
export function compareMembers(
  callback: unknown,
  service: unknown,
): { members: ComparedMember[]; differing: number; total: number } {
  const one = leavesOf(callback);
  const other = leavesOf(service);
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
      add({ path, state: 'only-callback', callback: value });
    } else {
      add({ path, state: text === now.text ? 'same' : 'changed', callback: value, service: now.value });
    }
  }
  for (const [key, { path, value }] of other) {
    if (!one.has(key)) {
      add({ path, state: 'only-service', service: value });
    }
  }
  const members =
    all.length <= maxMembers
      ? all
      : [...differing, ...all.filter(({ state }) => state === 'same')].slice(0, maxMembers);
  return { members: shortened(members), differing: differing.length, total: all.length };
}

/** Returns the leaves of a JSON value by path; empty objects and lists are leaves. */
function leavesOf(root: unknown): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  const visit = (value: unknown, key: string, path: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || value instanceof InexactNumber) {
      found.set(key, { path, ...leaf(value) });
      return;
    }
    const names = Object.keys(value);
    if (names.length === 0 || depth >= deepest) {
      found.set(key, {
        path,
        text: exactText(value),
        value: names.length === 0 ? (value as JsonValue) : exactText(value),
      });
      return;
    }
    for (const name of names) {
      const part = (value as Record<string, unknown>)[name];
      const shown = Array.isArray(value) ? `${path}[${name}]` : memberPath(path, name);
      visit(part, `${key}\n${stepOf(name)}`, shown, depth + 1);
    }
  };
  visit(root, '', '', 0);
  return found;
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
function shortened(members: ComparedMember[]): ComparedMember[] {
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
    ...('callback' in member ? { callback: short(member.callback) } : {}),
    ...('service' in member ? { service: short(member.service) } : {}),
  }));
}
