/** Returns the value of a header, by its name in lower case: repeated ones joined, as they were verified. Empty without one. */
export function headerOf(
  { headers }: { headers: readonly (readonly [name: string, value: string])[] },
  name: string,
): string {
  return headers
    .filter(([one]) => one.toLowerCase() === name)
    .map(([, value]) => value)
    .join(', ');
}
