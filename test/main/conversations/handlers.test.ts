import { beforeEach, describe, expect, it } from 'vitest';
import { type ConversationOperation, conversationHandlers } from '../../../main/conversations/handlers.ts';
import { createReadings } from '../../../main/conversations/readings.ts';
import { Failure } from '../../../main/failure.ts';
import type { Reading, ServiceClient, Services } from '../../../main/service/port.ts';
import type { RecentConversation } from '../../../preload/contract/conversations.ts';
import { type OperationInput, operations } from '../../../preload/contract/operations.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { ReadingNotes } from '../../../preload/contract/service/reading.ts';

const notes: ReadingNotes = {
  flags: [],
  cuts: [],
  requestId: 'req-1',
  receivedAt: '2026-01-02T03:04:05.000Z',
  bytes: 1,
  ms: 1,
  attempts: 1,
};

/** A service that answers what a test put in: the client itself has its own tests. */
class Answers implements Pick<ServiceClient, 'readConversation' | 'readDatabaseVerification'> {
  conversation: Conversation | Failure = { id: 'c-1', status: 'FINISHED' };
  seen: (AbortSignal | undefined)[] = [];

  async readConversation(_: string, options?: { signal?: AbortSignal | undefined }) {
    this.seen.push(options?.signal);
    if (this.conversation instanceof Failure) throw this.conversation;
    return reading(this.conversation);
  }

  async readDatabaseVerification() {
    return reading({ source: [{ name: 'MATCHING' }] });
  }
}

function reading<T>(value: T): Reading<T> {
  return { value, notes, raw: new TextEncoder().encode(JSON.stringify(value)) };
}

function setUp() {
  const service = new Answers();
  const remembered: (RecentConversation & { at?: number })[] = [];
  const handlers = conversationHandlers({
    services: { client: () => service as Partial<ServiceClient> as ServiceClient } satisfies Services,
    recents: {
      remember: ({ environmentId, conversationId, status, at }) =>
        remembered.push({
          environmentId,
          conversationId,
          openedAt: new Date(at).toISOString(),
          ...(status === undefined ? {} : { status }),
        }),
      list: (environmentId) => remembered.filter((one) => one.environmentId === environmentId),
      forget: (environmentId, conversationId) => {
        const kept = remembered.filter(
          (one) =>
            one.environmentId !== environmentId ||
            (conversationId !== undefined && one.conversationId !== conversationId),
        );
        remembered.splice(0, remembered.length, ...kept);
      },
    },
    readings: createReadings(),
    samples: (environmentId) => (environmentId === 'sandbox' ? [{ id: 's-1', title: 'A sample' }] : []),
    now: () => Date.parse('2026-01-02T03:04:06Z'),
  });
  const call = async <N extends ConversationOperation>(
    name: N,
    input: OperationInput<N>,
    signal = new AbortController().signal,
  ) => {
    const handler = handlers[name] as unknown as (input: unknown, context: unknown) => Promise<unknown>;
    const parsed = operations[name].input.parse(input);
    return operations[name].output.parse(
      await handler(parsed, { signal, progress: () => undefined }),
    ) as never;
  };
  return { service, remembered, call };
}

const target = { environmentId: 'sandbox', conversationId: 'c-1' };
let room: ReturnType<typeof setUp>;

beforeEach(() => {
  room = setUp();
});

describe('opening a conversation', () => {
  it('reads it, remembers its id, status and time, and keeps the raw reply', async () => {
    const opened = operations['conversations.open'].output.parse(
      await room.call('conversations.open', target),
    );
    expect(opened).toMatchObject({ environmentId: 'sandbox', conversation: { status: 'FINISHED' }, notes });
    expect(room.remembered).toEqual([
      { ...target, status: 'FINISHED', openedAt: '2026-01-02T03:04:06.000Z' },
    ]);
    const raw = await room.call('conversations.raw', {
      readingId: opened.readingId,
      form: 'indented',
      from: 1,
      count: 1,
    });
    expect(raw).toEqual({
      lines: [{ text: '  "id": "c-1",', number: 2, continued: false }],
      total: 4,
      bytes: 32,
    });
  });

  it('remembers nothing of one that could not be read', async () => {
    room.service.conversation = new Failure({ code: 'not-found', message: 'No such conversation.' });
    await expect(room.call('conversations.open', target)).rejects.toMatchObject({ code: 'not-found' });
    expect(room.remembered).toEqual([]);
  });

  it('hands the caller’s signal to the network call and remembers nothing once it is aborted', async () => {
    const abort = new AbortController();
    const opening = room.call('conversations.open', target, abort.signal);
    abort.abort();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    expect(room.service.seen).toEqual([abort.signal]);
    expect(room.remembered).toEqual([]);
  });
});

describe('raw replies', () => {
  it('are kept for the last eight readings, the oldest making room', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      const opened = operations['conversations.open'].output.parse(
        await room.call('conversations.open', target),
      );
      ids.push(opened.readingId);
    }
    const look = (readingId = '') =>
      room.call('conversations.raw', { readingId, form: 'received', from: 0, count: 10 });
    await expect(look(ids[0])).rejects.toMatchObject({ code: 'reading-expired' });
    await expect(look(ids[1])).resolves.toMatchObject({ total: 1 });
    await expect(look('no-such-reading')).rejects.toMatchObject({ code: 'reading-expired' });
  });

  it('take at most 64 MiB together, and the newest always stays', () => {
    const readings = createReadings();
    const large = new Uint8Array(30 * 1024 * 1024);
    const [first, second, third] = [readings.keep(large), readings.keep(large), readings.keep(large)];
    expect(readings.find(first)).toBeUndefined();
    expect(readings.find(second)).toBeDefined();
    expect(readings.find(third)).toBeDefined();
    readings.clear();
    expect(readings.find(third)).toBeUndefined();
  });

  it('of database verification are kept as well', async () => {
    const found = operations['conversations.databaseSources'].output.parse(
      await room.call('conversations.databaseSources', target),
    );
    expect(found.info.source).toHaveLength(1);
    const raw = await room.call('conversations.raw', {
      readingId: found.readingId,
      form: 'received',
      from: 0,
      count: 10,
    });
    expect(raw).toMatchObject({ lines: [{ text: '{"source":[{"name":"MATCHING"}]}' }] });
  });
});

describe('what was opened before', () => {
  it('is listed and forgotten one by one or all at once, per environment', async () => {
    for (const conversationId of ['a', 'b']) {
      await room.call('conversations.open', { environmentId: 'sandbox', conversationId });
      await room.call('conversations.open', { environmentId: 'other', conversationId });
    }
    expect(
      await room.call('conversations.forget', { environmentId: 'sandbox', conversationId: 'a' }),
    ).toMatchObject({
      recent: [{ conversationId: 'b' }],
    });
    expect(await room.call('conversations.forget', { environmentId: 'sandbox' })).toEqual({ recent: [] });
    expect(await room.call('conversations.recent', { environmentId: 'other' })).toMatchObject({
      recent: [{ conversationId: 'a' }, { conversationId: 'b' }],
    });
  });

  it('is joined by the samples of the sandbox only', async () => {
    expect(await room.call('conversations.samples', { environmentId: 'sandbox' })).toEqual({
      samples: [{ id: 's-1', title: 'A sample' }],
    });
    expect(await room.call('conversations.samples', { environmentId: 'production' })).toEqual({
      samples: [],
    });
  });
});
