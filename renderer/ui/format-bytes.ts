const units = ['B', 'kB', 'MB', 'GB'];

/** Returns a number of bytes in words, such as `3.1 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}
