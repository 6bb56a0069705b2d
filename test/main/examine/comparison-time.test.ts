import { expect, test } from 'vitest';
import { compareTimes } from '../../../main/examine/rules/timing.ts';
import { startReceiver } from '../../receivers/behaviour.ts';
import { leaky } from '../../receivers/broken.ts';
import { fullTests } from '../../support/full-tests.ts';
import { examined, rulesThat } from './exam.ts';

/** Random numbers that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An answer's time in milliseconds: a base, a tail to the right, and now and then a pause, as on a busy machine. */
function answerTime(random: () => number): number {
  const tail = -0.15 * Math.log(1 - random());
  const pause = random() < 0.02 ? 20 * random() : 0;
  return 0.4 + tail + pause;
}

const pairs = 600;

/** Differences of pairs whose later mismatch takes `extraMs` longer; the machine gets slower from pair to pair. */
function measured(random: () => number, extraMs: number): number[] {
  return Array.from({ length: pairs }, (_, index) => {
    const load = 1 + index / pairs;
    return load * answerTime(random) + extraMs - load * answerTime(random);
  });
}

const measurements = fullTests ? 3000 : 300;

test(`equal times are never taken for a difference: none in ${measurements} measurements on a busy machine`, () => {
  const random = seeded(1);
  const verdicts = Array.from({ length: measurements }, () => compareTimes(measured(random, 0)).verdict);
  expect(verdicts.filter((verdict) => verdict === 'difference')).toEqual([]);
  expect(verdicts.filter((verdict) => verdict === 'no-difference').length).toBeGreaterThan(
    (measurements * 29) / 30,
  );
});

test('a difference of the size that is said to be found is found', () => {
  const random = seeded(2);
  const first = compareTimes(measured(random, 0));
  const detectableMs = first.verdict === 'no-difference' ? first.detectableMs : Number.NaN;
  const found = Array.from(
    { length: measurements / 10 },
    () => compareTimes(measured(random, detectableMs)).verdict,
  );
  expect(found.filter((verdict) => verdict === 'difference').length).toBeGreaterThan(
    (measurements / 10) * 0.95,
  );
});

test('a disturbance during a third of the measurement decides nothing', () => {
  const random = seeded(3);
  const disturbed = measured(random, 0).map((value, index) => (index < pairs / 3 ? value + 50 : value));
  expect(compareTimes(disturbed).verdict).not.toBe('difference');
});

test('too few pairs and too large variations are too noisy', () => {
  const random = seeded(4);
  expect(compareTimes(measured(random, 1).slice(0, 50)).verdict).toBe('too-noisy');
  const wild = Array.from({ length: pairs }, () => 1000 * (random() - 0.5));
  expect(compareTimes(wild).verdict).toBe('too-noisy');
  expect(compareTimes([])).toMatchObject({ verdict: 'too-noisy', pairs: 0 });
});

test('an end that is rejected sooner is no finding, and equal times have no difference', () => {
  const random = seeded(5);
  expect(compareTimes(measured(random, -1)).verdict).toBe('no-difference');
  expect(compareTimes(Array.from({ length: pairs }, () => 0)).verdict).toBe('no-difference');
});

const only = new Set(['comparison-time']);

test('a receiver that stops at the first wrong character is found', async () => {
  const result = await examined(await startReceiver(leaky), { only });
  expect(rulesThat('failed', result)).toEqual(['comparison-time']);
  expect(result.rules[0]?.reason).toMatch(/Difference found: .* later than/);
});

const exams = fullTests ? 30 : 2;

test(`a correct receiver is never accused: no alarm in ${exams} exams`, async () => {
  const url = await startReceiver({});
  for (let run = 0; run < exams; run++) {
    expect(rulesThat('failed', await examined(url, { only }))).toEqual([]);
  }
}, 180_000);
