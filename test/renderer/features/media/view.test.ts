import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boundedCentre,
  centreAfterZoom,
  cssFilter,
  cssTransform,
  factorOf,
  firstView,
  pannedBy,
  pointAt,
  type View,
} from '../../../../renderer/features/media/view.ts';

const size = { width: 1000, height: 500 };
const area = { width: 400, height: 400 };

const anyView = fc.record({
  rotation: fc.constantFrom(0, 90, 180, 270),
  isMirrored: fc.boolean(),
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
});
const viewOf = ({
  rotation,
  isMirrored,
  x,
  y,
}: {
  rotation: number;
  isMirrored: boolean;
  x: number;
  y: number;
}): View => ({
  ...firstView,
  rotation,
  isMirrored,
  centre: { x, y },
});
const offsets = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -200, max: 200 }) });
const factors = fc.double({ min: 0.05, max: 8, noNaN: true });

describe('the view of a picture', () => {
  test('fits the area as it lies, and is not enlarged to do so', () => {
    expect(factorOf(firstView, size, area)).toBe(0.4);
    expect(factorOf({ ...firstView, rotation: 90 }, size, area)).toBe(0.4);
    expect(factorOf({ ...firstView, rotation: 90, zoom: 'width' }, size, area)).toBe(0.8);
    expect(factorOf(firstView, { width: 10, height: 10 }, area)).toBe(1);
    expect(factorOf({ ...firstView, zoom: 8 }, size, area)).toBe(8);
  });

  test('keeps the point under the pointer where it is while it zooms', () => {
    fc.assert(
      fc.property(anyView, offsets, factors, factors, (given, at, from, to) => {
        const view = viewOf(given);
        const before = pointAt(view, from, size, at);
        const centre = centreAfterZoom(view, from, to, size, at);
        const after = pointAt({ ...view, centre }, to, size, at);
        expect(after.x).toBeCloseTo(before.x, 6);
        expect(after.y).toBeCloseTo(before.y, 6);
      }),
    );
  });

  test('follows the pointer while it is dragged, however it is turned or mirrored', () => {
    fc.assert(
      fc.property(anyView, offsets, offsets, factors, (given, at, by, factor) => {
        const view = viewOf(given);
        const held = pointAt(view, factor, size, at);
        const centre = pannedBy(view, factor, size, by);
        const now = pointAt({ ...view, centre }, factor, size, { x: at.x + by.x, y: at.y + by.y });
        expect(now.x).toBeCloseTo(held.x, 6);
        expect(now.y).toBeCloseTo(held.y, 6);
      }),
    );
  });

  test('shows no empty space beside a picture larger than the area, and centres a smaller one', () => {
    const far = { ...firstView, centre: { x: 2, y: -1 } };
    expect(boundedCentre(far, 1, size, area)).toEqual({ x: 0.8, y: 0.4 });
    expect(boundedCentre(far, 0.1, size, area)).toEqual({ x: 0.5, y: 0.5 });
  });

  test('is written as one transform and one filter', () => {
    const view = { ...firstView, rotation: 90, isMirrored: true, isInverted: true, contrast: 1.5 };
    expect(cssTransform(view, 2, size)).toBe('scale(-2, 2) rotate(90deg) translate(-500px, -250px)');
    expect(cssFilter(view, 'f')).toBe('contrast(1.5) invert(1)');
    expect(cssFilter({ ...firstView, isSharpened: true }, 'f')).toBe('url(#f)');
    expect(cssFilter(firstView, 'f')).toBeUndefined();
  });
});
