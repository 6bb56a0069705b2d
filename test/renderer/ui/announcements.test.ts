import { expect, test } from 'vitest';
import { createAnnouncementStore, settles, stays } from '../../../renderer/ui/announcements.ts';

function announcer(sinceInput = () => settles) {
  const waiting: { ms: number; run: () => void }[] = [];
  const store = createAnnouncementStore((ms, run) => waiting.push({ ms, run }), sinceInput);
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
  const rests = [settles - 1, 20, settles];
  const { announce, read, times } = announcer(() => rests.shift() ?? settles);
  announce('Rejected');
  expect(read()).toEqual(['Rejected']);
  expect(times).toEqual([settles, 1, settles - 20, stays]);
});
