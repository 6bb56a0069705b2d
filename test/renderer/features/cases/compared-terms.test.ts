import { expect, test } from 'vitest';
import { comparedLabel, comparedTerm } from '../../../../renderer/features/cases/comparing/compared-terms.ts';

test.each([
  ['status', 'Conversation status'],
  ['result.identity.status', 'Identity: status'],
  ['result.aml.found', 'AML lists: found on'],
  ['result.identity.errors', 'Identity: causes'],
  ['result.identity.user.person.info.birthDate', 'Date of birth'],
])('%s is called %s', (path, label) => {
  expect(comparedLabel(path)).toBe(label);
});

test.each([
  ['status', 'IN_PROGRESS', 'In progress'],
  ['result.aml.found', 'PEP, SANCTIONS', 'PEP, Sanctions'],
  ['result.identity.errors', 'NOT_DOCUMENTED', 'NOT_DOCUMENTED'],
  ['result.identity.user.person.name.lastName', 'Kowalska', undefined],
  ['result.identity.errors', '', undefined],
])('the value of %s: %s', (path, value, term) => {
  expect(comparedTerm(path, value)).toBe(term);
});
