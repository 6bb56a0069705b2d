import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ItemProgress } from '../../../../../main/features/deletion/runs/running/call-sender.ts';
import type { ItemRecord, StoredItem } from '../../../../../main/features/deletion/runs/store/records.ts';
import { type ItemOutcome, itemOutcomes } from '../../../../../preload/contract/deletion-runs.ts';
import { MemoryStore, storedRun } from './memory-store.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
/** A call that was sent and accepted. */
const called = { attempts: 1, askedAt: now - 2000, answeredAt: now - 1000, answer: 'accepted' } as const;

let store: MemoryStore;
let isCancelled: boolean;
let progress: ItemProgress;
beforeEach(() => {
  store = new MemoryStore([{ plan: ['EXPIRE', 'DELETE_DATA'] }]);
  isCancelled = false;
  progress = new ItemProgress({
    run: () => storedRun,
    store,
    absent: () => undefined,
    newId: () => 'receipt-1',
    now: () => now,
    isCancelled: () => isCancelled,
  });
});
afterEach(() => store.close());

/** The only item, in the second of its two steps unless it is said otherwise. */
function item(record: Partial<ItemRecord> = {}, change: Partial<StoredItem> = {}): StoredItem {
  return {
    itemId: 1,
    conversationId: 'c-1',
    plan: ['EXPIRE', 'DELETE_DATA'],
    step: 1,
    state: 'sent',
    outcome: undefined,
    record: { ...called, ...record },
    ...change,
  };
}

describe('the reads of a step', () => {
  test('are counted for each item, from none', () => {
    const other = item({}, { itemId: 2 });
    expect(progress.reads(item())).toBe(0);
    progress.countRead(item());
    progress.countRead(item());
    progress.countRead(other);
    expect([progress.reads(item()), progress.reads(other)]).toEqual([2, 1]);
    progress.resetReads(item());
    expect([progress.reads(item()), progress.reads(other)]).toEqual([0, 1]);
  });

  test('begin at none again with the next step, and are forgotten at the end', async () => {
    progress.countRead(item());
    await progress.endStep(item({}, { step: 0 }), 'confirmed', undefined);
    expect(progress.reads(item())).toBe(0);
    progress.countRead(item());
    await progress.settle(item(), 'accepted');
    expect(progress.reads(item())).toBe(0);
  });
});

describe('a step that has ended', () => {
  const facts = {
    subscriptionActive: true,
    unclear: true,
    userKeyHash: 'salt:hash',
    loginDigest: 'digest',
  } as const;

  test('is followed by the next one, which begins with nothing of it but what was read', async () => {
    const record = {
      ...facts,
      status: 'IN_PROGRESS',
      hadData: false,
      uncertain: true,
      readAt: 1,
      detail: 'old',
      found: 'EXPIRED',
      foundAt: now,
    };
    const value = { status: 'EXPIRED', result: { identity: { user: { name: 'Ann' } } } };
    const result = await progress.endStep(item(record, { step: 0 }), 'confirmed', value);
    const next = {
      ...item({}, { step: 1, state: 'waiting' }),
      record: { ...facts, done: ['EXPIRE'], attempts: 0, status: 'EXPIRED', hadData: true },
    };
    expect(result).toEqual({ item: next, kind: 'answered' });
    expect(store.changes).toEqual([next]);
    expect(store.receipts).toMatchObject([
      {
        receiptId: 'receipt-1',
        at: now,
        mode: 'EXPIRE',
        outcome: 'confirmed',
        read: { found: 'EXPIRED' },
      },
    ]);
  });

  test('counts as done by this run only if that was proved, and after those before it', async () => {
    const record = { done: ['END_MONITORING' as const] };
    const plan: StoredItem['plan'] = ['END_MONITORING', 'EXPIRE', 'DELETE_DATA'];
    const done = async (proof: 'confirmed' | 'finished' | undefined) =>
      (await progress.endStep(item(record, { plan }), proof, undefined)).item.record.done;
    expect(await done('confirmed')).toEqual(['END_MONITORING', 'EXPIRE']);
    expect(await done('finished')).toEqual(['END_MONITORING']);
    expect(store.receipts.map(({ outcome }) => outcome)).toEqual(['confirmed', 'finished']);
    expect(await done(undefined)).toEqual(['END_MONITORING']);
    expect(store.receipts).toHaveLength(2);
  });

  test('has the status and the data of the last read where it was not read', async () => {
    const record = { status: 'FINISHED', hadData: true };
    const read = async (value: Parameters<ItemProgress['endStep']>[2]) => {
      const { status, hadData } = (await progress.endStep(item(record, { step: 0 }), 'confirmed', value)).item
        .record;
      return { status, hadData };
    };
    expect(await read(undefined)).toEqual(record);
    expect(await read({})).toEqual({ status: 'FINISHED', hadData: false });
  });

  test('is the last one in a run that was cancelled: the outcome says whether anything was done', async () => {
    isCancelled = true;
    const ended = async (proof: 'confirmed' | undefined, record: Partial<ItemRecord> = {}) => {
      const { item: last, kind } = await progress.endStep(item(record, { step: 0 }), proof, undefined);
      expect([last.state, last.step, kind]).toEqual(['done', 1, 'answered']);
      return last.outcome;
    };
    expect(await ended('confirmed')).toBe('incomplete');
    expect(await ended(undefined)).toBe('withdrawn');
    expect(await ended(undefined, { done: [] })).toBe('withdrawn');
    expect(await ended(undefined, { done: ['END_MONITORING'] })).toBe('incomplete');
    expect(store.receipts).toMatchObject([{ outcome: 'confirmed' }]);
  });

  test.each([
    ['confirmed', 'confirmed'],
    ['finished', 'finished'],
    [undefined, 'confirmed'],
  ] as const)('ends the item if none follows: %s', async (proof, outcome) => {
    const result = await progress.endStep(item(), proof, undefined);
    expect(result).toMatchObject({ item: { step: 1, state: 'done', outcome }, kind: 'answered' });
    expect(store.receipts).toMatchObject([{ mode: 'DELETE_DATA', outcome }]);
  });
});

describe('an item that has ended', () => {
  test.each(itemOutcomes)('is on disk with its outcome: %s', async (outcome) => {
    const result = await progress.settle(item(), outcome);
    expect(result).toEqual({
      item: item({}, { state: 'done', outcome }),
      kind: outcome === 'confirmed' || outcome === 'finished' ? 'answered' : 'neutral',
    });
    expect(store.changes).toEqual([result.item]);
    const { outcomes } = await store.request('counts', { runId: storedRun.runId });
    expect(outcomes).toEqual({ [outcome]: 1 });
    const hasReceipt = ['confirmed', 'accepted', 'finished', 'unknown'].includes(outcome);
    expect(store.receipts.map((receipt) => receipt.outcome)).toEqual(hasReceipt ? [outcome] : []);
  });

  test.each<[ItemOutcome, Partial<ItemRecord>, ItemOutcome]>([
    ['failed', { uncertain: true, done: ['EXPIRE'] }, 'unknown'],
    ['changed', { uncertain: true }, 'unknown'],
    ['failed', { done: ['EXPIRE'] }, 'incomplete'],
    ['changed', { done: ['EXPIRE'] }, 'incomplete'],
    ['failed', { done: [] }, 'failed'],
    ['changed', { uncertain: false }, 'changed'],
    ['refused', { uncertain: true, done: ['EXPIRE'] }, 'refused'],
    ['gone', { uncertain: true, done: ['EXPIRE'] }, 'gone'],
  ])(
    'says that nothing was done only where that is certain: %s, %j is %s',
    async (ended, record, outcome) => {
      expect((await progress.settle(item(record), ended)).item.outcome).toBe(outcome);
      expect(store.receipts.map((receipt) => receipt.outcome)).toEqual(
        outcome === 'unknown' ? ['unknown'] : [],
      );
    },
  );

  test('whose first step was accepted and not confirmed is not one whose deletion was accepted', async () => {
    const ended = await progress.settle(item({}, { step: 0 }), 'accepted');
    expect(ended.item).toMatchObject({ outcome: 'incomplete', record: { detail: 'first-not-confirmed' } });
    expect(store.receipts).toMatchObject([{ mode: 'EXPIRE', outcome: 'accepted' }]);
    const gone = await progress.settle(item({}, { step: 0 }), 'accepted', { detail: 'gone' });
    expect(gone.item).toMatchObject({ outcome: 'incomplete', record: { detail: 'gone' } });
  });

  test('has no second receipt with the outcome that one of a former version gives', async () => {
    await progress.settle(item({ receipt: 'confirmed' }), 'confirmed');
    expect(store.receipts).toEqual([]);
    await progress.settle(item({ receipt: 'accepted' }), 'confirmed');
    expect(store.receipts).toMatchObject([{ outcome: 'confirmed' }]);
  });

  test('keeps what the last response or read said, unless the effect was confirmed', async () => {
    const detail = async (outcome: ItemOutcome, given?: string) =>
      (await progress.settle(item({ detail: 'before' }), outcome, { detail: given })).item.record.detail;
    expect(await detail('unknown')).toBe('before');
    expect(await detail('confirmed')).toBeUndefined();
    expect(await detail('unknown', 'now')).toBe('now');
    expect(await detail('confirmed', 'gone')).toBeUndefined();
  });

  test.each<[Partial<ItemRecord>, string | undefined]>([
    [{ answer: 'accepted' }, undefined],
    [{ answer: 'unknown' }, 'no-reply'],
    [{ answer: undefined }, 'no-reply'],
    [{ answer: undefined, attempts: 0 }, 'no-call'],
  ])('says what is not known of a confirmed effect: after %j, %s', async (record, detail) => {
    expect((await progress.settle(item(record), 'confirmed')).item.record.detail).toBe(detail);
  });
});
