import { type PreviewGroup, previewGroups } from '../../../../../preload/contract/deletion-runs.ts';
import { forecastOf, isIncluded, type PreviewEntry, type PreviewPlan, planOf } from './entry.ts';

/** The sums of a preview, kept up to date entry by entry: adding up 100,000 of them at every notice would take the time of the reads. */
export class PreviewSums {
  readonly #groups: Record<PreviewGroup, number> = {
    works: 0,
    refused: 0,
    missing: 0,
    gone: 0,
    unclear: 0,
    unread: 0,
  };
  readonly #details = new Map<string, number>();
  readonly #plans = new Map<string, number>();
  #included = 0;
  #files = 0;
  /** Included entries whose files were not counted. */
  #uncounted = 0;

  constructor(entries: readonly PreviewEntry[], plan: PreviewPlan) {
    for (const entry of entries) {
      this.add(entry, plan);
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
    return Object.fromEntries(previewGroups.map((group) => [group, this.#groups[group]])) as Record<
      PreviewGroup,
      number
    >;
  }

  get details(): Record<string, number> {
    return Object.fromEntries(this.#details);
  }

  get plans(): Record<string, number> {
    return Object.fromEntries(this.#plans);
  }

  add(entry: PreviewEntry, plan: PreviewPlan): void {
    this.#count(entry, plan, 1);
  }

  /** Called with an entry as it was added, before it changes. */
  remove(entry: PreviewEntry, plan: PreviewPlan): void {
    this.#count(entry, plan, -1);
  }

  #count(entry: PreviewEntry, plan: PreviewPlan, by: 1 | -1): void {
    const { group, detail } = forecastOf(entry, plan);
    this.#groups[group] += by;
    if (detail !== undefined) {
      change(this.#details, detail, by);
    }
    if (!isIncluded(entry, plan)) {
      return;
    }
    this.#included += by;
    change(this.#plans, planOf(entry, plan).join(','), by);
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
