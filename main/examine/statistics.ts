/** The result of comparing two interleaved series of times. Times in milliseconds. */
export type Comparison =
  | { verdict: 'difference'; medianMs: number; pairs: number }
  | { verdict: 'no-difference'; detectableMs: number; pairs: number }
  | { verdict: 'too-noisy'; detectableMs: number; pairs: number };

/** Blocks that are tested separately; all must show the same, so that one disturbance decides nothing. */
const blocks = 3;
const minPairsPerBlock = 20;
/**
 * The statistic that each block must reach. Under equal times a block reaches it with a probability of about 1 in 30,000, and
 * three blocks do so together with about 1 in 10^13.
 */
const threshold = 4;
/** The distance above the threshold at which a difference is found almost every time, also with the long tails of real times. */
const reserve = 2.5;
/** A comparison that would only find differences above this is useless. */
const tooNoisyMs = 5;
/** The factor from the median absolute deviation to the standard deviation of a normal distribution. */
const normalScale = 1.4826;

/**
 * Compares times that were measured in pairs. `differences` holds, for each pair in the order of measurement, the time of the
 * later mismatch minus the time of the earlier mismatch. Only a later mismatch that takes longer is a finding.
 */
export function compareTimes(differences: readonly number[]): Comparison {
  const pairs = differences.length;
  const size = Math.floor(pairs / blocks);
  const sorted = differences.toSorted((a, b) => a - b);
  const medianMs = middle(sorted);
  const deviation = middle(sorted.map((value) => Math.abs(value - medianMs)).toSorted((a, b) => a - b));
  const detectableMs = (reserve * threshold * normalScale * deviation) / Math.sqrt(Math.max(size, 1));
  if (size < minPairsPerBlock) {
    return { verdict: 'too-noisy', detectableMs, pairs };
  }
  const each = Array.from({ length: blocks }, (_, index) =>
    signedRanks(differences.slice(index * size, (index + 1) * size)),
  );
  if (each.every((statistic) => statistic > threshold)) {
    return { verdict: 'difference', medianMs, pairs };
  }
  return detectableMs > tooNoisyMs
    ? { verdict: 'too-noisy', detectableMs, pairs }
    : { verdict: 'no-difference', detectableMs, pairs };
}

/** Returns the statistic of Wilcoxon's signed rank test, normally distributed for equal times: ranks, so single outliers do not matter. */
function signedRanks(differences: readonly number[]): number {
  const ordered = differences.filter((value) => value !== 0).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const count = ordered.length;
  if (count === 0) {
    return 0;
  }
  const sum = ordered.reduce((total, value, index) => total + Math.sign(value) * (index + 1), 0);
  return sum / Math.sqrt((count * (count + 1) * (2 * count + 1)) / 6);
}

/** Returns the median of sorted values; 0 without any. */
function middle(sorted: readonly number[]): number {
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}
