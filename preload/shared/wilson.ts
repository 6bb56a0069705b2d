/** The normal quantile of a 95 % interval. */
const z = 1.959964;

/** Returns the Wilson score interval of a share at 95 %: where few were counted, it says how little that tells. */
export function wilsonInterval(count: number, total: number): { low: number; high: number } {
  if (total === 0) {
    return { low: 0, high: 1 };
  }
  const share = count / total;
  const centre = share + z ** 2 / (2 * total);
  const width = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  const scale = 1 + z ** 2 / total;
  return { low: Math.max(0, (centre - width) / scale), high: Math.min(1, (centre + width) / scale) };
}
