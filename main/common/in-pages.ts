/** Yields parts, each after the last one of the part before, until one is empty. */
export async function* inParts<T>(
  next: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let part = await next(undefined); part.length > 0; part = await next(part.at(-1))) {
    yield part;
  }
}

/** Yields what pages have, one after the other, until one is not full. */
export async function* inPages<T>(
  pageSize: number,
  page: (from: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let from = 0; ; from += pageSize) {
    const rows = await page(from);
    yield* rows;
    if (rows.length < pageSize) {
      return;
    }
  }
}
