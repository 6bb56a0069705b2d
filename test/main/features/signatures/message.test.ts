import { describe, expect, test } from 'vitest';
import { readMessage } from '../../../../main/features/signatures/engine/message.ts';
import { SessionChecks } from '../../../../main/features/signatures/session-checks.ts';

const sound = {
  id: 'event-1',
  created: '2026-11-21T10:00:00Z',
  target: 'CONVERSATION',
  event: 'FINISHED',
  payload: { conversation: { id: 'conversation-1' } },
};
const read = (value: unknown) => readMessage(Buffer.from(JSON.stringify(value)));
const ownId = 'The callback’s own id is for dropping duplicates; for API calls use payload.conversation.id.';
const ignore = 'accept it with 200, 201, 202 or 204 and ignore it.';

describe('a callback’s body', () => {
  test('returns every member, and two sentences', () => {
    const message = read(sound);
    expect(message).toEqual({
      verdict: 'complete',
      sentences: [expect.stringContaining('read the verdict product by product'), ownId],
      missing: [],
      known: true,
      callbackId: 'event-1',
      created: sound.created,
      target: 'CONVERSATION',
      event: 'FINISHED',
      conversationId: 'conversation-1',
    });
  });

  test('without any member has none, and names what is missing', () => {
    const message = read({});
    expect(message).toEqual({
      verdict: 'incomplete',
      sentences: [
        'The envelope is incomplete: id, created, target, event, payload are missing or of another type.',
        `It does not say what happened; ${ignore}`,
      ],
      missing: ['id', 'created', 'target', 'event', 'payload'],
      known: false,
    });
    expect(Object.keys(message)).toEqual(['verdict', 'sentences', 'missing', 'known']);
  });

  test.each([
    [{ id: 7 }, ['The envelope is incomplete: id is missing or of another type.', expect.any(String)]],
    [{ id: '' }, ['The envelope is incomplete: id is missing or of another type.', expect.any(String)]],
    [
      { target: undefined },
      [expect.stringContaining('target is missing'), `It does not say what happened; ${ignore}`, ownId],
    ],
    [
      { event: undefined },
      [expect.stringContaining('event is missing'), `It does not say what happened; ${ignore}`, ownId],
    ],
    [{ event: 'OTHER' }, [`The event OTHER is not known for the target CONVERSATION: ${ignore}`, ownId]],
    [{ target: 'OTHER' }, [`The target OTHER is not known: ${ignore}`, ownId]],
    [{ created: 'soon' }, [expect.any(String), 'The member created is not an ISO 8601 time.', ownId]],
    [
      { id: 'conversation-1' },
      [
        expect.any(String),
        'The callback’s id is the same as the conversation’s; the service gives them different ones.',
      ],
    ],
    [
      { payload: [] },
      ['The envelope is incomplete: payload is missing or of another type.', expect.any(String)],
    ],
    [
      { event: 'OTHER', payload: { conversation: [] } },
      ['The envelope is incomplete: payload.conversation is missing or of another type.', expect.any(String)],
    ],
    [
      { event: 'OTHER', payload: {} },
      [`The event OTHER is not known for the target CONVERSATION: ${ignore}`],
    ],
    [
      { payload: { conversation: {} } },
      [
        'The envelope is incomplete: payload.conversation.id is missing or of another type.',
        expect.any(String),
      ],
    ],
    [
      { payload: null },
      ['The envelope is incomplete: payload is missing or of another type.', expect.any(String)],
    ],
  ])('with %j reports exactly what is wrong', (change, sentences) => {
    expect(read({ ...sound, ...change }).sentences).toEqual(sentences);
  });

  test.each([
    [null, 'null'],
    [[], 'an array'],
    ['text', 'a string'],
    [7, 'a number'],
  ])('that is %j is no envelope', (value, kind) => {
    expect(read(value)).toEqual({
      verdict: 'incomplete',
      sentences: [`The body is JSON, but ${kind} and not a callback’s object.`],
      missing: [],
      known: false,
    });
  });

  test('with a byte order mark is read, which is reported last', () => {
    const message = readMessage(Buffer.from(`\uFEFF${JSON.stringify(sound)}`));
    expect(message.verdict).toBe('complete');
    expect(message.sentences.at(-1)).toMatch(/byte order mark/);
    expect(message.sentences).toHaveLength(3);
  });

  test.each([
    ['event', (body: string) => body.replace('"event"', '"event":"EXPIRED","event"')],
    [
      'id',
      (body: string) => body.replace('{"id":"conversation-1"', '{"i\\u0064":"another","id":"conversation-1"'),
    ],
  ])('with the member %s twice is complete, and says so last', (name, twice) => {
    const message = readMessage(Buffer.from(twice(JSON.stringify(sound))));
    expect(message).toMatchObject({
      verdict: 'complete',
      event: 'FINISHED',
      conversationId: 'conversation-1',
    });
    expect(message.sentences.slice(2)).toEqual([
      `The body has the member ${name} more than once in one object: here the last one counts, a receiver may read another.`,
    ]);
  });

  test('nested too deeply is not read', () => {
    const deep = (bytes: number) => Buffer.from('['.repeat(bytes / 2) + ']'.repeat(bytes / 2));
    expect(readMessage(deep(200_000))).toMatchObject({ verdict: 'too-large', missing: [], known: false });
  });
});

/** Checks a delivery, and returns what the check says of those before it. */
function seen(checks: SessionChecks, callbackId: string | undefined, signature: string) {
  const message = { ...read({}), callbackId };
  const given = [{ keys: [], timestamp: '1', signature }, [], { message, bodyBytes: 2 }] as const;
  return checks.remember(...(given as unknown as Parameters<typeof checks.remember>)).message.seen;
}

test('a repeated callback is the same delivery only if every check was of that one', () => {
  const checks = new SessionChecks(() => 0);
  expect(seen(checks, 'event-1', 'a')).toBeUndefined();
  expect(seen(checks, 'event-1', 'a')).toEqual({ firstAt: '1970-01-01T00:00:00.000Z', sameDelivery: true });
  expect(seen(checks, 'event-1', 'b')).toMatchObject({ sameDelivery: false });
  expect(seen(checks, 'event-1', 'a')).toMatchObject({ sameDelivery: false });
  expect(seen(checks, 'event-1', 'b')).toMatchObject({ sameDelivery: false });
});

test('a callback without an id of its own was never checked before', () => {
  const checks = new SessionChecks(() => 0);
  expect(seen(checks, undefined, 'a')).toBeUndefined();
  expect(seen(checks, undefined, 'a')).toBeUndefined();
});
