import { expect } from 'vitest';
import { page } from 'vitest/browser';
import {
  type CallbackDetails,
  type CallbackRow,
  callbackRow,
  type ListenerState,
} from '../../../preload/contract/callbacks.ts';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import type { FakeBridge, Replies } from '../fake-bridge.ts';
import { type OpenedWindow, openWindow } from '../window.tsx';

export const table = page.getByRole('grid', { name: 'Received callbacks' });
/** The row at that place in the list. */
export const row = (place: number) => table.getByRole('row').nth(place + 1);
export const details = page.getByRole('complementary', { name: 'Callback' });
export const listener = page.getByRole('region', { name: 'Listener' });
export const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A genuine callback that was answered 200. */
export function newCallback(id: number, change: Partial<CallbackRow> = {}): CallbackRow {
  return callbackRow.parse({
    id,
    receivedAt: new Date(Date.UTC(2026, 0, 15, 12, id)).toISOString(),
    source: 'listener',
    state: 'valid',
    relation: 'first',
    attempt: 1,
    isKnown: true,
    answered: 200,
    bytes: 400,
    callbackId: `callback-${id}`,
    conversationId: idOf(id),
    target: 'CONVERSATION',
    event: 'FINISHED',
    created: new Date(Date.UTC(2026, 0, 15, 11, id)).toISOString(),
    ...change,
  });
}

/** The inbox and the listener of the sandbox as main keeps them. */
export class FakeInbox {
  rows: CallbackRow[];
  state: ListenerState = {
    environmentId: 'sandbox',
    answer: { kind: 'verify' },
    received: 0,
    refused: 0,
  };
  bridge: FakeBridge | undefined;

  constructor(rows: CallbackRow[] = []) {
    this.rows = rows;
  }

  /** A callback arrives at the listener. */
  receive(one: CallbackRow): void {
    this.rows = [one, ...this.rows];
    this.#listen({ received: this.state.received + 1 });
    this.bridge?.send('cases.changed', { environmentId: 'sandbox' });
  }

  #listen(change: Partial<ListenerState>): ListenerState {
    this.state = { ...this.state, ...change };
    this.bridge?.send('callbacks.changed', this.state);
    return this.state;
  }

  replies(): Replies {
    const changed = () => setTimeout(() => this.bridge?.send('cases.changed', { environmentId: 'sandbox' }));
    return {
      'callbacks.listener': () => this.state,
      'callbacks.listeners': () => ({ listeners: this.state.url === undefined ? [] : [this.state] }),
      'callbacks.start': ({ settings }) =>
        this.#listen({
          url: `${settings.tls ? 'https' : 'http'}://127.0.0.1:4000/callback`,
          answer: settings.answer,
        }),
      'callbacks.stop': () => {
        const { url: _, ...off } = this.state;
        this.state = off;
        return this.#listen({});
      },
      'callbacks.answer': ({ answer }) => this.#listen({ answer }),
      'callbacks.list': ({ filter: { show, id }, from, count }) => {
        const found = this.rows.filter(
          (one) =>
            (id === undefined || [one.callbackId, one.conversationId].includes(id)) &&
            (show === 'all' ||
              (show === 'problems' && one.state !== 'valid') ||
              (show === 'repeated' && one.relation !== 'first') ||
              (show === 'unknown' && !one.isKnown)),
        );
        return { total: found.length, rows: found.slice(from, from + count) };
      },
      'callbacks.causes': () => ({ total: 0, grouped: 0, causes: [] }),
      'callbacks.missed': () => ({ missed: [], isCut: false }),
      'callbacks.resent': () => ({ messages: [], isRunning: false }),
      'callbacks.templates': () => ({ templates: [] }),
      'callbacks.get': ({ id }) => detailsOf(this.rows.find((one) => one.id === id) ?? newCallback(id)),
      'callbacks.timeline': ({ conversationId }) => ({
        rows: this.rows.filter((one) => one.conversationId === conversationId).reverse(),
      }),
      'callbacks.add': ({ from }) => {
        const one = newCallback(this.rows.length + 50, { source: from });
        this.rows = [one, ...this.rows];
        changed();
        return { added: [one], notes: [] };
      },
      'callbacks.delete': ({ ids }) => {
        const before = this.rows.length;
        this.rows = ids ? this.rows.filter(({ id }) => !ids.includes(id)) : [];
        changed();
        return { deleted: before - this.rows.length };
      },
      'sandbox.certificate': () => ({
        certificate: '-----BEGIN CERTIFICATE-----',
        key: '-----BEGIN PRIVATE KEY-----',
        authority: '-----BEGIN CERTIFICATE-----',
      }),
      'creation.create': () => {
        const { conversation, notes } = finished({ conversationId: idOf(1), environmentId: 'sandbox' });
        return {
          conversation: { ...conversation, url: 'http://127.0.0.1:8080/conversation/1' },
          notes,
        };
      },
      'sandbox.command': ({ command }) => {
        if (command.kind === 'finish') {
          setTimeout(() => this.receive(newCallback(1)));
        }
        return { conversations: [], now: 0, aheadMs: 0, faults: 0, deliveries: [] };
      },
    };
  }
}

const verdicts: Record<CallbackRow['state'], { code: string; sentence: string }> = {
  valid: { code: 'match', sentence: 'The signature matches: this body was signed with this key.' },
  'not-a-message': { code: 'match', sentence: 'The signature matches.' },
  'outside-time': { code: 'match', sentence: 'The signature matches.' },
  'wrong-signature': { code: 'mismatch', sentence: 'The signature does not match.' },
  'not-verified': { code: 'missing', sentence: 'There is no signature.' },
};

export const bodyOf = (one: CallbackRow) =>
  JSON.stringify({
    id: one.callbackId,
    target: one.target,
    event: one.event,
    payload: { conversation: { id: one.conversationId, userKey: 'user-of-the-body' } },
  });

function detailsOf(one: CallbackRow): CallbackDetails {
  return {
    row: one,
    verification: {
      signature: {
        verdict: one.state === 'wrong-signature' ? 'mismatch' : 'match',
        tried: 1,
        key: { label: 'Sandbox key' },
        ...verdicts[one.state],
      },
      time: { verdict: 'good', sentence: 'The timestamp is 1 second old.', comparedWith: one.receivedAt },
      message: {
        verdict: one.state === 'not-a-message' ? 'incomplete' : 'complete',
        sentences: ['The conversation ended, whatever its result.'],
        missing: [],
        known: one.isKnown,
      },
      bodyBytes: one.bytes,
    },
    method: 'POST',
    path: '/callback',
    headers: [['X-Signature', 'ab'.repeat(32)]],
    body: new TextEncoder().encode(bodyOf(one)),
  };
}

/** The inbox of the sandbox; the case of each callback can be opened. */
export async function openInbox(inbox: FakeInbox, replies: Replies = {}): Promise<OpenedWindow> {
  const opened = await openWindow(
    { ...new FakeCases([newRow(1)]).replies(), ...inbox.replies(), ...replies },
    { hash: '#/callbacks' },
  );
  inbox.bridge = opened.bridge;
  await expect.element(page.getByRole('heading', { level: 1, name: 'Callbacks' })).toBeVisible();
  return opened;
}
