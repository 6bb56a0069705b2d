import { describe, expect, test } from 'vitest';
import {
  completeList,
  type RecognisedText,
} from '../../../../../main/features/cases/reading/look-up-list.ts';
import { parseList } from '../../../../../main/features/cases/reading/read-list.ts';

const readList = (text: string, recognised: RecognisedText[] = []) =>
  completeList(parseList(text), recognised);

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const callback = (id: string, conversationId: string | undefined) => ({
  id,
  created: '2026-01-15T09:30:00Z',
  target: 'CONVERSATION',
  event: 'FINISHED',
  payload: { conversation: { id: conversationId, status: 'FINISHED' } },
});

test('rows below headings may be longer or shorter than these', () => {
  const { ids, report } = readList(
    `\nticket,conversation_id,note\nA1,${uuid(1)}\nA2,${uuid(2)},late, twice\nA3,${uuid(3)},\n`,
  );
  expect(ids).toEqual([1, 2, 3].map(uuid));
  expect(report).toMatchObject({ format: 'csv', lines: 3, badCount: 0 });
});

test('a sentence that names an id is not a line of headings', () => {
  const { ids } = readList(`id, please delete:\n${uuid(1)}\n${uuid(2)}\n${uuid(3)}`);
  expect(ids).toEqual([1, 2, 3].map(uuid));
});

test('items of a JSON list may hold the conversation in a member', () => {
  const { ids, report } = readList(
    JSON.stringify([
      { conversation: { id: uuid(1) } },
      { conversation: { id: 'case-7', status: 'FINISHED' } },
    ]),
  );
  expect(ids).toEqual([uuid(1), 'case-7']);
  expect(report.badCount).toBe(0);
});

describe('lines', () => {
  test('are ids, addresses, and ids in text, each conversation once', () => {
    const { ids, report } = readList(
      [
        uuid(1),
        '',
        `https://verify.test/api/conversations/${uuid(2)}?x=1`,
        `https://verify.test/page/${uuid(3)}`,
        `assay://conversation/${uuid(4)}`,
        `  ${uuid(1)}  `,
        `ticket 12: conversationId=${uuid(5)} please check`,
      ].join('\r\n'),
    );
    expect(ids).toEqual([1, 2, 3, 4, 5].map(uuid));
    expect(report).toMatchObject({
      format: 'lines',
      unit: 'line',
      lines: 6,
      conversations: 5,
      duplicates: [{ number: 6, firstNumber: 1, id: uuid(1) }],
      duplicateCount: 1,
      badCount: 0,
    });
  });

  test('an id with characters that cannot be seen is the same conversation', () => {
    const hidden = [`\u200b${uuid(1)}`, `${uuid(1)}\u2060`, uuid(1).replace('-', '-\u00ad')];
    const { ids, report } = readList([uuid(1), ...hidden].join('\n'));
    expect(ids).toEqual([uuid(1)]);
    expect(report.sums).toMatchObject({ useful: 1, repeated: 3, useless: 0 });
  });

  test('a UUID in capitals is the same conversation', () => {
    const id = 'abcdefab-0000-4000-8000-00000000000a';
    const capitals = id.toUpperCase();
    const texts = [
      capitals,
      id,
      `https://verify.test/page/${capitals}`,
      JSON.stringify({ conversationId: capitals }),
    ];
    for (const text of [
      texts.join('\n'),
      JSON.stringify(texts),
      `conversation_id,note\n${texts.slice(0, 3).join(',x\n')},x`,
    ]) {
      const { ids, report } = readList(text);
      expect(ids).toEqual([id]);
      expect(report.badCount).toBe(0);
      expect(report.duplicateCount).toBe(report.lines - 1);
    }
    // Only the letters of a UUID are without meaning.
    expect(readList('CASE-7\ncase-7').ids).toEqual(['CASE-7', 'case-7']);
  });

  test('without a conversation are reported with number and reason, and reading continues', () => {
    const { ids, report } = readList(
      `conversations\n${uuid(1)}\nnot an id at all\n${'x'.repeat(1_000_001)}\n${uuid(2)}`,
    );
    expect(ids).toEqual([uuid(1), uuid(2)]);
    expect(report.bad.map(({ number, reason }) => [number, reason])).toEqual([
      [1, 'no-id'],
      [3, 'no-id'],
      [4, 'too-long'],
    ]);
    expect(report.bad[2]?.text.length).toBeLessThan(130);
  });

  test('the id of a callback is recognised before and after the callback', () => {
    const { ids, report } = readList(
      ['cb-000-1', JSON.stringify(callback('cb-000-1', uuid(1))), 'cb-000-1', uuid(2)].join('\n'),
    );
    expect(ids).toEqual([uuid(1), uuid(2)]);
    expect(report.callbacks).toBe(1);
    expect(report.bad.map(({ number, reason }) => [number, reason])).toEqual([
      [1, 'callback-id'],
      [3, 'callback-id'],
    ]);
  });

  test('a damaged callback body does not affect the others', () => {
    const bodies = [1, 2, 3].map((n) => JSON.stringify(callback(`cb-000-${n}`, uuid(n))));
    const { ids, report } = readList(
      [bodies[0], '{"target": "CONVERSATION", "id": "cb', bodies[2]].join('\n'),
    );
    expect(ids).toEqual([uuid(1), uuid(3)]);
    expect(report.bad).toMatchObject([{ number: 2, reason: 'no-id' }]);
  });
});

describe('CSV', () => {
  test('uses the column with conversation ids, whatever the other columns', () => {
    const text = `id;created;conversation_id;note\ncb-1;today;${uuid(1)};"a; ""b""\nc"\ncb-2;today;${uuid(2)};\n`;
    const { ids, report } = readList(text);
    expect(ids).toEqual([uuid(1), uuid(2)]);
    expect(report).toMatchObject({ format: 'csv', lines: 2, badCount: 0 });
  });

  test('counts lines as an editor does', () => {
    const { report } = readList(`conversationId,note\n${uuid(1)},"two\nlines"\nnothing here,x\n`);
    expect(report.bad).toMatchObject([{ number: 4, reason: 'no-id', text: 'nothing here, x' }]);
  });

  test('without headings uses the column with the ids', () => {
    expect(readList(`Ann,${uuid(1)}\nBob,${uuid(2)}\n`).ids).toEqual([uuid(1), uuid(2)]);
    expect(readList(`name\twhere\nAnn\thttps://x.test/api/conversations/abc-1\n`).ids).toEqual(['abc-1']);
  });

  test('a table of callbacks without their conversations gives none', () => {
    const { ids, report } = readList(`id,target,event\ncb-000-1,CONVERSATION,FINISHED\n`);
    expect(ids).toEqual([]);
    expect(report.bad).toMatchObject([{ number: 2, reason: 'no-conversation' }]);
  });
});

describe('JSON', () => {
  test.each([
    ['a list of ids', [uuid(1), uuid(2)]],
    ['a list of objects', [{ conversationId: uuid(1) }, { id: uuid(2), status: 'FINISHED' }]],
    ['a list of callbacks', [callback('cb-000-1', uuid(1)), callback('cb-000-2', uuid(2))]],
    ['an object that holds the list', { total: 2, items: [{ id: uuid(1) }, { id: uuid(2) }] }],
  ])('%s', (_name, value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      expect(readList(text)).toMatchObject({
        ids: [uuid(1), uuid(2)],
        report: { format: 'json', unit: 'item', lines: 2, badCount: 0 },
      });
    }
  });

  test('callbacks over several lines, one after the other', () => {
    const text = [1, 2].map((n) => JSON.stringify(callback(`cb-000-${n}`, uuid(n)), null, 2)).join('\n');
    expect(readList(text).ids).toEqual([uuid(1), uuid(2)]);
  });

  test('reports items without a conversation', () => {
    const { ids, report } = readList(
      JSON.stringify([uuid(1), 5, null, callback('cb-000-1', undefined), { a: 1 }]),
    );
    expect(ids).toEqual([uuid(1)]);
    expect(report.bad.map(({ number, reason }) => [number, reason])).toEqual([
      [2, 'no-id'],
      [3, 'no-id'],
      [4, 'no-conversation'],
      [5, 'no-id'],
    ]);
  });
});

describe('a long list', () => {
  test('of 100,000 lines is read whole, and a longer one up to that limit', () => {
    const lines = Array.from({ length: 100_001 }, (_, n) => uuid(n));
    const { ids, report } = readList(lines.join('\n'));
    expect(ids).toHaveLength(100_000);
    expect(report).toMatchObject({ lines: 100_000, isCut: true });
  });

  test('of 10,000 callback bodies gives 10,000 conversations', () => {
    const bodies = Array.from({ length: 10_000 }, (_, n) => JSON.stringify(callback(`cb-${n}-x`, uuid(n))));
    expect(readList(bodies.join('\n')).ids).toHaveLength(10_000);
    expect(readList(`[${bodies.join(',')}]`).ids).toHaveLength(10_000);
  });

  test('of nothing but bad lines reports the first thousand and counts all', () => {
    const { report } = readList('what is this\n'.repeat(5000));
    expect(report.bad).toHaveLength(1000);
    expect(report.badCount).toBe(5000);
  });

  test('of quotes and brackets terminates', () => {
    for (const text of [
      '"'.repeat(200_000),
      '['.repeat(200_000),
      '{"a":'.repeat(50_000),
      ',"'.repeat(100_000),
    ]) {
      expect(readList(text).ids).toEqual([]);
    }
  });
});

describe('texts that the list of cases knows', () => {
  const known: RecognisedText[] = [
    { text: 'customer-7', conversationIds: [uuid(1), uuid(2)] },
    { text: 'Jan Kowalski', conversationIds: [uuid(3)] },
    { text: uuid(9), environmentName: 'Sandbox' },
  ];

  test('user keys stand for their conversations, each line named', () => {
    const { ids, report } = readList(`customer-7\n${uuid(2)}\nJan Kowalski\ncustomer-7\nJan\n`, known);
    expect(ids.toSorted()).toEqual([1, 2, 3].map(uuid));
    expect(report).toMatchObject({
      conversations: 3,
      userKeys: [
        { number: 1, userKey: 'customer-7', conversations: 2 },
        { number: 3, userKey: 'Jan Kowalski', conversations: 1 },
      ],
      userKeyCount: 2,
      duplicates: [
        { number: 2, firstNumber: 1, id: uuid(2) },
        { number: 4, firstNumber: 1, id: 'customer-7' },
      ],
      sums: { useful: 2, repeated: 2, elsewhere: 0, useless: 1 },
      bad: [{ number: 5, text: 'Jan', reason: 'no-id' }],
    });
  });

  test('a line that repeats a user key is recorded without it, as it names no conversation', () => {
    const { unsent } = readList(`customer-7\n${uuid(5)}\ncustomer-7\n${uuid(5)}\n`, known);
    expect(unsent.map(({ line, reason, conversationId }) => [line, reason, conversationId])).toEqual([
      [3, 'duplicate', undefined],
      [4, 'duplicate', uuid(5)],
    ]);
  });

  test('a conversation that its own line and a user key name belongs to the first of both lines', () => {
    const { ids, lines, unsent, report } = readList(`${uuid(3)}\nJan Kowalski\n`, known);
    expect({ ids, lines, unsent, sums: report.sums }).toEqual({
      ids: [uuid(3)],
      lines: [1],
      unsent: [{ line: 2, reason: 'duplicate', conversationId: uuid(3) }],
      sums: { useful: 1, repeated: 1, elsewhere: 0, useless: 0 },
    });
    expect(readList(`Jan Kowalski\n${uuid(3)}\n`, known)).toMatchObject({
      lines: [1],
      unsent: [{ line: 2, reason: 'duplicate', conversationId: uuid(3) }],
    });
  });

  test('a user key beside an id adds no other conversation of the user', () => {
    expect(readList(`${uuid(1)} customer-7\n`, known).ids).not.toContain(uuid(2));
    expect(readList(`conversation,user_key\n${uuid(1)},customer-7\n`, known).ids).toEqual([uuid(1)]);
  });

  test('a column or member of user keys is used where there is no conversation', () => {
    const { ids, report } = readList('user_key,name\ncustomer-7,x\ncustomer-8,y\n', known);
    expect(ids).toEqual([uuid(1), uuid(2)]);
    expect(report.bad).toEqual([{ number: 3, text: 'customer-8, y', reason: 'unknown-user-key' }]);
    expect(
      readList(JSON.stringify([{ userKey: 'Jan Kowalski' }, 'customer-7']), known).ids.toSorted(),
    ).toEqual([uuid(1), uuid(2), uuid(3)]);
  });

  test('a user key is looked up as it is written, in a form of ids too', () => {
    const key = 'ABCDEFAB-0000-4000-8000-00000000000A';
    const recognised = [{ text: key, conversationIds: [uuid(1), uuid(2)] }];
    expect(readList(key, recognised)).toMatchObject({
      ids: [uuid(1), uuid(2)],
      report: { userKeys: [{ userKey: key }] },
    });
  });

  test('conversations of another environment are named and left out', () => {
    const { ids, report } = readList(`${uuid(1)}\n${uuid(9)}\n`, known);
    expect(ids).toEqual([uuid(1)]);
    expect(report).toMatchObject({
      conversations: 1,
      elsewhere: [{ number: 2, id: uuid(9), environmentName: 'Sandbox' }],
      elsewhereCount: 1,
    });
  });
});
