import { expect, test } from 'vitest';
import { isDataDeleted, nextCheck } from '../../../../renderer/features/deletion/deletion-wording.ts';
import { isMismatch } from '../../../../renderer/ui/confirm-with-name.tsx';

test('shows the time until the next check', () => {
  expect(nextCheck(-5)).toBe('Checking now');
  expect(nextCheck(900)).toBe('Next check in 1 s');
  expect(nextCheck(120_000)).toBe('Next check in 2 min');
});

test('only a confirmed deletion of the data leaves nothing to open', () => {
  expect(isDataDeleted({ mode: 'DELETE_DATA', outcome: 'confirmed' })).toBe(true);
  expect(isDataDeleted({ mode: 'DELETE_DATA', outcome: 'accepted' })).toBe(false);
  expect(isDataDeleted({ mode: 'EXPIRE', outcome: 'confirmed' })).toBe(false);
});

test('a wrong name is reported as soon as more typing cannot correct it', () => {
  expect(isMismatch('', 'Acme live')).toBe(false);
  expect(isMismatch('Acme ', 'Acme live')).toBe(false);
  expect(isMismatch('Acme live ', 'Acme live')).toBe(false);
  expect(isMismatch('acme', 'Acme live')).toBe(true);
});
