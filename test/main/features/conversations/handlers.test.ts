import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RawResponseCache } from '../../../../main/features/conversations/raw-response-cache.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import { type ConversationsHarness, openConversations } from './conversation-harness.ts';

const openedAt = '2026-01-02T03:04:06.000Z';
let harness: ConversationsHarness;

beforeAll(async () => {
  harness = await openConversations(() => Date.parse(openedAt));
});
afterAll(() => harness.close());

const open = (title: string, environmentId = 'test') =>
  harness.bridge.invoke('conversations.open', { environmentId, conversationId: harness.service.idOf(title) });
const raw = (input: Partial<OperationInput<'conversations.raw'>>) =>
  harness.bridge.invoke('conversations.raw', {
    readingId: '',
    form: 'received',
    from: 0,
    count: 10,
    ...input,
  });
const recent = async (environmentId: string) =>
  (await harness.bridge.invoke('conversations.recent', { environmentId })).recent;

describe('opening a conversation', () => {
  test('reads it, records its id, status and time, and keeps the raw response', async () => {
    const opened = await open('Finished: identity confirmed', 'first');
    expect(opened.conversation).toMatchObject({
      status: 'FINISHED',
      result: { identity: { status: 'FINISHED' } },
    });
    expect(opened.notes.requestId).toMatch(/\S/);
    expect(await recent('first')).toEqual([
      { environmentId: 'first', conversationId: opened.conversation.id, openedAt, status: 'FINISHED' },
    ]);
    const { lines, bytes } = await raw({ readingId: opened.readingId, form: 'indented', from: 1, count: 1 });
    expect(lines).toMatchObject([
      { text: `  "id": "${opened.conversation.id}",`, number: 2, continued: false },
    ]);
    expect(bytes).toBe(opened.notes.bytes);
  });

  test('records nothing if it could not be read', async () => {
    await expect(open('Gone by retention', 'second')).rejects.toMatchObject({ view: { code: 'gone' } });
    expect(await recent('second')).toEqual([]);
  });

  test('cancels the request when the view closes, and records nothing', async () => {
    const conversationId = harness.service.idOf('Finished: identity confirmed');
    await harness.service.control('/faults', {
      match: { method: 'GET', path: `/api/conversations/${conversationId}` },
      fault: { delayMs: 20_000 },
      times: 1,
    });
    const abort = new AbortController();
    const opening = harness.bridge.invoke(
      'conversations.open',
      { environmentId: 'third', conversationId },
      { signal: abort.signal },
    );
    abort.abort();
    await expect(opening).rejects.toMatchObject({ view: { code: 'cancelled' } });
    await harness.service.control('/reset', {});
    expect(await recent('third')).toEqual([]);
  });
});

const ownerOf = (conversationId: string) => ({
  environmentId: 'test',
  conversationId,
  closed: window.signal,
});
const window = new AbortController();

describe('raw responses', () => {
  test('are kept for the last eight reads', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      ids.push((await open('Created')).readingId);
    }
    await expect(raw({ readingId: ids[0] ?? '' })).rejects.toMatchObject({
      view: { code: 'reading-expired' },
    });
    await expect(raw({ readingId: ids[1] ?? '' })).resolves.toMatchObject({ total: expect.any(Number) });
    await expect(raw({ readingId: 'no-such' })).rejects.toMatchObject({ view: { code: 'reading-expired' } });
  });

  test('take at most 64 MiB in total, but the newest is always kept', () => {
    const rawResponses = new RawResponseCache();
    const large = new Uint8Array(30 * 1024 * 1024);
    const owner = ownerOf('c1');
    const [first, second, third] = [1, 2, 3].map(() => rawResponses.keep(large, owner));
    expect(rawResponses.find(first ?? '')).toBeUndefined();
    expect(rawResponses.find(second ?? '')).toBeDefined();
    expect(rawResponses.find(third ?? '')).toBeDefined();
    rawResponses.clear();
    expect(rawResponses.find(third ?? '')).toBeUndefined();
  });

  test('are dropped when their conversation is closed, and those of other conversations and windows are kept', () => {
    const rawResponses = new RawResponseCache();
    const raw = new Uint8Array(1);
    const [left, other] = [ownerOf('left'), ownerOf('other')];
    const elsewhere = { ...left, closed: new AbortController().signal };
    const inOtherEnvironment = { ...left, environmentId: 'production' };
    const gone = [rawResponses.keep(raw, left), rawResponses.keep(raw, left)];
    const stay = [other, elsewhere, inOtherEnvironment].map((owner) => rawResponses.keep(raw, owner));
    const indexing = rawResponses.find(gone[0] ?? '');
    rawResponses.leave(left);
    expect(gone.map((id) => rawResponses.find(id))).toEqual([undefined, undefined]);
    expect(stay.map((id) => rawResponses.find(id) !== undefined)).toEqual([true, true, true]);
    expect(indexing?.released).toBe(true);
  });

  test('are dropped with their window, and a later one is not kept', () => {
    const rawResponses = new RawResponseCache();
    const window = new AbortController();
    const owner = { ...ownerOf('c1'), closed: window.signal };
    const id = rawResponses.keep(new Uint8Array(1), owner);
    window.abort();
    expect(rawResponses.find(id)).toBeUndefined();
    expect(rawResponses.find(rawResponses.keep(new Uint8Array(1), owner))).toBeUndefined();
  });

  test('are no longer available after the conversation was closed over the bridge', async () => {
    const { readingId, conversation } = await open('Created');
    const first = { readingId, form: 'received', from: 0, count: 1 } as const;
    await expect(raw(first)).resolves.toMatchObject({ total: expect.any(Number) });
    await harness.bridge.invoke('conversations.leave', {
      environmentId: 'test',
      conversationId: conversation.id ?? '',
    });
    await expect(raw(first)).rejects.toMatchObject({ view: { code: 'reading-expired' } });
  });

  test('of database verification are kept as well', async () => {
    const conversationId = harness.service.idOf('Seven products, known in part');
    const found = await harness.bridge.invoke('conversations.databaseSources', {
      environmentId: 'test',
      conversationId,
    });
    expect(found.info.source).toHaveLength(3);
    const { lines } = await raw({ readingId: found.readingId, form: 'indented', count: 100 });
    expect(lines.map(({ text }) => text)).toContain('      "sourceMatchResult": "NO_MATCH",');
  });

  test('of 20 MB are complete, and any part is available at once', async () => {
    const { readingId, notes } = await open('A result of 20 MB');
    expect(notes.cuts).not.toEqual([]);
    const { total, bytes } = await raw({ readingId, form: 'indented', count: 1 });
    expect(bytes).toBeGreaterThan(20_000_000);
    const { lines } = await raw({ readingId, form: 'indented', from: total - 2, count: 10 });
    expect(lines.at(-1)).toMatchObject({ text: '}', number: total, continued: false });
  });
});

describe('recently opened conversations', () => {
  test('are listed per environment, the newest first', async () => {
    for (const environmentId of ['fourth', 'fifth']) {
      await open('Created', environmentId);
      await open('Expired', environmentId);
    }
    expect(await recent('fourth')).toMatchObject([{ status: 'EXPIRED' }, { status: 'CREATED' }]);
    expect(await recent('fifth')).toHaveLength(2);
  });

  test('include the samples in the sandbox only', async () => {
    const { samples } = await harness.bridge.invoke('conversations.samples', { environmentId: 'sandbox' });
    expect(samples.length).toBeGreaterThanOrEqual(40);
    expect(await harness.bridge.invoke('conversations.samples', { environmentId: 'test' })).toEqual({
      samples: [],
    });
  });
});
