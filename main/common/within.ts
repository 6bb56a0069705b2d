/** Returns what a promise resolves to; undefined where that takes longer than so many milliseconds. It goes on all the same. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
