import { expect, test } from 'vitest';
import { fieldPathLabel, impersonalText, isImpersonalValue } from '../../../preload/wording/record.ts';

test.each([
  ['idCard.type', 'NATIONAL_IDENTITY_CARD', 'National identity card'],
  ['residencePermit.type', 'LONG_TERM', 'Long term'],
  ['driverLicence.documentStatus', 'VALID', 'Valid'],
])('what a document is shows while data is masked, in words: %s', (member, value, text) => {
  const path = `result.identity.user.person.ids.${member}`;
  expect(isImpersonalValue(path, value)).toBe(true);
  expect(impersonalText(path, value)).toBe(text);
  for (const other of ['Anna Kowalska', 'ABC123456', '']) {
    expect(isImpersonalValue(path, other)).toBe(false);
    expect(impersonalText(path, other)).toBe(other);
  }
  expect(isImpersonalValue('result.identity.user.person.ids.idCard.issuer', value)).toBe(false);
});

test('the members of an account have labels of their own', () => {
  const labels = ['accountId', 'swiftbic', 'currency'].map((member) =>
    fieldPathLabel(`result.identity.user.company.ids.accounts[1].${member}`),
  );
  expect(labels).toEqual([
    'Company account 2',
    'Company account 2, SWIFT/BIC',
    'Company account 2, currency',
  ]);
});
