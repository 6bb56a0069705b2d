import fc from 'fast-check';
import { expect, test } from 'vitest';
import { methodTerm } from '../../../preload/wording/methods.ts';

test.each([
  ['DOCUMENT_SCAN', 'Document scan'],
  ['E_ID', 'Electronic identity (eID)'],
  ['MOBILE_ID_SIGN', 'Mobile id sign'],
  ['SmartCard', 'SmartCard'],
  ['PASSPORTCHIP', 'PASSPORTCHIP'],
  ['', '(blank)'],
  ['constructor', 'constructor'],
])('the method %s is called %s', (value, label) => {
  expect(methodTerm(value).label).toBe(label);
});

test('any method has a term that is not empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (value) => {
      const { label } = methodTerm(value);
      expect(label).not.toBe('');
    }),
  );
});
