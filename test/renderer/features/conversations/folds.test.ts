import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Folds } from '../../../../renderer/features/conversations/raw/raw-tools.ts';

/** Returns those of so many lines that are in sight, worked out one by one. */
function inSight(ranges: readonly (readonly [number, number])[], total: number): number[] {
  return Array.from({ length: total }, (_, line) => line).filter((line) =>
    ranges.every(([from, to]) => line <= from || line > to),
  );
}

test('positions and lines correspond, whatever is folded', () => {
  const range = fc.tuple(fc.nat(60), fc.nat(20)).map(([from, length]) => [from, from + length] as const);
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), (given) => {
      // Brackets nest or lie apart: those that would cross are left out.
      const ranges = given.filter(([from, to], index) =>
        given
          .slice(0, index)
          .every(([a, b]) => to < a || from > b || (from >= a && to <= b) || (from <= a && to >= b)),
      );
      const folds = new Folds(ranges);
      const expected = inSight(ranges, 100);
      expect(folds.lineCount(100)).toBe(expected.length);
      expect(expected.map((_, position) => folds.lineAt(position))).toEqual(expected);
      expect(expected.map((line) => folds.positionOf(line))).toEqual(expected.map((_, position) => position));
    }),
  );
});

test('a hidden line has the position of what hides it, and is shown when it is asked for', () => {
  const folds = new Folds().with(2, 8).with(12, 14);
  expect(folds.positionOf(5)).toBe(2);
  expect(folds.positionOf(13)).toBe(6);
  expect(folds.endAt(2)).toBe(8);
  const open = folds.revealing(5);
  expect(open.endAt(2)).toBeUndefined();
  expect(open.positionOf(5)).toBe(5);
  expect(open.endAt(12)).toBe(14);
  expect(folds.without(12).count).toBe(1);
});

test('a fold around other folds takes their place', () => {
  const folds = new Folds([[3, 5]]).with(1, 9);
  expect(folds.count).toBe(1);
  expect(folds.lineCount(10)).toBe(2);
});
