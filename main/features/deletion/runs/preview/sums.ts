import { type PreviewGroup, previewGroups } from '../../../../../preload/contract/deletion-runs.ts';
import { forecastOf, isIncluded, type PreviewEntry, planOf } from './entry.ts';

/** The sums of a preview, kept up to date entry by entry: adding up 100,000 of them at every notice would take the time of the reads. */
export interface PreviewSums {
  groups: Record<PreviewGroup, number>;
  details: Record<string, number>;
  included: number;
  /** The included entries by plan. */
  plans: Record<string, number>;
  /** Files of the included entries, as far as they were counted. */
  files: number;
  /** Included entries whose files were not counted. */
  uncounted: number;
}

export function sumsOf(entries: readonly PreviewEntry[]): PreviewSums {
  const groups = Object.fromEntries(previewGroups.map((group) => [group, 0])) as PreviewSums['groups'];
  const sums = { groups, details: {}, included: 0, plans: {}, files: 0, uncounted: 0 };
  for (const entry of entries) {
    countEntry(sums, entry, 1);
  }
  return sums;
}

/** Adds an entry, or takes it away as it was added, before it changes. */
export function countEntry(sums: PreviewSums, entry: PreviewEntry, by: 1 | -1): void {
  const { group, detail } = forecastOf(entry);
  sums.groups[group] += by;
  if (detail !== undefined) {
    change(sums.details, detail, by);
  }
  if (isIncluded(entry)) {
    const files = entry.summary?.files;
    sums.included += by;
    change(sums.plans, planOf(entry).join(','), by);
    sums.uncounted += files === undefined ? by : 0;
    sums.files += by * (files ?? 0);
  }
}

function change(counts: Record<string, number>, key: string, by: 1 | -1): void {
  const count = (counts[key] ?? 0) + by;
  counts[key] = count;
  if (count === 0) {
    delete counts[key];
  }
}
