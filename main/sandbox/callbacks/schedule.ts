const firstGapMs = 10_000;
const growth = 1.66;
const growingGaps = 20;

/**
 * How long to wait after each failed attempt, in milliseconds: the first retry at once, then growing. With the first
 * delivery that makes 22 attempts, the last one some four and a half days after the first (interface 6.3 asks for at least
 * 20, and no fewer than 4 days).
 */
export function retryGaps(): readonly number[] {
  const growing = Array.from(
    { length: growingGaps },
    (_, index) => Math.round((firstGapMs * growth ** index) / 1000) * 1000,
  );
  return [0, ...growing];
}
