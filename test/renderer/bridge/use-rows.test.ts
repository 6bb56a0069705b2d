import { expect, test } from 'vitest';
import { partFrom, partSize } from '../../../renderer/bridge/use-rows.ts';

test('a part of a list has the rows in view, which are half of it at most, and is read again only for others', () => {
  const count = partSize / 2;
  let from = 0;
  for (const first of [0, 150, 200, 201, 999, 5000, 4990, 4801, 123, 0]) {
    const before = from;
    from = partFrom(from, first, count);
    expect(from).toBeLessThanOrEqual(first);
    expect(from + partSize).toBeGreaterThanOrEqual(first + count);
    expect(from === before).toBe(first >= before && first + count <= before + partSize);
  }
});
