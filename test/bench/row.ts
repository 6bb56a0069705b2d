/** One figure. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** The target, as text. */
  aim?: string;
  /** True if the target is met, where there is one. */
  met?: boolean;
  /** How it was measured. */
  detail: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
