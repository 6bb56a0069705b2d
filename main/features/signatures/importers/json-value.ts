import { isObject } from '../../../../preload/contract/objects.ts';

/** Returns the own member with this name in any case, or undefined. */
export function memberAnyCase(
  value: unknown,
  names: readonly string[],
): { name: string; value: unknown } | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  for (const memberName of names) {
    for (const [name, memberValue] of Object.entries(value)) {
      if (name.toLowerCase() === memberName) {
        return { name, value: memberValue };
      }
    }
  }
  return undefined;
}

/** The most values of a parsed JSON text that are searched for a request. */
const maxValues = 20_000;

/** Returns the objects nested in an object, each with its path, outermost first; not those in lists. */
export function* objectsIn(root: unknown): Generator<{ value: object; path: string[] }, void, void> {
  const queue: { value: unknown; path: string[] }[] = [{ value: root, path: [] }];
  for (let at = 0; at < queue.length && at < maxValues; at++) {
    const { value, path } = queue[at] ?? {};
    if (!isObject(value) || !path) {
      continue;
    }
    yield { value, path };
    for (const [name, inner] of Object.entries(value)) {
      if (queue.length > maxValues) {
        break;
      }
      queue.push({ value: inner, path: [...path, name] });
    }
  }
}

/** Returns the strings among the members of an object and of its nested objects. */
export function* stringsIn(root: unknown): Generator<string, void, void> {
  for (const { value } of objectsIn(root)) {
    for (const inner of Object.values(value)) {
      if (typeof inner === 'string') {
        yield inner;
      }
    }
  }
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function list(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
