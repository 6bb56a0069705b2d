import { describe, expect, test } from 'vitest';
import {
  choicesFor,
  createOpenFieldStore,
} from '../../../renderer/features/conversations/open-field-store.ts';

const known = {
  samples: [
    { id: 'c-1', title: 'Document too blurry' },
    { id: 'c-2', title: 'A dozen documents' },
  ],
  recent: [{ conversationId: 'r-77' }],
};
const callback = JSON.stringify({
  id: 'event-9',
  target: 'CONVERSATION',
  event: 'FINISHED',
  payload: {
    conversation: {
      id: 'conv-9',
      result: { identity: { user: { person: { name: { firstName: 'Jane' } } } } },
    },
  },
});

function field() {
  const store = createOpenFieldStore();
  return { store, offered: () => choicesFor(store.getState(), known) };
}

describe('the open field', () => {
  test('offers a word with a digit as a text that would be sent', () => {
    const { store, offered } = field();
    store.getState().type('conv-1');
    expect(offered().choices).toMatchObject([{ conversationId: 'conv-1', sendsText: true }]);
  });

  test('offers matching titles, and not the word itself', () => {
    const { store, offered } = field();
    store.getState().type('document');
    expect(offered().choices.map(({ conversationId }) => conversationId)).toEqual(['c-1', 'c-2']);
  });

  test('offers a recent id that begins like the text before the text', () => {
    const { store, offered } = field();
    store.getState().type('r-7');
    expect(offered().choices.map(({ conversationId }) => conversationId)).toEqual(['r-77', 'r-7']);
  });

  test('keeps only the length and the ids of a pasted callback', () => {
    const { store, offered } = field();
    store.getState().paste(callback);
    expect(offered().choices.map(({ conversationId }) => conversationId)).toEqual(['conv-9']);
    expect(offered().note).toContain('event-9');
    expect(JSON.stringify(store.getState())).not.toContain('Jane');
    expect(store.getState().pastedLength).toBe(callback.length);
  });

  test("recognises a callback's own id later, and offers the conversation first", () => {
    const { store, offered } = field();
    store.getState().paste(callback);
    store.getState().clear();
    store.getState().type('event-9');
    expect(offered().choices.map(({ conversationId }) => conversationId)).toEqual(['conv-9', 'event-9']);
    expect(offered().note).toContain('callback’s own id');
  });

  test('learns of callbacks from other pages', () => {
    const { store, offered } = field();
    store.getState().rememberCallback('event-5', 'conv-5');
    store.getState().rememberCallback('event-5', undefined);
    store.getState().type('event-5');
    expect(offered().choices[0]?.conversationId).toBe('conv-5');
  });

  test("finds a received callback's own id in the inbox, also a pasted one, and drops what another environment answers", async () => {
    let answer: () => void = () => undefined;
    const store = createOpenFieldStore(async (id) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return id === 'event-7' ? { conversationId: 'conv-7' } : undefined;
    });
    const ids = () => choicesFor(store.getState(), known).choices.map(({ conversationId }) => conversationId);
    store.getState().type('event-7');
    answer();
    await expect.poll(ids).toEqual(['conv-7', 'event-7']);
    store.getState().leave();
    store.getState().type('event-7');
    const late = answer;
    store.getState().leave();
    late();
    await new Promise(setImmediate);
    expect(store.getState().callbacks.size).toBe(0);
    store.getState().paste('event-7');
    answer();
    await expect.poll(() => store.getState().callbacks.get('event-7')).toBe('conv-7');
  });

  test('offers nothing for empty input', () => {
    const { store, offered } = field();
    store.getState().paste('a page of prose\nwithout any id in it');
    expect(offered()).toEqual({ choices: [], note: undefined });
  });
});
