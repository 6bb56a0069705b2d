import { expect, test, vi } from 'vitest';
import {
  asksAgain,
  createAnnouncementStore,
  restOf,
  settles,
  stays,
} from '../../../renderer/ui/announcements.ts';

function announcer(isAtRest = () => true) {
  const waiting: { ms: number; run: () => void }[] = [];
  const store = createAnnouncementStore((ms, run) => waiting.push({ ms, run }), isAtRest);
  const texts: string[] = [];
  const times: number[] = [];
  store.subscribe(({ text }) => texts.push(text));
  const read = () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      times.push(one.ms);
      one.run();
    }
    return texts;
  };
  return { ...store.getState(), read, times };
}

test('results of a moment are one text before the conditions, and none replaces another', () => {
  const { announce, announceCondition, read, times } = announcer();
  announceCondition('No keychain');
  announce('Production environment: Acme');
  announce('Case 2 of 8');
  announceCondition('Reading finished');
  expect(read()).toEqual(['Production environment: Acme. Case 2 of 8', 'No keychain', 'Reading finished']);
  // Each stays long enough to be read.
  expect(times).toEqual([settles, stays, stays, stays]);
});

test('a sentence before another ends with one full stop', () => {
  const { announce, read } = announcer();
  announce('Reject: the signature is wrong.');
  announce('No cause found.');
  expect(read()).toEqual(['Reject: the signature is wrong. No cause found.']);
});

test('a text is announced again when it comes again, and once while it waits', () => {
  const { announce, read } = announcer();
  announce('Copied');
  announce('Copied');
  expect(read()).toEqual(['Copied']);
  announce('Copied');
  expect(read()).toEqual(['Copied', 'Copied']);
});

test('a text waits until focus and keys have rested', () => {
  const rests = [false, false, true];
  const { announce, read, times } = announcer(() => rests.shift() ?? true);
  announce('Rejected');
  expect(read()).toEqual(['Rejected']);
  expect(times).toEqual([settles, asksAgain, asksAgain, stays]);
});

test.each([
  { event: { type: 'focusin' }, rests: [299, 300] },
  { event: { type: 'keyup', altKey: false }, rests: [299, 300] },
  { event: { type: 'keydown', altKey: true }, rests: [1999, 2000] },
])('$event.type is over after $rests.1 ms', ({ event, rests: [before, after] }) => {
  const listeners = new Map<string, (event: object) => void>();
  const addEventListener = (kind: string, listener: (event: object) => void) => listeners.set(kind, listener);
  const isAtRest = restOf({ addEventListener } as unknown as Window);
  expect(isAtRest()).toBe(true);
  const now = vi.spyOn(performance, 'now');
  listeners.get(event.type)?.({ ...event, timeStamp: 1000 });
  now.mockReturnValue(1000 + (before ?? 0));
  expect(isAtRest()).toBe(false);
  now.mockReturnValue(1000 + (after ?? 0));
  expect(isAtRest()).toBe(true);
  now.mockRestore();
});
