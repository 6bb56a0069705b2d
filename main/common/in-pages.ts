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
