import { describe, expect, test } from 'vitest';
import {
  foldsAt,
  linesWith,
  marksOf,
  matchesOf,
  placeAt,
} from '../../../../main/features/conversations/raw/queries.ts';
import { structureOf } from '../../../../main/features/conversations/raw/structure.ts';
import { indexLines, linesOf } from '../../../../main/features/conversations/raw-index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const response = `{"id":"c1","result":{"aml":{"found":["PEP","SANCTIONS"],"new":1},"verify":{"reliability":"high","details":[{"field":"A","value":1.0},{}]}},"odd name":{"a":[[1,2],[]]},"Za\\u017c\\u00f3\\u0142\\u0107":"\\u0142ódź"}`;

async function shownLines(text: string): Promise<string[]> {
  const raw = bytes(text);
  const index = await indexLines(raw, 'indented');
  return linesOf(raw, index, 0, index.total).map((line) => line.text.trim());
}

describe('the structure of a raw response', () => {
  test('has the lines of the indented form, and each value its path', async () => {
    const structure = structureOf(bytes(response));
    const lines = await shownLines(response);
    expect(structure.total).toBe(lines.length);
    const paths = Object.fromEntries(
      lines.map((line, index) => [`${index} ${line}`, placeAt(structure, index, 1000).path]),
    );
    expect(paths).toMatchObject({
      '0 {': '$',
      '1 "id": "c1",': '$.id',
      '4 "found": [': '$.result.aml.found',
      '6 "SANCTIONS"': '$.result.aml.found[1]',
      '7 ],': '$.result.aml.found',
      '9 },': '$.result.aml',
    });
    const found = (wanted: string) => placeAt(structure, lines.indexOf(wanted), 1000);
    expect(found('"value": 1.0')).toMatchObject({ path: '$.result.verify.details[0].value', value: '1.0' });
    expect(found('{},')).toBeDefined();
    expect(found('2').path).toBe('$["odd name"].a[0][1]');
    expect(found('[]').path).toBe('$["odd name"].a[1]');
  });

  test('gives the value of an object as received, and where it closes', async () => {
    const structure = structureOf(bytes('{"a": { "b":1.50,\n "c":[1, 2] } ,"d":3}'));
    const lines = await shownLines('{"a": { "b":1.50,\n "c":[1, 2] } ,"d":3}');
    const place = placeAt(structure, 1, 1000);
    expect(place).toMatchObject({ path: '$.a', value: '{ "b":1.50,\n "c":[1, 2] }', isCut: false });
    expect(lines[place.closes ?? 0]).toMatch(/^\}/);
    expect(placeAt(structure, 0, 5)).toMatchObject({ value: '{"a":', isCut: true });
  });

  test('finds the first line of a value from any part of a long one', () => {
    const long = 'x'.repeat(9000);
    const structure = structureOf(bytes(`{"k":"${long}","n":1}`));
    expect(structure.total).toBeGreaterThan(6);
    const place = placeAt(structure, 4, 20_000);
    expect(place).toMatchObject({ path: '$.k', line: 1, value: `"${long}"` });
    expect(placeAt(structure, structure.total - 2, 100).path).toBe('$.n');
  });

  test.each(['', '{', '}', ']]]', '{"a":[1,{"b"', '"text"', '[1,}', '{"a":1}}{', '\\', '{"a"'])(
    'of what is no JSON (%s) has a path for each line and never fails',
    (text) => {
      const structure = structureOf(bytes(text));
      for (let line = 0; line <= structure.total; line += 1) {
        expect(placeAt(structure, line, 100).path).toMatch(/^\$/);
      }
      expect(foldsAt(structure, 0, 10).ranges.every(([from, to]) => to >= from)).toBe(true);
      expect('problem' in matchesOf(structure, '$..*', 10) || text === '"text"').toBe(true);
    },
  );

  test('folds objects and arrays at a depth', async () => {
    const lines = await shownLines(response);
    const { ranges, total } = foldsAt(structureOf(bytes(response)), 1, 10);
    expect(total).toBe(2);
    expect(ranges.map(([from]) => lines[from])).toEqual(['"result": {', '"odd name": {']);
  });
});

describe('a search in a raw response', () => {
  test('finds text in any case, what escapes stand for, and what two parts of a long line share', async () => {
    const raw = bytes(response);
    const lines = await shownLines(response);
    const found = linesWith(raw, 'indented', 'ŁÓDŹ', 10);
    expect(found.lines.map((line) => lines[line])).toEqual([
      '"Za\\u017c\\u00f3\\u0142\\u0107": "\\u0142ódź"',
    ]);
    expect(linesWith(raw, 'indented', 'zażółć', 10).total).toBe(1);
    expect(linesWith(raw, 'received', 'sanctions', 10)).toEqual({ lines: [0], total: 1 });
    const split = bytes(`"${'x'.repeat(1996)}needle${'y'.repeat(3000)}"`);
    expect(linesWith(split, 'received', 'needle', 10)).toEqual({ lines: [0], total: 1 });
  });

  test('counts all and lists the first', () => {
    expect(linesWith(bytes(`[${'1,'.repeat(99)}1]`), 'indented', '1', 5)).toMatchObject({
      lines: [1, 2, 3, 4, 5],
      total: 100,
    });
  });
});

describe('a JSONPath query', () => {
  const structure = structureOf(bytes(response));

  test('selects values by their lines', async () => {
    const lines = await shownLines(response);
    const result = matchesOf(structure, '$..details[?@.field == "A"].value', 10);
    expect(result).toMatchObject({ total: 1, matches: [{ path: '$.result.verify.details[0].value' }] });
    expect('matches' in result && lines[result.matches[0]?.line ?? 0]).toBe('"value": 1.0');
    expect(matchesOf(structure, '$.result.aml.found[*]', 1)).toMatchObject({ total: 2, matches: [{}] });
  });

  test('that is none is refused with the reason', () => {
    expect(matchesOf(structure, '$.result[', 10)).toHaveProperty('problem');
    expect(matchesOf(structure, 'result', 10)).toHaveProperty('problem');
  });

  test('selects the last of members given twice, as the console reads them', () => {
    const twice = structureOf(bytes('{"a":1,"a":2}'));
    expect(matchesOf(twice, '$.a', 10)).toMatchObject({ matches: [{ line: 2 }] });
  });
});

test('members that the interface does not name, and those of another type, are marked', async () => {
  const { marks } = marksOf(structureOf(bytes(response)), 'conversation', 50);
  const lines = await shownLines(response);
  expect(marks.map(({ path, kind, line }) => [path, kind, lines[line]])).toEqual([
    ['$.result.aml.new', 'unknown', '"new": 1'],
    ['$.result.verify.reliability', 'type', '"reliability": "high",'],
    ['$["odd name"]', 'unknown', '"odd name": {'],
    ['$["Zażółć"]', 'unknown', expect.stringContaining('ódź')],
  ]);
});
