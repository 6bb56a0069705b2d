const firstGapMs = 15_000;
const attempts = 20;
/** From the first attempt to the last (interface 6.3). Milliseconds. */
const spanMs = 4 * 24 * 3_600_000;

/**
 * Returns the times between attempts, in milliseconds: the first retry is immediate, then intervals increase; 20 attempts in all,
 * the last one 4 days after the first (interface 6.3).
 */
export function retryGaps(): readonly number[] {
  const growing = attempts - 2;
  const growth = growthFor(growing);
  const gaps = Array.from({ length: growing - 1 }, (_, index) => Math.round(firstGapMs * growth ** index));
  const last = spanMs - gaps.reduce((sum, gap) => sum + gap, 0);
  return [0, ...gaps, last];
}

/** Returns the factor with which `count` growing gaps add up to the whole span, by bisection. */
function growthFor(count: number): number {
  let low = 1;
  let high = 4;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    const sum = (firstGapMs * (middle ** count - 1)) / (middle - 1);
    [low, high] = sum < spanMs ? [middle, high] : [low, middle];
  }
  return high;
}
