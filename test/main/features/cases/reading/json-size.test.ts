import { expect, test } from 'vitest';
import { isTooLarge } from '../../../../../main/features/cases/reading/json-size.ts';
import { ListReader } from '../../../../../main/features/cases/reading/list-reader.ts';

const size = 30 * 1024 * 1024;
const repeated = (part: string) => part.repeat(size / part.length);

test.each([
  ['{},', repeated('{},')],
  ['a list of {}', `[${repeated('{},')}{}]`],
  ['a list that never ends', `[${repeated('{},')}`],
  ['lines of {},', repeated('{},\n')],
  ['lists in lists', repeated('[')],
  ['numbers', `[${repeated('1,')}1]`],
])('30 MB of %s is too large', (_name, text) => {
  expect(isTooLarge(text)).toBe(true);
});

test.each([
  ['one document per line', repeated(`${JSON.stringify({ id: 'c-1', a: [1, 2, 3] })}\n`)],
  ['log lines', repeated('[2026-01-01 00:00:00,000] a,b,c {}\n')],
  ['a long list', JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id: `c-${id}`, a: 1 })))],
  ['a list of long texts', JSON.stringify([repeated('{,[')])],
  ['ids', repeated('00000000-0000-4000-8000-000000000000\n')],
])('%s is not', (_name, text) => {
  expect(isTooLarge(text)).toBe(false);
});

test('a list that is too large is refused with what to do, and the next one is read', async () => {
  const lists = new ListReader({ isSecret: () => false, recognise: async () => [] });
  const { signal } = new AbortController();
  await expect(lists.read('e', repeated('{},'), signal)).rejects.toMatchObject({
    code: 'limit-exceeded',
    message: 'The list is too large to be read at once.',
  });
  const { report } = await lists.read('e', '[{"id":"00000000-0000-4000-8000-000000000000"}]', signal);
  expect(report.lines).toBe(1);
  await lists.close();
});
