const firstGapMs = 10_000;
const growth = 1.66;
const growingGaps = 20;

/**
 * Returns the waits after each failed attempt, in milliseconds: none before the first retry, then growing. With the first
 * delivery there are 22 attempts, the last about four and a half days after the first (interface 6.3 asks for at least
 * 20 in at least 4 days).
 */
export function retryGaps(): readonly number[] {
  const growing = Array.from(
    { length: growingGaps },
    (_, index) => Math.round((firstGapMs * growth ** index) / 1000) * 1000,
  );
  return [0, ...growing];
}
