import { type PreviewGroup, previewGroups } from '../../../../../preload/contract/deletion-runs.ts';
import { forecastOf, isIncluded, type PreviewEntry, planOf } from './entry.ts';

/** The sums of a preview, kept up to date entry by entry: adding up 100,000 of them at every notice would take the time of the reads. */
export class PreviewSums {
  readonly #groups = Object.fromEntries(previewGroups.map((group) => [group, 0])) as Record<
    PreviewGroup,
    number
  >;
  readonly #details = new Map<string, number>();
  readonly #plans = new Map<string, number>();
  #included = 0;
  #files = 0;
  /** Included entries whose files were not counted. */
  #uncounted = 0;

  constructor(entries: readonly PreviewEntry[]) {
    for (const entry of entries) {
      this.add(entry);
    }
  }

  get included(): number {
    return this.#included;
  }

  get unread(): number {
    return this.#groups.unread;
  }

  /** Returns the files of the included entries; undefined if not all were counted. */
  get files(): number | undefined {
    return this.#uncounted > 0 ? undefined : this.#files;
  }

  get groups(): Record<PreviewGroup, number> {
    return { ...this.#groups };
  }

  get details(): Record<string, number> {
    return Object.fromEntries(this.#details);
  }

  get plans(): Record<string, number> {
    return Object.fromEntries(this.#plans);
  }

  add(entry: PreviewEntry): void {
    this.#count(entry, 1);
  }

  /** Called with an entry as it was added, before it changes. */
  remove(entry: PreviewEntry): void {
    this.#count(entry, -1);
  }

  #count(entry: PreviewEntry, by: 1 | -1): void {
    const { group, detail } = forecastOf(entry);
    this.#groups[group] += by;
    if (detail !== undefined) {
      change(this.#details, detail, by);
    }
    if (!isIncluded(entry)) {
      return;
    }
    this.#included += by;
    change(this.#plans, planOf(entry).join(','), by);
    const files = entry.summary?.files;
    if (files === undefined) {
      this.#uncounted += by;
    } else {
      this.#files += by * files;
    }
  }
}

function change(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) {
    counts.delete(key);
  } else {
    counts.set(key, count);
  }
}
