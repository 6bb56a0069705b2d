import { counted } from '../../../preload/wording/terms.ts';

const maxDurationSeconds = 2 * 86_400;

/** Returns a waiting time from whole seconds: `45 seconds`, `5 minutes`, `1 hour`, not rounded; beyond two days `until January 19, 2038`. */
export function waitText(seconds: number): string {
  if (seconds > maxDurationSeconds) {
    const end = new Date(Math.min(Date.now() + seconds * 1000, 8.64e15));
    return `until ${end.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`;
  }
  if (seconds >= 3600 && seconds % 3600 === 0) {
    return counted(seconds / 3600, 'hour');
  }
  if (seconds >= 60 && seconds % 60 === 0) {
    return counted(seconds / 60, 'minute');
  }
  return counted(seconds, 'second');
}
