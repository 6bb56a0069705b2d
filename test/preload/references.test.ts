import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversationId } from '../../preload/contract/service/reading.ts';
import { findConversations } from '../../preload/contract/service/references.ts';
import { fullTests, fuzzRuns } from '../support/full-tests.ts';
import { threadCpuMs } from '../support/thread-watch.ts';

const id = '5f0c2a4e-9d1b-4c57-8a60-1f2e3d4c5b6a';
const own = 'e0b7f6f2-3a52-4c44-9a55-77d2f3f1c001';
const callback = {
  id: own,
  created: '2026-01-15T09:30:00Z',
  target: 'CONVERSATION',
  event: 'FINISHED',
  payload: { conversation: { id, status: 'FINISHED', result: {} } },
};
const ids = (text: string) => findConversations(text).conversations.map((found) => found.id);

describe('an id', () => {
  test('alone is the conversation', () => {
    expect(findConversations(id)).toEqual({ conversations: [{ id, from: 'id' }], callbacks: [] });
  });

  test.each([`  ${id}\n`, `"${id}"`, `'${id}',`, `<${id}>`, `\uFEFF${id}`])(
    'is found in its surroundings: %j',
    (text) => {
      expect(ids(text)).toEqual([id]);
    },
  );

  test('may have any format', () => {
    expect(ids('42')).toEqual(['42']);
    expect(ids('c:öä~1')).toEqual(['c:öä~1']);
  });

  test('is never empty', () => {
    expect(ids(' \n\t ')).toEqual([]);
    expect(ids('{"broken":')).toEqual([]);
  });

  test('is found for each item of a list', () => {
    expect(ids('conv-0001\nconv-0002, conv-0003')).toEqual(['conv-0001', 'conv-0002', 'conv-0003']);
  });

  test('is not found in prose', () => {
    expect(ids('the customer says it does not work since 2024')).toEqual([]);
  });

  test('is found in prose if it looks like an id or is called one', () => {
    expect(ids(`please look at ${id} for me`)).toEqual([id]);
    expect(ids('failed: conversation_id=abc-77 after retry')).toEqual(['abc-77']);
    expect(ids('Conversation id: abc.77')).toEqual(['abc.77']);
  });
});

describe('an address', () => {
  test.each([
    `https://api.example/api/conversations/${id}`,
    `https://api.example/api/conversations/${id}/identity/metadata/media/77aa88bb99`,
    `/api/conversations/${id}/headless?x=1`,
    `api.example/api/conversations/${id}`,
    `assay://conversation/${id}`,
    `https://flow.example/start?conversationId=${id}&lang=en`,
    `https://flow.example/u/${id}`,
    `curl -u x:y 'https://api.example/api/conversations/${id}?mode=EXPIRE' -X DELETE`,
    `see https://api.example/api/conversations/${id}.`,
    `(https://api.example/api/conversations/${id})`,
  ])('names its conversation: %s', (text) => {
    expect(findConversations(text).conversations).toEqual([{ id, from: 'address' }]);
  });

  test('is decoded', () => {
    expect(ids('https://api.example/api/conversations/a%2Fb%20c')).toEqual(['a/b c']);
  });
});

describe('a callback', () => {
  test('returns the conversation in its payload and keeps its own id separate', () => {
    const found = findConversations(JSON.stringify(callback));
    expect(found.conversations).toEqual([{ id, from: 'callback' }]);
    expect(found.callbacks).toEqual([{ id: own, conversationId: id }]);
    expect(found.note).toContain(own);
  });

  test('is found in a raw request', () => {
    const found = findConversations(
      `POST /hook HTTP/1.1\r\nContent-Type: application/json\r\nX-Signature: ${'a'.repeat(64)}\r\n\r\n${JSON.stringify(callback, null, 2)}`,
    );
    expect(found.conversations).toEqual([{ id, from: 'callback' }]);
    expect(found.callbacks).toEqual([{ id: own, conversationId: id }]);
  });

  test('is found in a log, one per line, and inside a string', () => {
    const other = { ...callback, id: 'cb-2', payload: { conversation: { id: 'conv-2' } } };
    const log = `10:01 INFO got ${JSON.stringify(callback)}\n10:02 INFO got ${JSON.stringify({ body: JSON.stringify(other) })}`;
    const found = findConversations(log);
    expect(found.conversations.map((each) => each.id)).toEqual([id, 'conv-2']);
    expect(found.callbacks.map((each) => each.id)).toEqual([own, 'cb-2']);
  });

  test('is recognised even if it is truncated', () => {
    const found = findConversations(JSON.stringify(callback).slice(0, -5));
    expect(found.conversations).toEqual([{ id, from: 'callback' }]);
    expect(found.callbacks).toEqual([{ id: own, conversationId: id }]);
  });

  test('without a conversation is reported and offers no id', () => {
    const found = findConversations(JSON.stringify({ ...callback, payload: {} }));
    expect(found.conversations).toEqual([]);
    expect(found.callbacks).toEqual([{ id: own, conversationId: undefined }]);
    expect(found.note).toContain('without a conversation id');
  });
});

describe('a response', () => {
  test('is recognised by its members', () => {
    const response = { id, status: 'FINISHED', result: { auth: { token: own } } };
    expect(findConversations(JSON.stringify(response)).conversations).toEqual([{ id, from: 'response' }]);
    expect(findConversations(JSON.stringify([{ id, media: [] }])).conversations).toEqual([
      { id, from: 'response' },
    ]);
  });

  test('does not return other ids in it', () => {
    expect(ids(JSON.stringify({ id, media: [{ id: own, type: 'FACE' }] }))).toEqual([id]);
  });
});

describe('anything at all', () => {
  test('never throws, and its results are valid requests', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom(
        JSON.stringify(callback),
        `/conversations/${id}`,
        '\u0000',
        '{',
        '"conversation":{',
        '%',
        id,
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('', ' ', '\n'), (parts, glue) => {
        for (const found of findConversations(parts.join(glue)).conversations) {
          expect(conversationId.parse(found.id)).toBe(found.id);
        }
      }),
      { numRuns: fuzzRuns(400) },
    );
  });

  test('a callback keeps its conversation whatever else surrounds it', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.uuid(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (conversation, event, more) => {
          fc.pre(conversation !== event);
          const body = {
            ...more,
            ...callback,
            id: event,
            payload: { ...more, conversation: { ...more, id: conversation } },
          };
          const found = findConversations(JSON.stringify(body, null, 2));
          expect(found.conversations).toEqual([{ id: conversation, from: 'callback' }]);
          expect(found.callbacks).toEqual([{ id: event, conversationId: conversation }]);
        },
      ),
      { numRuns: fuzzRuns(200) },
    );
  });

  const worstCases: [string, string][] = [
    ['braces', '{'.repeat(1_000_000)],
    ['brackets', '['.repeat(1_000_000)],
    ['quotes', '"conversation":{'.repeat(60_000)],
    ['spaces', `x${' '.repeat(1_000_000)}x`],
    ['one letter', 'a'.repeat(1_000_000)],
    ['slashes', '/conversations/'.repeat(70_000)],
    ['labels', 'conversation id '.repeat(60_000)],
    ['lines', '{}\n'.repeat(300_000)],
    ['addresses', 'https://a.example/'.repeat(55_000)],
    ['deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ];
  test.each(fullTests ? worstCases : [])('a megabyte of %s takes negligible time', (_, text) => {
    expect(threadCpuMs(() => findConversations(text))).toBeLessThan(3000);
  });
});
