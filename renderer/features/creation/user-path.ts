import { isObject } from '../../../preload/contract/objects.ts';

type Members = Record<string, unknown>;

/** Returns the text at a path of members; empty where there is none. */
export function textAt(value: unknown, path: readonly string[]): string {
  let found = value;
  for (const name of path) {
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return typeof found === 'string' ? found : '';
}

/** Returns the object with a text at a path; without it, and without the objects that are then empty, where the text is empty. Other members stay. */
export function withTextAt(value: unknown, path: readonly string[], text: string): Members | undefined {
  const [name, ...rest] = path;
  if (name === undefined) {
    return undefined;
  }
  const { [name]: before, ...others } = isObject(value) ? value : {};
  const member = rest.length === 0 ? text || undefined : withTextAt(before, rest, text);
  const changed = member === undefined ? others : { ...others, [name]: member };
  return Object.keys(changed).length === 0 ? undefined : changed;
}
