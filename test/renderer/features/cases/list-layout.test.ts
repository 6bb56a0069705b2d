import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListLayout } from '../../../../renderer/features/cases/list-layout.ts';

const groupsOf = (counts: readonly number[]) =>
  counts.map((count, index) => ({ key: `group ${index}`, count }));

test('each heading comes before its rows, and a heading without rows is left out', () => {
  const layout = new ListLayout(3, groupsOf([2, 0, 1]));
  expect(Array.from({ length: layout.length }, (_, index) => layout.itemAt(index))).toEqual([
    { kind: 'group', group: { key: 'group 0', count: 2 } },
    { kind: 'row', row: 0 },
    { kind: 'row', row: 1 },
    { kind: 'group', group: { key: 'group 2', count: 1 } },
    { kind: 'row', row: 2 },
  ]);
});

test('every row is at its reported position, and any range of the list has its rows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 9 }), { maxLength: 5 }),
      fc.nat(40),
      fc.nat(40),
      (counts, from, count) => {
        const total = counts.reduce((sum, one) => sum + one, 0);
        const layout = new ListLayout(total, groupsOf(counts));
        for (let row = 0; row < total; row += 1) {
          expect(layout.itemAt(layout.indexOfRow(row))).toEqual({ kind: 'row', row });
        }
        const part = { from: Math.min(from, layout.length), count };
        const rows: number[] = [];
        for (let index = part.from; index < Math.min(layout.length, part.from + part.count); index += 1) {
          const item = layout.itemAt(index);
          if (item.kind === 'row') {
            rows.push(item.row);
          }
        }
        const named = layout.rowsWithin(part.from, part.count);
        expect(Array.from({ length: named.count }, (_, index) => named.from + index)).toEqual(rows);
      },
    ),
  );
});
