import { expect, onTestFinished, test } from 'vitest';
import { ListReader, type ListReaderDeps } from '../../../../../main/features/cases/reading/list-reader.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const longList = Array.from({ length: 12_000 }, (_, n) => id(n));
const { signal } = new AbortController();

function openReader(deps: Partial<ListReaderDeps> = {}): ListReader {
  const lists = new ListReader({ isSecret: () => false, recognise: async () => [], ...deps });
  onTestFinished(() => lists.close());
  return lists;
}

test('every id and every text that may be a user key is looked up once, some thousands at a time, one request after another', async () => {
  const requests: (readonly string[])[] = [];
  let atOnce = 0;
  const lists = openReader({
    async recognise(_environmentId, texts) {
      requests.push(texts);
      expect(++atOnce).toBe(1);
      await new Promise(setImmediate);
      atOnce--;
      return texts
        .filter((text) => text === 'user-7')
        .map((text) => ({ text, conversationIds: [id(1), 'case-7'] }));
    },
  });
  const { listId, report } = await lists.read('e', [...longList, 'user-7', id(5)].join('\n'), signal);
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.flat()).toEqual([...longList, 'user-7']);
  expect(report).toMatchObject({ lines: 12_002, conversations: 12_001, userKeyCount: 1, duplicateCount: 2 });
  expect(lists.take('e', listId).conversations.at(-1)).toEqual({ conversationId: 'case-7', line: 12_001 });
});

test('a list with a key of the console on any line is refused', async () => {
  const lists = openReader({ isSecret: (text) => text === 'secret-key' });
  const list = longList.with(6000, 'secret-key').join('\n');
  await expect(lists.read('e', list, signal)).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'The list contains one of your keys. It was not read.',
  });
});

test('an error of a look-up is thrown, and the next list is read', async () => {
  let isBroken = true;
  const lists = openReader({
    async recognise() {
      if (isBroken) {
        throw new Error('broken');
      }
      return [];
    },
  });
  await expect(lists.read('e', longList.join('\n'), signal)).rejects.toThrow('broken');
  isBroken = false;
  expect((await lists.read('e', id(1), signal)).report.conversations).toBe(1);
});
