import { counted } from '../../preload/wording/terms.ts';

const units: [name: string, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** Returns a duration in its largest unit, such as `3 minutes`; below a second in milliseconds. */
export function durationText(ms: number): string {
  const [name, size] = units.find(([, unit]) => ms >= unit) ?? ['millisecond', 1];
  return counted(Math.max(0, Math.round(ms / size)), name);
}
