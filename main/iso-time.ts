/** The farthest moment a date can name, in milliseconds from the epoch. */
const farthest = 8.64e15;

/** A moment (milliseconds since the epoch) in ISO 8601, in UTC. A clock beyond all dates gives the farthest date. */
export function isoTime(ms: number): string {
  return new Date(Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, -farthest), farthest)).toISOString();
}
