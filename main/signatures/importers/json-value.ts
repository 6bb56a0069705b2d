/** The own member of a parsed object, or undefined. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The own member whose name is this in any case, or undefined. */
export function memberAnyCase(
  value: unknown,
  names: readonly string[],
): { name: string; value: unknown } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const wanted of names)
    for (const [name, found] of Object.entries(value))
      if (name.toLowerCase() === wanted) return { name, value: found };
  return undefined;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function list(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
