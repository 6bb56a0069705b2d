import { expect, test } from 'vitest';
import { retryGaps } from '../../../main/sandbox/callbacks/callbacks.ts';
import { movableClock } from '../../../main/sandbox/clock.ts';

test("it starts at the system's time and can be moved ahead", async () => {
  const clock = movableClock(() => 1000);
  expect(clock.now()).toBe(1000);
  await clock.advance(500);
  expect(clock.now()).toBe(1500);
});

test('scheduled tasks run in order, each at its time, one after the other', async () => {
  const clock = movableClock(() => 0);
  const seen: [string, number][] = [];
  const note = (name: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([name, clock.now()]);
  };
  clock.schedule(300, clock, note('late'));
  clock.schedule(100, clock, async () => {
    await note('early')();
    clock.schedule(clock.now() + 50, clock, note('follow-up'));
  });
  clock.schedule(900, clock, note('beyond'));
  expect(await clock.advance(500)).toBe(3);
  expect(seen).toEqual([
    ['early', 100],
    ['follow-up', 150],
    ['late', 300],
  ]);
  expect(clock.now()).toBe(500);
});

test('cancelled tasks do not run', async () => {
  const clock = movableClock(() => 0);
  const [kept, dropped] = [{}, {}];
  const seen: string[] = [];
  clock.schedule(10, kept, async () => void seen.push('kept'));
  clock.schedule(10, dropped, async () => void seen.push('dropped'));
  clock.cancel(dropped);
  await clock.advance(20);
  expect(seen).toEqual(['kept']);
});

test('a due task runs by itself, without moving the clock', async () => {
  const clock = movableClock();
  await new Promise<void>((resolve) => clock.schedule(clock.now() + 20, clock, async () => resolve()));
});

test('two concurrent moves are made one after the other', async () => {
  const clock = movableClock(() => 0);
  await Promise.all([clock.advance(100), clock.advance(100)]);
  expect(clock.now()).toBe(200);
});

test('retries: first immediate, then at growing intervals, at least 20 attempts and 4 days', () => {
  const gaps = retryGaps();
  expect(gaps.length + 1).toBeGreaterThanOrEqual(20);
  expect(gaps[0]).toBe(0);
  expect(gaps.slice(1).every((gap, index) => gap > (gaps[index] ?? 0))).toBe(true);
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeGreaterThanOrEqual(4 * 24 * 3600 * 1000);
});
