import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  headlessFields,
  isKnownComponent,
  maxHeadlessFields,
} from '../../../preload/wording/headless-fields.ts';

const one = (args: object) => headlessFields({ args } as never)[0];

test('names alone become fields of the kind that the name says', () => {
  const fields = headlessFields({
    args: ['email', 'otp', 'birthDate', 'country', 'front', 'consent', 'cardNumber'],
  });
  expect(fields.map(({ kind }) => kind)).toEqual([
    'email',
    'code',
    'date',
    'country',
    'file',
    'yes-no',
    'text',
  ]);
  expect(fields.at(-1)).toMatchObject({ label: 'Card number', isRequired: true, options: [], initial: '' });
});

test('choices come in any of the forms seen, each value once', () => {
  expect(one({ documentType: ['ID_CARD', 'PASSPORT', 'PASSPORT'] })).toMatchObject({
    kind: 'choice',
    label: 'Kind of document',
    options: [
      { value: 'ID_CARD', label: 'Identity card' },
      { value: 'PASSPORT', label: 'Passport' },
    ],
  });
  expect(one({ country: ['PL'] })?.options).toEqual([{ value: 'PL', label: 'Poland (PL)' }]);
  expect(
    one({ tier: { choices: [{ id: 'G', name: 'Gold' }, 7, null, { label: 'no value' }] } })?.options,
  ).toEqual([
    { value: 'G', label: 'Gold' },
    { value: '7', label: '7' },
  ]);
});

test('a value to begin with, a date form, a label, a limit and what is optional are taken from the service', () => {
  expect(one({ firstName: 'Ada' })).toMatchObject({ initial: 'Ada' });
  expect(one({ when: 'YYYY-MM-DD' })).toMatchObject({ kind: 'date', initial: '', help: 'As YYYY-MM-DD.' });
  expect(one({ x: { label: 'Shoe size', required: false, value: 7 } })).toMatchObject({
    label: 'Shoe size',
    isRequired: false,
  });
  expect(
    one({ scan: { type: 'file', accept: ['image/png', 'not a type', 7], maxBytes: 100 } }),
  ).toMatchObject({
    kind: 'file',
    accept: ['image/png'],
    maxBytes: 100,
  });
});

test('a component is known or not, whatever it is called', () => {
  expect(isKnownComponent('CONTACT/ENTER_EMAIL')).toBe(true);
  expect(isKnownComponent('toString')).toBe(false);
  expect(isKnownComponent(undefined)).toBe(false);
});

test('any arguments give bounded fields', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.string()), fc.dictionary(fc.string(), fc.jsonValue())), (args) => {
      const fields = headlessFields({ args } as never);
      expect(fields.length).toBeLessThanOrEqual(maxHeadlessFields);
      for (const { label, options, initial } of fields) {
        expect(typeof label).toBe('string');
        expect(options.length).toBeLessThanOrEqual(1000);
        expect(typeof initial).toBe('string');
      }
    }),
  );
});
