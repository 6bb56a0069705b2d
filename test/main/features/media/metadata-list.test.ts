import { expect, test } from 'vitest';
import { mediaListOf } from '../../../../main/features/media/metadata-list.ts';
import { readResponse } from '../../../../main/service/response/read.ts';

function read(response: Record<string, unknown>) {
  return readText(JSON.stringify(response));
}
function readText(response: string) {
  const reading = readResponse('metadata', new TextEncoder().encode(response), undefined);
  if (!reading.ok) {
    throw new Error(reading.reason);
  }
  const notes = { ...reading.notes, receivedAt: '', bytes: 1, ms: 1, attempts: 1 };
  return mediaListOf(reading.value, notes, 'c-1');
}
const item = (id: string, more: object = {}) => ({ id, type: 'FACE', ...more });

test.each<[string, Record<string, unknown>]>([
  ['null', { media: null }],
  ['absent', {}],
  ['under a list without it', { list: {} }],
])('a list that is %s is not "none were collected"', (_, response) => {
  expect(read(response)).toMatchObject({ given: 'not-at-all', media: [] });
});

test.each<[string, Record<string, unknown>]>([
  ['a list where an object was due', { list: [item('a')] }],
  ['an object where the list was due', { media: { 0: item('a') } }],
  ['entries without an id', { media: [{ type: 'FACE' }] }],
  ['an empty list beside an unreadable one', { media: [], list: { media: 'none' } }],
])('%s is reported as not understood', (_, response) => {
  const list = read(response);
  expect(list.given).toBe('in-part');
  expect(list.notes.flags.length).toBeGreaterThan(0);
});

const duplicates = Array.from({ length: 200 }, (_, n) => `"d${n}":1,"d${n}":2,`).join('');

test.each([
  ['a full list, then an empty one', '{"media":[{"id":"a"}],"media":[]}'],
  ['a full list under list, then an empty one', '{"list":{"media":[{"id":"a"}],"media":[]}}'],
  [
    'list twice, the last with an empty list',
    '{"media":[],"list":{"media":[{"id":"a"}]},"list":{"media":[]}}',
  ],
  ['list twice, the last without a list', '{"list":{"media":[{"id":"a"}]},"list":{}}'],
  ['a list twice behind more duplicates than are listed', `{${duplicates}"media":[{"id":"a"}],"media":[]}`],
])('%s gives a partial list, never "none"', (_, response) => {
  expect(readText(response)).toMatchObject({ given: 'in-part', media: [] });
});

test('a truncated list is partial', () => {
  const list = read({ media: Array.from({ length: 20_000 }, (_, n) => item(`m-${n}`)) });
  expect(list.notes.cuts).toMatchObject([{ path: 'media', total: 20_000 }]);
  expect(list.given).toBe('in-part');
});

test('only an existing empty list gives "none"', () => {
  expect(read({ media: [] })).toMatchObject({ given: 'whole', media: [] });
  expect(read({ list: { media: [] } })).toMatchObject({ given: 'whole', media: [] });
});

test('both lists are read, and an id in both is one file with the details of each', () => {
  const list = read({
    media: [item('a', { subtype: 'PASSPORT' })],
    list: { media: [item('b'), item('a', { variant: 'FRONT' })] },
  });
  expect(list.given).toBe('whole');
  expect(list.media).toEqual([item('a', { subtype: 'PASSPORT', variant: 'FRONT' }), item('b')]);
  expect(list.notes.flags).toEqual([]);
});

test('an item in list.media is shown beside an empty media list', () => {
  expect(read({ media: [], list: { media: [item('a')] } }).media).toEqual([item('a')]);
});

test('contradicting entries with the same id are flagged, and the first is kept', () => {
  const list = read({ media: [item('a', { subtype: 'PASSPORT' }), item('a', { subtype: 'ID_CARD' })] });
  expect(list.media).toEqual([item('a', { subtype: 'PASSPORT' })]);
  expect(list.notes.flags).toEqual([
    {
      path: 'media[id "a"].subtype',
      expected: '"PASSPORT", as in the first entry with this id',
      found: '"ID_CARD"',
    },
  ]);
});

test('an empty or overlong id is listed separately, since it cannot be fetched', () => {
  const list = read({ media: [item(''), item(' '), item('x'.repeat(513)), item('b')] });
  expect(list.media.map(({ id }) => id)).toEqual(['b']);
  expect(list.withoutId).toHaveLength(3);
});

test('undocumented members, and the id of another conversation, are kept', () => {
  expect(read({ id: 'c-1', media: [], extra: 1 }).others).toEqual({ extra: 1 });
  expect(read({ id: 'c-2', media: [], list: { page: 2 } }).others).toEqual({ id: 'c-2', list: { page: 2 } });
});

test('every file of a case with thousands of them is listed, and what is beyond is said to be left out', () => {
  const files = Array.from({ length: 5200 }, (_, index) => item(`m${index}`, { contentType: 'image/png' }));
  expect(read({ media: files.slice(0, 5000) })).toMatchObject({ given: 'whole', media: { length: 5000 } });
  const list = read({ media: files });
  expect(list.media).toHaveLength(5000);
  expect(list.given).toBe('in-part');
  expect(list.notes.cuts).toEqual([{ path: 'media', kept: 5000, total: 5200, unit: 'items' }]);
});
