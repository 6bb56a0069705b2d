import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completeList } from '../../../../../main/features/cases/reading/look-up-list.ts';
import { parseList } from '../../../../../main/features/cases/reading/read-list.ts';
import { fuzzRuns } from '../../../../support/full-tests.ts';

const readList = (text: string) => completeList(parseList(text), []);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const bad = (text: string) =>
  readList(text).report.bad.map(({ number, reason, text: shown }) => [number, reason, shown]);

describe('parts that were lost before are read or reported', () => {
  test('a second list in an object', () => {
    const text = JSON.stringify({ expired: [{ id: uuid(1) }, { id: uuid(2) }], deleted: [{ id: uuid(3) }] });
    expect(readList(text).ids).toEqual([uuid(1), uuid(2)]);
    expect(bad(text)).toEqual([[3, 'other-ids', uuid(3)]]);
  });

  test('a member that occurs twice', () => {
    expect(bad(`{"items":["${uuid(1)}"],"items":["${uuid(2)}"]}`)).toEqual([[1, 'repeated-member', 'items']]);
    expect(bad(`["${uuid(1)}",{"conversationId":"${uuid(2)}","conversationId":"${uuid(3)}"}]`)).toEqual([
      [2, 'repeated-member', '[1].conversationId'],
    ]);
  });

  test('ids in JSON in the text of a line or a cell', () => {
    const inner = JSON.stringify({ related: [uuid(2), uuid(3)] });
    expect(bad(JSON.stringify({ conversationId: uuid(1), note: inner }))).toEqual([
      [1, 'other-ids', `${uuid(2)}, ${uuid(3)}`],
    ]);
    expect(bad(`${uuid(1)} ${inner}`)).toEqual([]);
    const cell = JSON.stringify({ conversationId: uuid(1), related: [uuid(2)] }).replaceAll('"', '""');
    expect(bad(`a,b\nx,"${cell}"\ny,${uuid(4)}\n`)).toEqual([
      [1, 'no-id', 'a, b'],
      [2, 'other-ids', uuid(2)],
    ]);
  });

  test.each([
    ['to the end', `${uuid(2)},"never closed\n${uuid(3)},x\n`],
    ['up to a quote of a later line', `${uuid(2)},"never closed\n${uuid(3)},"x"\n`],
  ])('a quote that is never closed, %s', (_, lines) => {
    expect(readList(`conversation_id,note\n${uuid(1)},x\n${lines}${uuid(4)},y\n`).ids).toEqual(
      [1, 2, 3, 4].map(uuid),
    );
  });

  test('lines in the text of another column', () => {
    const text = `conversation_id,note\n${uuid(1)},"text\n${uuid(2)},text"\n${uuid(3)},x\n`;
    expect(readList(text).ids).toEqual([uuid(1), uuid(3)]);
    expect(bad(text)).toEqual([[2, 'other-ids', uuid(2)]]);
  });

  test('line ends of CR alone', () => {
    expect(readList([1, 2, 3].map(uuid).join('\r')).ids).toEqual([1, 2, 3].map(uuid));
    expect(readList(`conversation_id,note\r${uuid(1)},a\r${uuid(2)},b\r`).ids).toEqual([uuid(1), uuid(2)]);
    expect(bad(`${uuid(1)}\rwhat is this\r`)).toEqual([[2, 'no-id', 'what is this']]);
  });

  test('a first line that is no heading', () => {
    expect(bad(`broken line,Ann\n${uuid(1)},Bob\n`)).toEqual([[1, 'no-id', 'broken line, Ann']]);
  });

  test('the 51st id of a line', () => {
    const ids = Array.from({ length: 60 }, (_, n) => uuid(n));
    const text = ids.join(' ');
    expect(readList(text).ids).toHaveLength(50);
    expect(bad(text).map(([, reason]) => reason)).toEqual(['other-ids', 'too-many']);
  });

  test('but not what is known to be something else', () => {
    const response = { id: uuid(1), userKey: uuid(2), result: { identity: { media: [{ id: uuid(3) }] } } };
    expect(bad(JSON.stringify([response]))).toEqual([]);
    expect(bad(`12:00 requestId=${uuid(2)} conversationId=${uuid(1)}`)).toEqual([]);
    expect(bad(`conversation_id,request_id\n${uuid(1)},${uuid(2)}\n${uuid(3)},${uuid(4)}\n`)).toEqual([]);
  });
});

describe('every id comes out, or its line is reported', () => {
  const callback = (id: string) =>
    JSON.stringify({
      id: 'cb-1-x',
      target: 'CONVERSATION',
      event: 'FINISHED',
      payload: { conversation: { id } },
    });
  const decorations: ((id: string, other: string) => string)[] = [
    (id) => id,
    (id) => `  "${id}",`,
    (id) => `<${id}>`,
    (id) => `https://verify.test/api/conversations/${id}?x=1`,
    (id) => `conversation_id=${id}`,
    (id) => `please delete ${id}, thank you`,
    (id, other) => `${id} conversationId=${other}`,
    (id, other) => `${id};${other}`,
    (id, other) => `{"conversationId":"${other}","related":["${id}"]}`,
    (id) => `{"deep":{"list":[{"id":"${id}"}]}}`,
    (id) => JSON.stringify({ log: JSON.stringify({ body: JSON.stringify({ more: JSON.stringify([id]) }) }) }),
    (id) => `12:00 INFO ${callback(id)}`,
    (id, other) => `${callback(other)} ${id}`,
    (id, other) => `${callback(id)}${callback(other)}`,
    (id) => callback(id).slice(0, -2),
    (id) => `"${id}`,
    (id) => `"x ""${id}"" y`,
    (id) => `\t${id}\t${id}`,
  ];
  const line = fc.tuple(fc.constantFrom(...decorations), fc.nat({ max: 999 }), fc.nat({ max: 999 }));
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

  function expectNothingLost(text: string, planted: { id: string; number: number }[]): void {
    const { ids, report } = readList(text);
    const reported = new Set(report.bad.map(({ number }) => number));
    for (const { id, number } of planted) {
      // Documents in a row are counted as items, not as lines.
      if (
        !ids.includes(id) &&
        !reported.has(number) &&
        !report.bad.some(({ text: shown }) => shown.includes(id))
      ) {
        expect.fail(`${id} of ${number} is lost in ${JSON.stringify(text)}`);
      }
    }
  }

  test('in lines', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), lineEnd, (lines, end) => {
        const text = lines.map(([decorate, id, other]) => decorate(uuid(id), uuid(other))).join(end);
        const ofLine = lines.map(([, id], at) => ({ id: uuid(id), number: at + 1 }));
        expectNothingLost(text, ofLine);
      }),
      { numRuns: fuzzRuns(2000) },
    );
  });

  test('in the column of a table, with and without headings', () => {
    const note = fc.constantFrom('', 'x', '"a, b"', '"unclosed', '"a ""b"""', 'a "b"', '"c" d');
    const row = fc.tuple(fc.nat({ max: 999 }), note);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2, maxLength: 12 }),
        fc.constantFrom(',', ';', '\t'),
        lineEnd,
        fc.constantFrom('conversation_id', 'url', 'id', undefined),
        (rows, delimiter, end, heading) => {
          const head = heading === undefined ? [] : [`${heading}${delimiter}note`];
          const body = rows.map(([id, text]) => `${uuid(id)}${delimiter}${text}`);
          const { ids } = readList([...head, ...body].join(end));
          const planted = new Set(rows.map(([id]) => uuid(id)));
          expect([...planted].filter((id) => !ids.includes(id))).toEqual([]);
        },
      ),
      { numRuns: fuzzRuns(2000) },
    );
  });

  test('in items of JSON', () => {
    const shapes: ((id: string, other: string) => unknown)[] = [
      (id) => id,
      (id) => ({ conversationId: id }),
      (id) => ({ id }),
      (id, other) => ({ conversationId: other, related: [id] }),
      (id, other) => ({ conversationId: other, more: { list: [{ id }] } }),
      (id, other) => ({ id: other, cases: [id] }),
      (id) => [[id]],
      (id) => JSON.parse(callback(id)),
      (id) => callback(id),
      (id, other) => ({ conversationId: other, body: JSON.stringify({ list: [id] }) }),
    ];
    const item = fc.tuple(fc.constantFrom(...shapes), fc.nat({ max: 999 }), fc.nat({ max: 999 }));
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 10 }),
        fc.constantFrom(0, 2),
        fc.constantFrom('list', 'in an object', 'two lists', 'documents'),
        (items, indent, form) => {
          const values = items.map(([shape, id, other]) => shape(uuid(id), uuid(other)));
          const half = Math.ceil(values.length / 2);
          const whole =
            form === 'in an object'
              ? { total: values.length, items: values }
              : form === 'two lists'
                ? { first: values.slice(0, half), second: values.slice(half) }
                : values;
          const text =
            form === 'documents'
              ? values.map((value) => JSON.stringify({ entry: value })).join('\n')
              : JSON.stringify(whole, null, indent);
          expectNothingLost(
            text,
            items.map(([, id], at) => ({ id: uuid(id), number: at + 1 })),
          );
        },
      ),
      { numRuns: fuzzRuns(2000) },
    );
  });
});

test('every line gives a conversation or is recorded, also where user keys bring conversations that other lines name', () => {
  const known = [
    { text: 'customer-7', conversationIds: [uuid(0), uuid(1)] },
    { text: 'Jan Kowalski', conversationIds: [uuid(2)] },
    { text: uuid(3), environmentName: 'Sandbox' },
  ];
  const text = fc.constantFrom(
    ...[0, 1, 2, 3, 4].map(uuid),
    ...['customer-7', 'Jan Kowalski', 'nothing', `${uuid(0)} ${uuid(2)}`],
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 10 }), (texts) => {
      const { lines, unsent, report } = completeList(parseList(texts.join('\n')), known);
      const recorded = new Set([...lines, ...unsent.map(({ line }) => line)]);
      expect([...recorded].toSorted()).toEqual(texts.map((_, at) => at + 1).toSorted());
      const { useful, repeated, elsewhere, useless } = report.sums;
      expect(useful).toBe(new Set(lines).size);
      expect(useful + repeated + elsewhere + useless).toBe(texts.length);
      expect(useless).toBe(texts.filter((one) => one === 'nothing').length);
    }),
    { numRuns: fuzzRuns(2000) },
  );
});
