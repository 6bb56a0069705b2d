import { isObject } from '../contract/objects.ts';

/** JSON with the members of every object in one order, so that equal values give equal text. Undefined members are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (isObject(member) ? sorted(member) : member));
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  // It has no prototype, so that a member named `__proto__` is one like any other.
  const result: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(value).sort()) {
    result[name] = value[name];
  }
  return result;
}
