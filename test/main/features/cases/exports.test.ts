import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { csvLine } from '../../../../main/common/csv.ts';
import { listAsText } from '../../../../main/features/cases/list-export.ts';
import { journalAsText } from '../../../../main/features/records/journal/journal-export.ts';
import type { CaseRow } from '../../../../preload/contract/cases.ts';
import { act, env, ids, openInMemory, record, who } from './index-harness.ts';

/** Texts that a spreadsheet would run, or that break a careless file. */
const hostile = ['=HYPERLINK("http://x","y")', '+1,2', '-2+3', '@SUM(A1)', '\t=1+1', 'a,"b"\r\nc'];

/** Reads CSV (RFC 4180). */
function rowsIn(csv: string): string[][] {
  const rows: string[][] = [[]];
  const lines = csv.replace(/^\ufeff/, '');
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let end = 0;
  for (let found = cell.exec(lines); found !== null; found = cell.exec(lines)) {
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    end = cell.lastIndex;
    if (found[3] === '\r\n') {
      rows.push([]);
    }
  }
  expect(end).toBe(lines.length);
  return rows.slice(0, -1);
}

/** A spreadsheet takes a cell that begins so for a formula. */
const isFormula = (value: string) => /^[=+\-@\t\r]/.test(value);
/** The cells as a spreadsheet has them whose separator is the semicolon, as in much of Europe. */
const semicolonCells = (csv: string) =>
  csv.split(/[;\t\r\n]/).map((cell) => cell.replace(/^"/, '').trimStart());
const asTyped = (value: string) => value.replace(/(?<=^|\t)'/g, '');

function filled() {
  const service = openInMemory();
  for (const [index, userKey] of hostile.entries()) {
    record(service, `c${index}`, { userKey });
    act(service, [`c${index}`], { kind: 'labelled', details: { label: userKey } });
    act(service, [`c${index}`], { kind: 'noted', details: { text: userKey } });
  }
  return service;
}

test('an exported list is read back whole, and no cell of the CSV is a formula', async () => {
  const service = filled();
  const list = (format: 'csv' | 'json', withUserKeys: boolean) =>
    text(
      listAsText({
        conversationIds: ids(service),
        format,
        withUserKeys,
        rowsOf: async (conversationIds) => service.rowsOf({ ...env, conversationIds }),
      }),
    );
  const csv = await list('csv', true);
  // Without it Excel takes the file for its system's own character set.
  expect(csv.startsWith('\ufeff')).toBe(true);
  const [header = [], ...rows] = rowsIn(csv);
  expect(rows).toHaveLength(hostile.length);
  expect(rows.every((row) => row.length === header.length)).toBe(true);
  expect(rows.flat().filter(isFormula)).toEqual([]);
  const column = (name: string) => rows.map((row) => asTyped(row[header.indexOf(name)] ?? ''));
  expect(column('user_key').sort()).toEqual([...hostile].sort());
  expect(column('labels').sort()).toEqual([...hostile].sort());
  expect(column('conversation_id').sort()).toEqual(hostile.map((_, index) => `c${index}`));
  const json = JSON.parse(await list('json', true)) as CaseRow[];
  expect(json.map(({ userKey }) => userKey).sort()).toEqual([...hostile].sort());
  const without = await list('json', false);
  expect((JSON.parse(without) as CaseRow[]).some(({ userKey }) => userKey !== undefined)).toBe(false);
  expect(rowsIn(await list('csv', false))[0]).not.toContain('user_key');
  service.close();
});

test('an exported case has every finding, and what changed since it was decided', async () => {
  const service = openInMemory();
  const found = ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA', 'SIP'];
  const result = (lists: string[]) => ({ aml: { status: 'FINISHED', found: lists } });
  record(service, 'c1', { result: result([]) });
  act(service, ['c1'], { kind: 'decided', details: { decision: 'clear' } });
  record(service, 'c1', { result: result(found) }, who.at + 1, false);
  const csv = await text(
    listAsText({
      conversationIds: ['c1'],
      format: 'csv',
      withUserKeys: false,
      rowsOf: async (conversationIds) => service.rowsOf({ ...env, conversationIds, everyFinding: true }),
    }),
  );
  const [header = [], row = []] = rowsIn(csv);
  const cell = (name: string) => row[header.indexOf(name)] ?? '';
  expect(cell('findings').split(' ').sort()).toEqual(found.map((list) => `aml:${list}`).sort());
  expect(cell('finding_texts').split('; ')).toHaveLength(found.length);
  expect(cell('decision')).toBe('Approved');
  expect(cell('changed_since_decided')).toContain('Sanctions hit');
  service.close();
});

test('an exported list says the assessment, the state and the findings in the words of the list, as CSV and as JSON', async () => {
  const service = openInMemory();
  const check = { name: 'CONSISTENCY_CHECK', result: 'FAILED' };
  record(service, 'c1', { result: { identity: { status: 'FINISHED', checks: [check, check] } } });
  const list = (format: 'csv' | 'json') =>
    text(
      listAsText({
        conversationIds: ['c1'],
        format,
        withUserKeys: false,
        rowsOf: async (conversationIds) => service.rowsOf({ ...env, conversationIds, everyFinding: true }),
      }),
    );
  const [header = [], row = []] = rowsIn(await list('csv'));
  const cell = (name: string) => row[header.indexOf(name)];
  const assessment = 'Check not passed: Consistency, 1 more';
  const texts = ['Check not passed: Consistency ×2', 'Identity: no data about the user'];
  expect([cell('assessment'), cell('state'), cell('finding_texts')]).toEqual([
    ...[assessment, 'To review', texts.join('; ')],
  ]);
  const [exported] = JSON.parse(await list('json'));
  expect(exported).toMatchObject({ assessment, state: 'To review', findingTexts: texts });
  service.close();
});

test('no cell is a formula where the semicolon separates cells, either', () => {
  const hidden = [
    'x;=HYPERLINK("http://x")',
    'x;;-1',
    'x\n=1+1',
    'x\r\n@SUM(A1)',
    'x;+1;y',
    'x\t=1+1',
    'x; =1',
  ];
  const line = csvLine(hidden);
  expect(semicolonCells(line).filter(isFormula)).toEqual([]);
  expect(rowsIn(line)[0]?.map((value) => value.replace(/(?<=[;\t\n] ?)'/g, ''))).toEqual(hidden);
});

test.each([
  ['\t=1+1', "'\t'=1+1"],
  [' =1+1', " '=1+1"],
  ['\u00A0\u3000@SUM(A1)', "\u00A0\u3000'@SUM(A1)"],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\uFF0B1', "'\uFF0B1"],
  ['\n\n -1', "\n\n '-1"],
  ['a =1', 'a =1'],
  ['2026-01-01', '2026-01-01'],
])('a formula behind white space or in full-width characters is guarded: %j', (value, expected) => {
  expect(rowsIn(csvLine([value]))[0]).toEqual([expected]);
});

test('an exported journal is read back whole, with its chain, and no cell of the CSV is a formula', async () => {
  const service = filled();
  const journal = (format: 'jsonl' | 'csv') =>
    // Fewer at a time than there are, so that pages are put together.
    text(journalAsText(format, async (after) => service.journalPage({ after, max: 4 })));
  const lines = (await journal('jsonl')).trim().split('\n');
  const entries = lines.map(
    (line) => JSON.parse(line) as { seq: number; hash: string; previousHash: string; kind: string },
  );
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  expect(entries.slice(1).map(({ previousHash }) => previousHash)).toEqual(
    entries.slice(0, -1).map(({ hash }) => hash),
  );
  expect(entries.at(-1)?.hash).toBe(service.head()?.hash);
  const [header = [], ...rows] = rowsIn(await journal('csv'));
  expect(rows).toHaveLength(entries.length);
  expect(rows.flat().filter(isFormula)).toEqual([]);
  const details = rows
    .filter((row) => row[header.indexOf('kind')] === 'noted')
    .map((row) => (JSON.parse(row[header.indexOf('details')] ?? '{}') as { text: string }).text);
  expect(details).toEqual(hostile);
  service.close();
});
