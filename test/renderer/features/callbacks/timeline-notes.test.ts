import { expect, test } from 'vitest';
import type { CallbackRow } from '../../../../preload/contract/callbacks.ts';
import {
  answerText,
  deliveryText,
  duties,
  eventText,
} from '../../../../renderer/features/callbacks/callback-wording.ts';
import { timelineOf } from '../../../../renderer/features/callbacks/timeline-notes.ts';
import { durationText } from '../../../../renderer/ui/duration-text.ts';

let id = 0;
function row(change: Partial<CallbackRow> = {}): CallbackRow {
  id++;
  return {
    id,
    receivedAt: '2026-01-01T10:00:00.000Z',
    source: 'listener',
    state: 'valid',
    relation: 'first',
    attempt: 1,
    isKnown: true,
    answered: 200,
    bytes: 10,
    callbackId: `callback-${id}`,
    conversationId: 'c',
    target: 'CONVERSATION',
    event: 'FINISHED',
    created: '2026-01-01T10:00:00Z',
    ...change,
  };
}

test('duplicates, retries and unknown events have a note, with the time between messages', () => {
  const { entries, notes } = timelineOf([
    row({ answered: 500, callbackId: 'a' }),
    row({ relation: 'retry', attempt: 2, callbackId: 'a', receivedAt: '2026-01-01T10:00:15.000Z' }),
    row({ relation: 'duplicate', attempt: 3, callbackId: 'a', receivedAt: '2026-01-01T10:01:15.000Z' }),
    row({ isKnown: false, target: 'INVOICE', event: 'PAID' }),
    // Nothing is known of how the receiver answered what is in its log.
    row({ source: 'file', answered: undefined, relation: 'retry', attempt: 2 }),
  ]);
  expect(entries.map(({ gapMs }) => gapMs)).toEqual([undefined, 15_000, 60_000, -75_000, 0]);
  expect(entries.map(({ note }) => note?.split(':')[0])).toEqual([
    undefined,
    'Retry',
    'Duplicate',
    'Unknown event',
    undefined,
  ]);
  expect(notes).toEqual([]);
});

test('a callback that was never accepted, and one that is missing, are said', () => {
  const failed = row({ answered: 500, callbackId: 'b' });
  expect(timelineOf([failed, row({ answered: undefined, callbackId: 'b' })]).notes).toEqual([
    'One callback was never accepted. The service tries again for at least 4 days.',
  ]);
  expect(timelineOf([row({ target: 'SUBSCRIPTION', event: 'NEW_DATA' })]).notes).toEqual([
    'Gap: monitoring reported new data, but no callback said that the conversation ended.',
  ]);
  // A pasted callback was answered by another receiver.
  expect(timelineOf([row({ answered: undefined, source: 'pasted' })]).notes).toEqual([]);
  expect(timelineOf([row({ state: 'wrong-signature', answered: 401 })]).notes).toEqual([]);
});

test('an event that arrives after a later one is out of order', () => {
  const { entries } = timelineOf([
    row({ created: '2026-01-01T10:00:05Z' }),
    row({ created: '2026-01-01T10:00:01Z' }),
    row({ created: 'nonsense' }),
  ]);
  expect(entries.map(({ note }) => note?.split(':')[0])).toEqual([undefined, 'Out of order', undefined]);
});

test('rows in words', () => {
  expect(deliveryText({ relation: 'duplicate', attempt: 12, source: 'listener' })).toBe('Duplicate, 12th');
  expect(deliveryText({ relation: 'duplicate', attempt: 22, source: 'listener' })).toBe('Duplicate, 22nd');
  expect(deliveryText({ relation: 'retry', attempt: 3, source: 'listener' })).toBe('Retry 2');
  expect(deliveryText({ relation: 'retry', attempt: 3, source: 'pasted' })).toBe('Repeated, 3rd');
  expect(answerText({ source: 'listener' })).toBe('None');
  expect(eventText({})).toBe('Not a callback');
  expect(durationText(0)).toBe('0 milliseconds');
  expect(durationText(61_000)).toBe('1 minute');
  expect(durationText(4 * 86_400_000)).toBe('4 days');
});

test('a receiver must reject what is not valid, and do nothing for a duplicate', () => {
  const details = { headers: [], body: new Uint8Array() };
  expect(duties({ ...details, row: row({ state: 'wrong-signature' }) })[0]).toMatch(/^Reject it/);
  expect(duties({ ...details, row: row({ state: 'outside-time' }) })[0]).toMatch(/^Reject it/);
  expect(duties({ ...details, row: row({ state: 'not-verified' }), unverified: 'No key.' })[0]).toBe(
    'No key.',
  );
  expect(duties({ ...details, row: row({ relation: 'duplicate' }) })[0]).toMatch(/do nothing else\.$/);
});
