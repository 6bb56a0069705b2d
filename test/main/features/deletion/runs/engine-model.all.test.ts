import { expect, test } from 'vitest';
import { takeSteps } from './model/commands.ts';

test('10,000 steps of users, faults, kills and clocks: nothing is sent, counted or recorded wrongly', async () => {
  const { steps } = await takeSteps(10_000, 2_300_000);
  expect(steps).toBeGreaterThanOrEqual(10_000);
}, 2_400_000);
