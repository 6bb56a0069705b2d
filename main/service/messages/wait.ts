const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A waiting time from whole seconds: `45 seconds`, `5 minutes`, `1 hour`. Not rounded. */
export function waitText(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) {
    return plural(seconds / 3600, 'hour');
  }
  if (seconds >= 60 && seconds % 60 === 0) {
    return plural(seconds / 60, 'minute');
  }
  return plural(seconds, 'second');
}
