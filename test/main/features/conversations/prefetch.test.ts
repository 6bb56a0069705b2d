import { expect, onTestFinished, test, vi } from 'vitest';
import type { NewCallback } from '../../../../main/common/new-callback.ts';
import { PrefetchedReadings } from '../../../../main/features/conversations/prefetched.ts';
import { startComposed } from '../../../support/composed.ts';
import { openConversations } from './conversation-harness.ts';

const environmentId = 'sandbox';

test('a prefetched conversation is opened without another request, once', async () => {
  const { bridge, service, close } = await openConversations();
  onTestFinished(close);
  const conversationId = service.sandbox.conversations[0]?.id ?? '';
  const input = { environmentId, conversationId };
  await bridge.invoke('conversations.prefetch', input);
  const { recent } = await bridge.invoke('conversations.recent', { environmentId });
  expect(recent).toEqual([]);

  const readBy = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(readBy));
  const first = await bridge.invoke('conversations.open', input);
  const again = await bridge.invoke('conversations.open', input);
  expect(Date.parse(first.notes.receivedAt)).toBeLessThanOrEqual(readBy);
  expect(first.conversation).toEqual(again.conversation);
  expect(first.notes.requestId).not.toBe(again.notes.requestId);
  await vi.waitFor(async () =>
    expect((await bridge.invoke('conversations.recent', { environmentId })).recent).toHaveLength(1),
  );
});

test('a prefetched case is recorded with the time of its response, and as opened when it was opened', async () => {
  const { bridge, cases, service, close } = await openConversations();
  onTestFinished(close);
  const conversationId = service.sandbox.conversations[0]?.id ?? '';
  const input = { environmentId, conversationId };
  await bridge.invoke('conversations.prefetch', input);
  const readBy = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(readBy));
  const { notes } = await bridge.invoke('conversations.open', input);
  await cases.openedConversations.recorded();
  const [row] = await cases.request('rowsOf', { environmentId, conversationIds: [conversationId] });
  expect(row?.readAt).toBe(Date.parse(notes.receivedAt));
  expect(row?.openedAt).toBeGreaterThan(readBy);
});

test('a conversation is read again where the list has something newer than what was prefetched', async () => {
  const { bridge, cases, service, close } = await openConversations();
  onTestFinished(close);
  const [called = '', deleted = '', missing = '', unchanged = ''] = service.sandbox.conversations.map(
    ({ id }) => id,
  );
  const openPrefetched = async (conversationId: string, change: () => Promise<unknown>) => {
    const input = { environmentId, conversationId };
    await bridge.invoke('conversations.open', input);
    await cases.openedConversations.recorded();
    await bridge.invoke('conversations.prefetch', input);
    const readBy = Date.now();
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(readBy));
    await change();
    const { notes } = await bridge.invoke('conversations.open', input);
    return Date.parse(notes.receivedAt) <= readBy ? 'as prefetched' : 'read again';
  };
  const conversation = { id: called, status: 'FINISHED' };
  const body = { id: 'm-1', target: 'CONVERSATION', event: 'FINISHED', payload: { conversation } };
  const callback = (): NewCallback => ({
    receivedAt: Date.now(),
    state: 'valid',
    isGenuine: true,
    isKnown: true,
    answered: 200,
    callbackId: 'm-1',
    conversationId: called,
    content: { source: 'listener', target: 'CONVERSATION', event: 'FINISHED' },
    body: Buffer.from(JSON.stringify(body)),
  });
  expect(
    await openPrefetched(called, () =>
      cases.write('keepCallbacks', { environmentId, callbacks: [callback()] }),
    ),
  ).toBe('read again');
  expect(
    await openPrefetched(deleted, () =>
      cases.write('markAbsent', { environmentId, conversationId: deleted, absence: 'gone' }),
    ),
  ).toBe('read again');
  expect(
    await openPrefetched(missing, () =>
      cases.write('markAbsent', { environmentId, conversationId: missing, absence: 'not-found' }),
    ),
  ).toBe('read again');
  expect(await openPrefetched(unchanged, async () => undefined)).toBe('as prefetched');
});

test('the prefetched data of a case is forgotten with it', async () => {
  const { bridge, close } = await startComposed();
  onTestFinished(close);
  const { samples } = await bridge.invoke('conversations.samples', { environmentId });
  const input = { environmentId, conversationId: samples[0]?.id ?? '' };
  await bridge.invoke('conversations.open', input);
  await bridge.invoke('conversations.prefetch', input);
  await bridge.invoke('cases.forget', { environmentId, selection: { ids: [input.conversationId] } });
  const forgottenBy = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(forgottenBy));
  const { notes } = await bridge.invoke('conversations.open', input);
  expect(Date.parse(notes.receivedAt)).toBeGreaterThan(forgottenBy);
});

test('a conversation whose prefetch failed is read when it is opened', async () => {
  const { bridge, close } = await openConversations();
  onTestFinished(close);
  const input = { environmentId, conversationId: 'unknown-to-the-service' };
  await bridge.invoke('conversations.prefetch', input);
  await expect(bridge.invoke('conversations.open', input)).rejects.toThrow(/./);
});

test('a prefetched reading that was used, or failed, is not kept', async () => {
  const ahead = new PrefetchedReadings();
  let reads = 0;
  const read = () => {
    reads += 1;
    return Promise.reject(new Error('unreachable'));
  };
  await ahead.add('one', read);
  expect(ahead.take('one')).toBeUndefined();
  await ahead.add('one', read);
  expect(reads).toBe(2);
});
