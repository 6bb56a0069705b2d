/** The last moment a Date can represent, in milliseconds since the epoch. */
const farthest = 8.64e15;

/** Returns a moment (milliseconds since the epoch) as ISO 8601 in UTC. Later moments than a Date can represent give the last one. */
export function isoTime(ms: number): string {
  return new Date(Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, -farthest), farthest)).toISOString();
}
