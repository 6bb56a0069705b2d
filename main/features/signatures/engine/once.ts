/** Returns a function that computes its value on the first call and keeps it. */
export function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}
