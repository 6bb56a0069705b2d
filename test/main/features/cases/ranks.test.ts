import { expect, test } from 'vitest';
import { KeptRanks } from '../../../../main/features/cases/index/ranks.ts';

test('ids are sorted by their texts as they are now, equal ones newest first, those without one last', () => {
  const texts = new Map([
    [1, 'b'],
    [2, ''],
    [3, 'a'],
    [4, 'b'],
  ]);
  let reads = 0;
  const ranks = new KeptRanks((id) => {
    reads += 1;
    return texts.get(id) ?? '';
  });
  const sorted = (isDescending: boolean) => [...ranks.sort(Int32Array.from(texts.keys()), isDescending)];
  expect(sorted(false)).toEqual([3, 4, 1, 2]);
  expect(sorted(true)).toEqual([4, 1, 3, 2]);
  expect(reads).toBe(4);
  texts.set(3, 'c');
  ranks.changed(3);
  expect(sorted(false)).toEqual([4, 1, 3, 2]);
  texts.set(70_000, 'aa');
  expect(sorted(false)).toEqual([70_000, 4, 1, 3, 2]);
  expect([...ranks.sort(Int32Array.of(4, 3), true)]).toEqual([3, 4]);
});
