import { expect, onTestFinished, test, vi } from 'vitest';
import { PrefetchedReadings } from '../../../../main/features/conversations/prefetched.ts';
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
  await vi.waitFor(
    async () =>
      expect((await bridge.invoke('conversations.recent', { environmentId })).recent).toHaveLength(1),
    { timeout: 30_000 },
  );
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
