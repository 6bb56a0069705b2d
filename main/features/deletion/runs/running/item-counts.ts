import type { ItemState, RunCounts, StoredItem } from '../store/records.ts';

/** The counts of a run's items, kept up to date without asking the store. */
export class ItemCounts {
  #counts: RunCounts;

  constructor(counts: RunCounts) {
    this.#counts = counts;
  }

  get current(): RunCounts {
    return this.#counts;
  }

  get isEmpty(): boolean {
    return this.#counts.waiting === 0 && this.#counts.underWay === 0;
  }

  replace(counts: RunCounts): void {
    this.#counts = counts;
  }

  /** Counts an item that was in the state `before` in its new one. */
  moved(before: ItemState, { state, outcome }: StoredItem): void {
    const counts = this.#counts;
    if (before === 'waiting') {
      counts.waiting -= 1;
    } else {
      counts.underWay -= 1;
    }
    if (state === 'waiting') {
      counts.waiting += 1;
    } else if (state !== 'done') {
      counts.underWay += 1;
    } else if (outcome !== undefined) {
      counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
    }
  }
}
