/** `object` without the members that are undefined; their types become optional. */
export function omitUndefined<T extends object>(object: T): OmitUndefined<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as OmitUndefined<T>;
}

type OmitUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Returns whether a parsed JSON value is an object, neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value contains anything except empty strings, lists and objects. */
export function holdsAnything(value: unknown): boolean {
  if (value === undefined || value === null || value === '') {
    return false;
  }
  if (Array.isArray(value)) {
    return value.some(holdsAnything);
  }
  if (typeof value === 'object') {
    return Object.values(value).some(holdsAnything);
  }
  return true;
}
