import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  layPages,
  PageSizes,
  pageAtTop,
  pageGap,
  pageInView,
  pagesBetween,
  pointAtTop,
  topOfPoint,
} from '../../../../../renderer/features/media/pdf/page-layout.ts';

const a4 = { width: 800, height: 1100 };

describe('the pages of a document on the screen', () => {
  test('are below one another with a gap, each as large as the factor makes it', () => {
    const layout = layPages(new PageSizes(new Map([[1, a4]]), 3, 0), 0.5, 1e6);
    expect([...layout.tops]).toEqual([12, 574, 1136, 1698]);
    expect(layout).toMatchObject({ factor: 0.5, width: 424, height: 1698 });
  });

  test('take the size that was read, and until then that of the first page', () => {
    const sizes = new Map([
      [1, a4],
      [2, { width: 1600, height: 400 }],
    ]);
    const layout = layPages(new PageSizes(sizes, 3, 0), 1, 1e6);
    expect([...layout.tops]).toEqual([12, 1124, 1536, 2648]);
    expect(layout.width).toBe(1624);
  });

  test('lie on their side when they are rotated', () => {
    const layout = layPages(new PageSizes(new Map([[1, a4]]), 1, 90), 1, 1e6);
    expect(layout).toMatchObject({ width: 1124, height: 824 });
  });

  test('are shown smaller where a browser could not draw all of them', () => {
    const layout = layPages(new PageSizes(new Map([[1, a4]]), 5000, 0), 8, 30_000_000);
    expect(layout.height).toBeLessThanOrEqual(30_000_000);
    expect(layout.factor).toBeGreaterThan(5);
  });

  test('are found by their position, and a position is found again at another size', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ width: fc.integer({ min: 1, max: 2000 }), height: fc.integer({ min: 1, max: 2000 }) }),
          {
            minLength: 1,
            maxLength: 30,
          },
        ),
        fc.double({ min: 0.05, max: 8, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, factor, part) => {
          const known = new Map(list.map((size, index) => [index + 1, size]));
          const layout = layPages(new PageSizes(known, list.length, 0), factor, 1e7);
          const top = pageGap + part * (layout.height - pageGap - 1);
          const page = pageAtTop(layout, top);
          expect(layout.tops[page - 1]).toBeLessThanOrEqual(top);
          expect(layout.tops[page]).toBeGreaterThan(top);
          expect(topOfPoint(layout, pointAtTop(layout, top))).toBeCloseTo(top, 6);
          const other = layPages(new PageSizes(known, list.length, 0), factor * 2, 1e7);
          expect(pageAtTop(other, topOfPoint(other, pointAtTop(layout, top)) + 1e-6)).toBe(page);
        },
      ),
    );
  });

  test('the page of which the most is in view is the current one, the first of several that are wholly in view', () => {
    const low = layPages(new PageSizes(new Map([[1, { width: 400, height: 300 }]]), 10, 0), 1, 1e6);
    // Two and a half pages fit: at the beginning the middle of the view is on page 2.
    expect(pageInView(low, 0, 780)).toBe(1);
    expect(pageInView(low, 20, 780)).toBe(2);
    expect(pageInView(low, low.height - 780, 780)).toBe(9);
    const tall = layPages(new PageSizes(new Map([[1, a4]]), 3, 0), 1, 1e6);
    expect(pageInView(tall, 600, 800)).toBe(1);
    expect(pageInView(tall, 800, 800)).toBe(2);
    expect(pageInView(tall, 1e6, 800)).toBe(3);
  });

  test('are drawn only where they are in view, and never more than a given number', () => {
    const layout = layPages(new PageSizes(new Map([[1, a4]]), 100, 0), 1, 1e6);
    expect(pagesBetween(layout, 0, 800, 16)).toEqual([1]);
    expect(pagesBetween(layout, 2000, 3500, 16)).toEqual([2, 3, 4]);
    expect(pagesBetween(layout, 0, 1e6, 16)).toHaveLength(16);
    expect(pagesBetween(layout, 1e6, 2e6, 16)).toEqual([100]);
  });
});
