import { expect, test } from 'vitest';
import { textAt, withTextAt } from '../../../../renderer/features/creation/verify-fields.tsx';

const path = ['person', 'name', 'firstName'];

test('a text is set at its path, and the members beside it stay', () => {
  const user = { note: 1, person: { name: { lastName: 'L' } } };
  const changed = withTextAt(user, path, 'Ada');
  expect(changed).toEqual({ note: 1, person: { name: { lastName: 'L', firstName: 'Ada' } } });
  expect(textAt(changed, path)).toBe('Ada');
  expect(user.person.name).toEqual({ lastName: 'L' });
});

test('an empty text removes the member and the objects that are then empty', () => {
  expect(withTextAt({ person: { name: { firstName: 'Ada' } } }, path, '')).toBeUndefined();
  expect(withTextAt({ a: 1, person: { name: { firstName: 'Ada' } } }, path, '')).toEqual({ a: 1 });
});

test('members of another type read as empty and are replaced', () => {
  expect(textAt({ person: 7 }, path)).toBe('');
  expect(textAt(undefined, path)).toBe('');
  expect(withTextAt({ person: [1] }, path, 'Ada')).toEqual({ person: { name: { firstName: 'Ada' } } });
});
