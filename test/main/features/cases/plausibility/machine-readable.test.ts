import { expect, test } from 'vitest';
import { compareMrz } from '../../../../../main/features/cases/plausibility/machine-readable.ts';
import type { Person } from '../../../../../preload/contract/service/user.ts';
import { mrzFindings } from '../../../../../preload/wording/console-findings.ts';
import { plausibilityText } from '../../../../../preload/wording/plausibility.ts';

const zone = {
  number: 'P0299970',
  birth: '791102',
  expiry: '320510',
  lastName: 'GESLA JAZN',
  firstName: 'ZAZOLC',
};
const person: Person = {
  name: { firstName: 'Zażółć', lastName: 'Gęślą-Jaźń' },
  ids: { passport: { id: 'P0299970', expiryDate: '2032-05-10' } },
  info: { birthDate: '1979-11-02' },
};
const user = 'result.identity.user.person';

/** The places that are the same, then those that differ. */
function compared(record: Person, read = zone): { same: string[]; differs: string[] } {
  const all = compareMrz(record, 'passport', read);
  const of = (result: string) =>
    all.flatMap(({ path, is }) => (is === result ? [path.slice(user.length + 1)] : []));
  return { same: of('same'), differs: of('differs') };
}

test('each value of the record is compared with the zone', () => {
  expect(compared(person)).toEqual({
    same: ['ids.passport.id', 'ids.passport.expiryDate', 'info.birthDate', 'name.lastName', 'name.firstName'],
    differs: [],
  });
});

test.each([
  ['number', { ids: { passport: { id: 'P0299971' } } }, 'ids.passport.id'],
  ['date of expiry', { ids: { passport: { expiryDate: '2031-05-10' } } }, 'ids.passport.expiryDate'],
  ['date of birth', { info: { birthDate: '1979-02-11' } }, 'info.birthDate'],
  ['last name', { name: { lastName: 'Kowalska' } }, 'name.lastName'],
  ['first name', { name: { firstName: 'Robert' } }, 'name.firstName'],
])('another %s differs', (_, record, path) => {
  expect(compared(record)).toEqual({ same: [], differs: [path] });
});

test.each([
  ['a number with its check digit', { ids: { passport: { id: 'P02999708' } } }, 'ids.passport.id'],
  ['a number with a space and the letter O', { ids: { passport: { id: 'PO 299970' } } }, 'ids.passport.id'],
  ['a name without its hyphen', { name: { lastName: 'Gesla Jazn' } }, 'name.lastName'],
])('%s is the same', (_, record, path) => {
  expect(compared(record)).toEqual({ same: [path], differs: [] });
});

test.each([
  ['a name in other letters', { name: { lastName: 'Щёголев' } }],
  ['a further name', { name: { firstName: 'Zażółć Maria' } }],
  ['a date without its day', { info: { birthDate: '1979-11-00' } }],
  ['a record without documents', {}],
])('%s is not compared', (_, record) => {
  expect(compared(record)).toEqual({ same: [], differs: [] });
});

test('a name that is cut at the end of the line is the same', () => {
  const read = { ...zone, lastName: 'HOHENBRUCK SPEZIMEN', firstName: 'WOLFESCHLEG' };
  expect(compared({ name: { firstName: 'Wolfeschlegelsteinhausen' } }, read)).toEqual({
    same: ['name.firstName'],
    differs: [],
  });
});

test('a difference is a finding that says where it was read and contains no value', () => {
  const [finding] = mrzFindings(compareMrz({ info: { birthDate: '1979-02-11' } }, 'passport', zone));
  expect(finding).toEqual({ rule: 'mrz-differs', severity: 'differs', fields: [`${user}.info.birthDate`] });
  expect(finding && plausibilityText(finding)).toMatchObject({
    title: 'Date of birth: differs from the machine-readable zone',
    sentence: expect.stringContaining('read on this computer'),
  });
});
