import { expect, test } from 'vitest';
import { ByteBudget } from '../../../../main/features/callbacks/byte-budget.ts';

const never = new AbortController().signal;

test('bytes are taken while they are left, and given back', () => {
  const budget = new ByteBudget(10);
  expect(budget.tryTake(6)).toBe(true);
  expect(budget.tryTake(5)).toBe(false);
  budget.give(6);
  expect(budget.tryTake(10)).toBe(true);
});

test('those who wait are served in their order, and no other passes them', async () => {
  const budget = new ByteBudget(10);
  expect(budget.tryTake(8)).toBe(true);
  const served: string[] = [];
  const large = budget.take(9, never).then(() => served.push('large'));
  const small = budget.take(1, never).then(() => served.push('small'));
  expect(budget.isAwaited).toBe(true);
  expect(budget.tryTake(1)).toBe(false);
  budget.give(8);
  await Promise.all([large, small]);
  expect(served).toEqual(['large', 'small']);
  expect(budget.isAwaited).toBe(false);
});

test('one that stops waiting lets the next pass, and takes nothing', async () => {
  const budget = new ByteBudget(10);
  expect(budget.tryTake(5)).toBe(true);
  const impatient = new AbortController();
  const large = budget.take(10, impatient.signal);
  const small = budget.take(5, never);
  impatient.abort();
  expect([await large, await small]).toEqual([false, true]);
  expect(await budget.take(1, impatient.signal)).toBe(false);
  budget.give(10);
  expect(budget.tryTake(10)).toBe(true);
});
