import type { CallEntry, CallPhases } from '../../../preload/contract/calls.ts';
import type { Tone } from '../../ui/status-badge.tsx';

/** The phases in their order, with their names. */
export const phaseNames: readonly (readonly [keyof CallPhases, string])[] = [
  ['queueMs', 'Before sending'],
  ['nameMs', 'Name lookup'],
  ['connectMs', 'Connect'],
  ['proxyMs', 'Proxy tunnel'],
  ['tlsMs', 'TLS handshake'],
  ['waitMs', 'Waiting for the response'],
  ['readMs', 'Reading the response'],
];

/** Returns the outcome of a call, as a word or a status code. */
export function outcomeOf({ state, status }: CallEntry): string {
  if (state === 'running') {
    return status === undefined ? 'Running' : `${status} …`;
  }
  if (state === 'cancelled') {
    return 'Cancelled';
  }
  return status === undefined ? 'No response' : String(status);
}

export function toneOf({ state, status }: CallEntry): Tone {
  if (state === 'running') {
    return 'active';
  }
  if (state === 'cancelled') {
    return 'neutral';
  }
  if (state === 'failed' || status === undefined || status >= 500) {
    return 'bad';
  }
  return status >= 400 ? 'caution' : 'good';
}

/** Returns the reason why the same request was sent again. */
export function attemptOf({ attempt, repeat }: CallEntry): string {
  if (repeat === undefined) {
    return String(attempt);
  }
  return `${attempt}, ${repeat === 'retry' ? 'retry' : 'new token'}`;
}

export function milliseconds(ms: number): string {
  if (ms < 10) {
    return `${ms.toFixed(1)} ms`;
  }
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Returns the time of day with milliseconds, in one form everywhere, such as `14:02:05.120`; of another day after the day, such as `23 Nov`. */
export function timeOfDay(at: number): string {
  const day = new Date(at).toDateString() === new Date().toDateString() ? '' : `${days.format(at)}, `;
  return day + times.format(at);
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const times = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
