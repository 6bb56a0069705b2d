import type { JsonValue } from '../../preload/contract/json.ts';
import type { ComparedMember } from '../../preload/contract/signatures.ts';

/** Members shown at most; those that differ come first of all. */
const mostMembers = 5000;
/** Nested deeper, a value is compared as its text. */
const deepest = 60;

/** The leaves of a JSON value by their path, such as `result.identity.errors[0]`; empty objects and lists are leaves. */
function leaves(value: JsonValue, path: string, found: Map<string, JsonValue>, depth = 0): void {
  if (typeof value !== 'object' || value === null) {
    found.set(path, value);
    return;
  }
  const entries = Array.isArray(value)
    ? value.map((item, index): [string, JsonValue] => [`${path}[${index}]`, item])
    : Object.entries(value).map(([name, item]): [string, JsonValue] => [member(path, name), item]);
  if (entries.length === 0) found.set(path, value);
  else if (depth >= deepest) found.set(path, JSON.stringify(value));
  else for (const [at, item] of entries) leaves(item, at, found, depth + 1);
}

function member(path: string, name: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/**
 * Two JSON values beside each other, member by member: in the callback's order, then what only the service has. Objects are
 * compared by name whatever their order, lists by place.
 */
export function compareMembers(
  callback: JsonValue,
  service: JsonValue,
): { members: ComparedMember[]; differing: number; total: number } {
  const one = new Map<string, JsonValue>();
  const other = new Map<string, JsonValue>();
  leaves(callback, '', one);
  leaves(service, '', other);
  const members: ComparedMember[] = [];
  for (const [path, value] of one) {
    const now = other.get(path);
    if (now === undefined) members.push({ path, state: 'only-callback', callback: value });
    else members.push({ path, state: same(value, now) ? 'same' : 'changed', callback: value, service: now });
  }
  for (const [path, value] of other)
    if (!one.has(path)) members.push({ path, state: 'only-service', service: value });
  const differing = members.filter(({ state }) => state !== 'same');
  const shown =
    members.length <= mostMembers
      ? members
      : [...differing, ...members.filter(({ state }) => state === 'same')].slice(0, mostMembers);
  return { members: shown, differing: differing.length, total: members.length };
}

/** Leaves only: an empty object and an empty list are not the same. */
function same(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
