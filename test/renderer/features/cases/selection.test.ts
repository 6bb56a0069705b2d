import { expect, test } from 'vitest';
import {
  isSelected,
  nothingSelected,
  type Selection,
  selectedCount,
  selectionInput,
  withSelected,
} from '../../../../renderer/features/cases/selection.ts';

test('cases are added to a selection and removed from it', () => {
  const two = withSelected(nothingSelected, ['a', 'b'], true);
  const one = withSelected(two, ['a', 'c'], false);
  expect(selectionInput(one)).toEqual({ ids: ['b'] });
  expect([isSelected(one, 'a'), isSelected(one, 'b')]).toEqual([false, true]);
  expect(selectedCount(nothingSelected)).toBe(0);
});

test('all of a result but one needs no other id', () => {
  const all: Selection = { kind: 'all', resultId: 'r1', total: 100_000, except: new Set() };
  const but = withSelected(all, ['a'], false);
  expect(selectedCount(but)).toBe(99_999);
  expect([isSelected(but, 'a'), isSelected(but, 'b')]).toEqual([false, true]);
  expect(selectionInput(but)).toEqual({ resultId: 'r1', except: ['a'] });
  expect(selectionInput(withSelected(but, ['a'], true))).toEqual({ resultId: 'r1', except: [] });
});
