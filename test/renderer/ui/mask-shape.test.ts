import { expect, test } from 'vitest';
import { maskShape, spokenShape } from '../../../preload/wording/mask-shape.ts';

test.each([
  ['Jan Kowalski', 'J••• K•••'],
  ['jan.kowalski@example.com', 'j•••@e•••'],
  ['customer-2026-000345', '•••345'],
  ['12345', '•••'],
  ['1979-11-02', '•••'],
  ['1979-11-02T10:00:00Z', '•••'],
  ['on1979-11-02', '•••-02'],
  ['1979-11-2abc', '•••abc'],
  ['123456', '•••'],
  ['1234567', '•••567'],
  ['1@example.com', '•••@e•••'],
  ['K', '•••'],
  ['Maria L', 'M••• •••'],
  ['@handle', '@•••'],
  ['@handle7', '•••le7'],
  ['two  spaces\tand a tab', 't••• s••• a••• •••'],
  ['Wolfeschlegelsteinhausenberger-Dorff', 'W•••'],
  [`${'x'.repeat(24)}1`, '•••xx1'],
  ['Õnne', 'Õ•••'],
  ['', '•••'],
  ['  ', '•••'],
  ['a b c d e f', '••• ••• ••• •••'],
])('%s is shown as %s', (value, shape) => {
  expect(maskShape(value)).toBe(shape);
});

test('the shape does not reveal the length of a value', () => {
  expect(maskShape('Jo')).toHaveLength(maskShape('Jonathan').length);
  expect(maskShape('0000000123')).toHaveLength(maskShape('00000000000000000123').length);
});

test.each([
  ['J••• K••• 1979', 'masked, begins with J, K, 1979'],
  ['K•••, J••• 1979', 'masked, begins with K, J, 1979'],
  ['j•••@e•••', 'masked, begins with j, e'],
  ['•••345', 'masked, ends with 345'],
  ['M••• •••', 'masked, begins with M'],
  ['J••• •••345', 'masked, ends with J, 345'],
  ['@•••', 'masked'],
  ['•••', 'masked'],
  ['', 'masked'],
])('%s is said as %s', (shape, words) => {
  expect(spokenShape(shape)).toBe(words);
});
