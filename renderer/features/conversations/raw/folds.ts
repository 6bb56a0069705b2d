/** Folded ranges of lines, none inside another: the first line of each stays in sight, the others do not. */
export class Folds {
  /** First and last lines, in order. */
  readonly #ranges: readonly (readonly [from: number, to: number])[];
  /** Lines hidden before and by each range. */
  readonly #hidden: readonly number[];

  constructor(ranges: readonly (readonly [from: number, to: number])[] = []) {
    const kept: (readonly [number, number])[] = [];
    for (const range of [...ranges].sort((one, other) => one[0] - other[0] || other[1] - one[1])) {
      // A range inside another one is hidden with it.
      if (range[1] > range[0] && range[0] > (kept.at(-1)?.[1] ?? -1)) {
        kept.push(range);
      }
    }
    this.#ranges = kept;
    let sum = 0;
    this.#hidden = kept.map(([from, to]) => {
      sum += to - from;
      return sum;
    });
  }

  get count(): number {
    return this.#ranges.length;
  }

  /** Returns how many lines of a total are in sight. */
  shown(total: number): number {
    return Math.max(0, total - (this.#hidden.at(-1) ?? 0));
  }

  /** Returns the line that is shown at a position. */
  lineAt(position: number): number {
    let [low, high] = [0, this.#ranges.length];
    // The number of ranges whose first line is before the position.
    while (low < high) {
      const middle = (low + high) >> 1;
      const from = this.#ranges[middle]?.[0] ?? 0;
      if (from - (this.#hidden[middle - 1] ?? 0) < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return position + (this.#hidden[low - 1] ?? 0);
  }

  /** Returns the position of a line; of a hidden one that of the line that hides it. */
  positionOf(line: number): number {
    const index = this.#ranges.findLastIndex(([from]) => from < line);
    const range = this.#ranges[index];
    if (!range) {
      return line;
    }
    const before = this.#hidden[index - 1] ?? 0;
    return line <= range[1] ? range[0] - before : line - (this.#hidden[index] ?? 0);
  }

  /** Returns the last line of the range folded at a line. */
  endAt(line: number): number | undefined {
    return this.#ranges.find(([from]) => from === line)?.[1];
  }

  with(from: number, to: number): Folds {
    return new Folds([...this.#ranges.filter(([start, end]) => start < from || end > to), [from, to]]);
  }

  without(from: number): Folds {
    return new Folds(this.#ranges.filter(([start]) => start !== from));
  }

  /** Unfolds all ranges that hide a line. */
  revealing(line: number): Folds {
    return new Folds(this.#ranges.filter(([from, to]) => !(from < line && line <= to)));
  }
}
