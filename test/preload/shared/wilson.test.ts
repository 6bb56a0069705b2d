import { expect, test } from 'vitest';
import { wilsonInterval } from '../../../preload/shared/wilson.ts';

// Values of Newcombe (1998), Two-sided confidence intervals for the single proportion, table I.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %i of %i is the published one', (count, total, low, high) => {
  const interval = wilsonInterval(count, total);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test('nothing counted says nothing, and all of few says little', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  expect(wilsonInterval(3, 3)).toEqual({ low: expect.closeTo(0.4385, 4), high: 1 });
});
