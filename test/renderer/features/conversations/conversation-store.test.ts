import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ConversationState,
  createConversationStore,
} from '../../../../renderer/features/conversations/conversation-store.ts';
import {
  type ConversationsHarness,
  openConversations,
} from '../../../main/features/conversations/conversation-harness.ts';

let harness: ConversationsHarness;
let store: ReturnType<typeof createConversationStore>;
const state = (): ConversationState => store.getState();
const id = (title: string) => harness.service.idOf(title);
const fault = (conversationId: string, what: object, times = 1) =>
  harness.service.control('/faults', {
    match: { method: 'GET', path: `/api/conversations/${conversationId}` },
    fault: what,
    times,
  });

beforeAll(async () => {
  harness = await openConversations();
});
afterAll(() => harness.close());
beforeEach(() => {
  store = createConversationStore(harness.bridge);
});
afterEach(async () => {
  state().leave();
  await harness.service.control('/reset', {});
});

describe('a conversation under review', () => {
  test('is read once, and not again when it is shown again', async () => {
    await state().open('test', id('Finished: identity confirmed'));
    const { reading } = state();
    expect(reading?.conversation.status).toBe('FINISHED');
    await state().open('test', id('Finished: identity confirmed'));
    expect(state().reading).toBe(reading);
  });

  test('hides the previous one while the next is loading', async () => {
    await state().open('test', id('Finished: identity confirmed'));
    const opening = state().open('test', id('Created'));
    expect(state()).toMatchObject({ reading: undefined, busy: true });
    await opening;
    expect(state()).toMatchObject({ reading: { conversation: { status: 'CREATED' } }, busy: false });
  });

  test('keeps the last reading if a refresh fails temporarily, and reports it', async () => {
    const conversationId = id('Finished: identity confirmed');
    await state().open('test', conversationId);
    const { reading } = state();
    await fault(conversationId, { status: 500 }, 5);
    await state().refresh();
    expect(state()).toMatchObject({ failure: { code: 'server-error' }, busy: false });
    expect(state().reading).toBe(reading);
    await harness.service.control('/reset', {});
    await state().refresh();
    expect(state().failure).toBeUndefined();
    expect(state().reading).not.toBe(reading);
  });

  test('removes the last reading if the service no longer has the conversation', async () => {
    const conversationId = id('Finished: identity confirmed');
    await state().open('test', conversationId);
    await harness.service.control(`/conversations/${conversationId}/retire`, {});
    await state().refresh();
    expect(state()).toMatchObject({ failure: { code: 'gone' }, reading: undefined, sources: undefined });
  });

  test('keeps nothing after it is closed, and ignores late replies', async () => {
    const conversationId = id('Finished: identity confirmed');
    await fault(conversationId, { delayMs: 200 });
    const opening = state().open('test', conversationId);
    state().leave();
    await opening;
    expect(state()).toMatchObject({ target: undefined, reading: undefined, failure: undefined, busy: false });
  });

  test.each([
    ['left', () => state().leave()],
    ['followed by another', () => state().open('test', id('Created'))],
  ])('has its raw reply released by main once it is %s', async (_, leave) => {
    await state().open('test', id('Finished: identity confirmed'));
    const readingId = state().reading?.readingId ?? '';
    const first = { readingId, form: 'received', from: 0, count: 1 } as const;
    await expect(harness.bridge.invoke('conversations.raw', first)).resolves.toMatchObject({ total: 1 });
    await leave();
    await vi.waitFor(() =>
      expect(harness.bridge.invoke('conversations.raw', first)).rejects.toMatchObject({
        view: { code: 'reading-expired' },
      }),
    );
  });

  test('reads the database sources once their status allows it', async () => {
    await state().open('test', id('Seven products, known in part'));
    expect(state().sources?.info.source).toHaveLength(3);
    await state().open('test', id('Seven products, all in progress'));
    expect(state().sources).toBeUndefined();
    await state().loadSources();
    expect(state().sources ?? state().sourcesFailure).toBeDefined();
  });
});
