import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rulesOf } from './record.ts';

/** First name, last name and full name of one person; before each group, where its rule is published. Most of the people are invented. */
const pairs = readFileSync(join(import.meta.dirname, 'name-pairs.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

const differ = (firstName: string, lastName: string, fullName: string) =>
  rulesOf({ name: { firstName, lastName, fullName } }).includes('name-differs');

test('there are 300 pairs, each of three names', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(300);
  expect(pairs.every((pair) => pair.length === 3)).toBe(true);
});

test.each(pairs)('%s %s can be %s', (first = '', last = '', full = '') => {
  expect(differ(first, last, full)).toBe(false);
  // And the other way round, with the spelling of the full name in the parts.
  const [word = '', ...others] = full.split(/[ <]+/);
  if (others.length === 1 && !first.includes(' ') && !last.includes(' ')) {
    expect(differ(word, others[0] ?? '', `${first} ${last}`)).toBe(false);
  }
});

describe('another name is not taken for a spelling', () => {
  test.each([
    ['Anna', 'Nowak', 'Maria Nowak'],
    ['Anna', 'Nowak', 'Anna Kowalska'],
    ['Anna', 'Nowak', 'KOWALSKA<<MARIA'],
    ['Jürgen', 'Groß', 'Jürgen Klein'],
    ['John', 'Smith', 'Peter Smith'],
    ['John', 'Smith', 'John Brown'],
    ['Maria', 'da Silva', 'Maria dos Santos'],
    ['Otto', 'von Bismarck', 'Otto von Bülow'],
    ['Vincent', 'van Gogh', 'Vincent van Dyck'],
    ['Wei', 'Li', 'Wei Lu'],
    ['Wei', 'Wang', 'Wei Zhang'],
    ['Min-jun', 'Kim', 'Min-jun Park'],
    ['Sergei', 'Ivanov', 'Sergei Petrov'],
    ['Sergei', 'Ivanov', 'Andrei Ivanov'],
    ['Mohammed', 'Hassan', 'Mohammed Ali'],
    ['Ahmad', 'Hassan', 'Khalid Hassan'],
    ['Fatima', 'Zahra', 'Aisha Zahra'],
    ['Novak', 'Đoković', 'Novak Petrović'],
    ['Georgios', 'Papadopoulos', 'Georgios Oikonomou'],
    ['María', 'García López', 'María Fernández Ruiz'],
    ['Anna', 'Kowalska-Nowak', 'Anna Wiśniewska'],
    ['Dana', 'Novak', 'Dino Novak'],
    ['Thi Hang', 'Nguyen', 'Thi Hang Tran'],
    ['Yuko', 'Sato', 'Yuko Tanaka'],
    ['Lakshmi', 'Krishnan', 'Lakshmi Patel'],
    ['Hubert', 'Wolfeschlegelsteinhausenberger', 'HOHENBRUCK<<HUBERT'],
  ])('%s %s and %s', (first, last, full) => {
    expect(differ(first, last, full)).toBe(true);
  });
});

test('a name left out or spelled by other rules is a note', () => {
  const rules = (firstName: string, lastName: string, fullName: string) =>
    rulesOf({ name: { firstName, lastName, fullName } });
  expect(rules('Anna Maria', 'Kowalska', 'ANNA KOWALSKA')).toEqual(['name-similar']);
  expect(rules('Sergei', 'Ivanov', 'SERGEY IVANOV')).toEqual(['name-similar']);
  expect(rules('Đorđe', 'Đurić', 'DJORDJE DJURIC')).toEqual(['name-transliterated']);
});

test('a middle initial is that of any middle name, in either romanisation', () => {
  const rules = (middleName: string, middleInitial: string) =>
    rulesOf({ name: { middleName, middleInitial } });
  for (const [name, initial] of [
    ['Anna Maria', 'M'],
    ['Yulia', 'I'],
    ['Đuro', 'D'],
    ['Khalid', 'K.'],
  ] as const) {
    expect(rules(name, initial)).toEqual([]);
  }
  expect(rules('Anna Maria', 'K')).toEqual(['middle-initial-differs']);
});
