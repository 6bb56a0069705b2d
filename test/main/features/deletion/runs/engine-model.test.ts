import { expect, test } from 'vitest';
import { takeSteps } from './model/commands.ts';

test('about 150 steps of users, faults, kills and clocks: nothing is sent, counted or recorded wrongly', async () => {
  const { steps, carriedOut } = await takeSteps(150, 90_000, { seed: 22 });
  expect(steps).toBeGreaterThan(30);
  expect(carriedOut).toBeGreaterThan(0);
}, 120_000);
