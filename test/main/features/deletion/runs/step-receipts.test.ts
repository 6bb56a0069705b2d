import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { receiptEntry } from '../../../../../main/features/records/journal/deletion-entries.ts';
import type { DeletionChoice } from '../../../../../preload/contract/deletion-runs.ts';
import { KeptCases, sendError } from './kept-cases.ts';
import { environmentId, RunHarness } from './run-harness.ts';

let harness: RunHarness;
let kept: KeptCases;

beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
});
afterEach(() => harness.close());

async function receiptsRead() {
  return (await harness.receipts()).map(({ content = '' }) => JSON.parse(content)).reverse();
}

async function draftOf(ids: readonly string[], choice: DeletionChoice = 'delete') {
  const { draftId } = await harness.prepared(ids, 'DELETE_DATA');
  const draft = harness.runs.draft(environmentId, draftId);
  draft.choose(choice);
  return draft.view();
}

test('each step that was carried out has its receipt, with the request of that step', async () => {
  const ids = kept.add(1, { status: 'IN_PROGRESS' });
  let requests = 0;
  kept.disturb = (id, response) => {
    requests += 1;
    response.setHeader('x-request-id', `request-${requests}`);
    const record = kept.of(id);
    if (record.status === 'EXPIRED') {
      record.gone = true;
    }
    record.status = 'EXPIRED';
    response.writeHead(202).end();
    return true;
  };
  const { runId } = await harness.begin(await draftOf(ids));
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
  expect(await receiptsRead()).toMatchObject([
    { mode: 'EXPIRE', steps: ['EXPIRE'], requestId: 'request-1', read: { found: 'EXPIRED' } },
    { mode: 'DELETE_DATA', steps: ['DELETE_DATA'], requestId: 'request-2', read: { found: 'gone' } },
  ]);
  const [{ receiptIds } = { receiptIds: [] }] = await harness.items(runId);
  expect(receiptIds).toHaveLength(2);
});

test('a first step whose response was lost, and that was not carried out, is sent again', async () => {
  const ids = kept.add(1, { status: 'CREATED' });
  kept.disturb = (id, response) => {
    const isFirst = kept.deletesOf(id).length === 1;
    if (isFirst) {
      response.destroy();
    }
    return isFirst;
  };
  const { runId } = await harness.begin(await draftOf(ids));
  expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ confirmed: 1 });
  expect(kept.deletesOf('c-1')).toEqual(['EXPIRE', 'EXPIRE', 'DELETE_DATA']);
});

test('a step that was carried out keeps its receipt when the next one is refused', async () => {
  const ids = kept.add(1, { status: 'IN_PROGRESS' });
  kept.disturb = (id, response) => {
    const isSecond = kept.deletesOf(id).length === 2;
    if (isSecond) {
      sendError(response, 409, 'CONFLICT', 'ActiveSubscriptionExists');
    }
    return isSecond;
  };
  const { runId } = await harness.begin(await draftOf(ids));
  expect((await harness.until(runId, 'done')).outcomes.refused).toBe(1);
  expect(await receiptsRead()).toMatchObject([{ mode: 'EXPIRE', outcome: 'confirmed' }]);
});

test('a receipt names no step that was not sent: another one had expired the conversation', async () => {
  const ids = kept.add(1, { status: 'IN_PROGRESS' });
  const draft = await draftOf(ids);
  kept.of('c-1').status = 'EXPIRED';
  const later = Date.now() + 11 * 60_000;
  harness.now = () => later;
  const { runId } = await harness.begin(draft);
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
  expect(kept.deletesOf('c-1')).toEqual(['DELETE_DATA']);
  expect((await receiptsRead()).map(({ steps }) => steps)).toEqual([['DELETE_DATA']]);
});

test('the end of AML monitoring has a receipt and an entry of its own, which is no deletion', async () => {
  harness.settings = { ...harness.settings, endMonitoring: true };
  const ids = kept.add(1, { status: 'FINISHED', monitored: true });
  const { runId } = await harness.begin(await draftOf(ids, 'end-monitoring'));
  await harness.until(runId, 'done');
  expect(await receiptsRead()).toMatchObject([
    { mode: 'END_MONITORING', steps: ['END_MONITORING'], outcome: 'confirmed' },
    { mode: 'DELETE_DATA', steps: ['DELETE_DATA'], outcome: 'confirmed' },
  ]);
  await vi.waitUntil(() => harness.journaled.length === 2);
  expect(harness.journaled.map((receipt) => receiptEntry(receipt).kind)).toEqual([
    'monitoring-ended',
    'data-deleted',
  ]);
});

test('the receipt says when the call was sent, not when it was prepared', async () => {
  const ids = kept.add(2, { status: 'IN_PROGRESS' });
  const held: (() => void)[] = [];
  kept.disturb = (id, response) => {
    if (held.length > 0) {
      return false;
    }
    held.push(() => kept.remove(id, false, response));
    return true;
  };
  const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'), { concurrency: 1 });
  // The intent of the second call is recorded while the first is in progress.
  const prepared = { runId, states: ['sending'], after: 0, count: 10 } as const;
  await vi.waitUntil(async () => (await harness.store.request('next', prepared)).length === 2);
  await vi.waitUntil(() => held.length === 1);
  const later = Date.now() + 60_000;
  harness.now = () => later;
  held[0]?.();
  await harness.until(runId, 'done');
  const [first, second] = await receiptsRead();
  expect(Date.parse(first.askedAt)).toBeLessThan(later);
  expect(first.acceptedAt).toBe(new Date(later).toISOString());
  expect(second.askedAt).toBe(new Date(later).toISOString());
});

test('a repeated call that is refused since the first one was carried out late is confirmed', async () => {
  const ids = kept.add(1, { status: 'IN_PROGRESS' });
  kept.disturb = (id, response, count) => {
    if (count === 1) {
      response.writeHead(500).end();
    } else {
      kept.of(id).status = 'EXPIRED';
      sendError(response, 409, 'CONFLICT', 'ConversationAlreadyFinished');
    }
    return true;
  };
  expect((await harness.done(ids, 'EXPIRE')).outcomes).toMatchObject({ confirmed: 1, refused: 0 });
  expect(await receiptsRead()).toMatchObject([{ outcome: 'confirmed', acceptedAt: null }]);
});

test('data that is gone when the call is repeated was deleted by the first call', async () => {
  const ids = kept.add(1, { status: 'FINISHED' });
  kept.disturb = (id, response, count) => {
    if (count === 1) {
      response.writeHead(500).end();
    } else {
      kept.of(id).gone = true;
      sendError(response, 410, 'GONE');
    }
    return true;
  };
  expect((await harness.done(ids, 'DELETE_DATA')).outcomes).toMatchObject({ confirmed: 1, gone: 0 });
  expect(await receiptsRead()).toMatchObject([{ outcome: 'confirmed', acceptedAt: null }]);
});
