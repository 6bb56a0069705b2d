/** Rows of the result under one heading, such as the cases of today. */
export interface Group<Key extends string = string> {
  key: Key;
  count: number;
}

/** An item of the list: a heading, or a row of the result by its index. */
export type Item<Key extends string = string> =
  | { kind: 'group'; group: Group<Key> }
  | { kind: 'row'; row: number };

/** Maps items to rows. Rows and headings have the same height, so positions are calculated, whatever their number. */
export class ListLayout<Key extends string = string> {
  readonly total: number;
  /** The number of headings and rows. */
  readonly length: number;
  readonly #groups: readonly { group: Group<Key>; firstRow: number; at: number }[];

  /** @param groups in order, with counts that add up to `total`; empty for a list without headings */
  constructor(total: number, groups: readonly Group<Key>[] = []) {
    let row = 0;
    this.#groups = groups
      .filter(({ count }) => count > 0)
      .map((group, index) => {
        const placed = { group, firstRow: row, at: row + index };
        row += group.count;
        return placed;
      });
    this.total = total;
    this.length = total + this.#groups.length;
  }

  itemAt(index: number): Item<Key> {
    const within = this.#groups.findLast(({ at }) => at <= index);
    if (within === undefined) {
      return { kind: 'row', row: index };
    }
    return within.at === index
      ? { kind: 'group', group: within.group }
      : { kind: 'row', row: within.firstRow + index - within.at - 1 };
  }

  indexOfRow(row: number): number {
    return row + this.#groups.filter(({ firstRow }) => firstRow <= row).length;
  }

  /** Returns the range of rows among the items starting at `from`. */
  rowsWithin(from: number, count: number): { from: number; count: number } {
    const before = (index: number) => index - this.#groups.filter(({ at }) => at < index).length;
    const first = before(from);
    return { from: first, count: Math.max(0, before(Math.min(this.length, from + count)) - first) };
  }
}
