import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../../../../main/common/failure.ts';
import { Claims } from '../../../../../main/features/deletion/runs/running/item-queues.ts';
import { KeptCases, sendError } from './kept-cases.ts';
import { RunHarness } from './run-harness.ts';

let harness: RunHarness;
let kept: KeptCases;

beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.close();
});

describe('one conversation in two deletions', () => {
  test('the second run sends nothing while the first works on it, and reads it before', async () => {
    const held: (() => void)[] = [];
    kept.add(1, { status: 'IN_PROGRESS' });
    kept.add(1, { status: 'IN_PROGRESS' }, 'other');
    kept.disturb = (id, response) => {
      if (id === 'c-1' && held.length === 0) {
        held.push(() => kept.remove(id, false, response));
        return true;
      }
      return false;
    };
    const first = await harness.prepared(['c-1'], 'EXPIRE');
    const second = await harness.prepared(['c-1', 'other-1'], 'EXPIRE');
    const { runId } = await harness.begin(first);
    await vi.waitUntil(() => held.length === 1);
    const { runId: otherId } = await harness.begin(second);
    await vi.waitUntil(() => harness.view(otherId).outcomes.confirmed === 1);
    expect(kept.deletesOf('c-1')).toHaveLength(1);
    held[0]?.();
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
    expect((await harness.until(otherId, 'done')).outcomes).toMatchObject({ confirmed: 1, changed: 1 });
    expect(kept.deletesOf('c-1')).toHaveLength(1);
    kept.expectReadsBetween();
  });

  test('what the first run was refused is read before the second one calls it', async () => {
    kept.add(1, { status: 'IN_PROGRESS' });
    kept.disturb = (_id, response, count) => {
      if (count === 1) {
        sendError(response, 409, 'CONFLICT', 'ActiveSubscriptionExists');
      }
      return count === 1;
    };
    const first = await harness.prepared(['c-1'], 'EXPIRE');
    const second = await harness.prepared(['c-1'], 'EXPIRE');
    const { runId } = await harness.begin(first);
    expect((await harness.until(runId, 'done')).outcomes.refused).toBe(1);
    const { runId: otherId } = await harness.begin(second);
    expect((await harness.until(otherId, 'done')).outcomes.confirmed).toBe(1);
    kept.expectReadsBetween();
  });

  test('a run waits while another owner of it is in progress, and reads what that has called', async () => {
    kept.add(1, { status: 'IN_PROGRESS' });
    const draft = await harness.prepared(['c-1'], 'EXPIRE');
    const other = new Claims(harness.owners, harness.settings.baseUrl);
    other.take('c-1');
    const { runId } = await harness.begin(draft);
    await harness.until(runId, 'waiting');
    expect(harness.view(runId)).toMatchObject({ waiting: 1, heldByOthers: 1 });
    harness.sentRequests.add(harness.settings.baseUrl, 'c-1');
    other.release('c-1');
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
    const calls = harness.service.requests.filter(({ url }) => !url.endsWith('/metadata'));
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE', 'GET']);
  });

  test('a run whose rest belongs to a paused one waits for it, and follows once that one is cancelled', async () => {
    kept.add(1, { status: 'IN_PROGRESS' });
    kept.add(1, { status: 'IN_PROGRESS' }, 'other');
    const first = await harness.prepared(['c-1'], 'EXPIRE');
    const second = await harness.prepared(['c-1', 'other-1'], 'EXPIRE');
    const { answer } = harness.service;
    let isLocked = true;
    harness.service.answer = (request, response) =>
      isLocked && request.method === 'GET' && kept.deletesOf('c-1').length > 0
        ? sendError(response, 401, 'UNAUTHORIZED')
        : answer(request, response);
    kept.disturb = (id, response, count) => {
      if (id === 'c-1' && count === 1) {
        response.writeHead(500).end();
        return true;
      }
      return false;
    };
    const { runId } = await harness.begin(first);
    await harness.until(runId, 'paused');
    kept.disturb = () => false;
    isLocked = false;
    const { runId: otherId } = await harness.begin(second);
    await vi.waitUntil(() => harness.view(otherId).outcomes.confirmed === 1);
    const waiting = await harness.until(otherId, 'waiting');
    expect(waiting).toMatchObject({ waiting: 1, heldByOthers: 1, underWay: 0 });
    expect(waiting).not.toHaveProperty('resumesAt');
    await harness.runs.control(runId, 'cancel');
    await harness.until(runId, 'done');
    expect(await harness.until(otherId, 'done')).toMatchObject({
      heldByOthers: 0,
      outcomes: { confirmed: 2 },
    });
    kept.expectReadsBetween();
  });

  test('an interrupted run keeps what it has called until it was read', async () => {
    kept.add(1, { status: 'IN_PROGRESS' });
    const { answer } = harness.service;
    let hangs = true;
    harness.service.answer = (request, response) => {
      if (!hangs || request.method !== 'GET' || kept.deletesOf('c-1').length === 0) {
        answer(request, response);
      }
    };
    const { runId } = await harness.begin(await harness.prepared(['c-1'], 'EXPIRE'));
    await vi.waitUntil(() => harness.view(runId).underWay === 1);
    await harness.restart();
    expect(harness.owners.has(`${harness.settings.baseUrl} c-1`)).toBe(true);
    hangs = false;
    harness.service.closeConnections();
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
    expect(harness.owners.has(`${harness.settings.baseUrl} c-1`)).toBe(false);
  });
});

describe('a run that is cancelled', () => {
  test('keeps what it has called until that was read', async () => {
    const ids = kept.add(1, { status: 'IN_PROGRESS' });
    const { answer } = harness.service;
    let isLocked = true;
    harness.service.answer = (request, response) =>
      isLocked && request.method === 'GET' && kept.deletesOf('c-1').length > 0
        ? sendError(response, 401, 'UNAUTHORIZED')
        : answer(request, response);
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'));
    await harness.until(runId, 'paused');
    isLocked = false;
    const other = new Claims(harness.owners, harness.settings.baseUrl);
    const taken: boolean[] = [];
    const { request } = harness.store;
    vi.spyOn(harness.store, 'request').mockImplementation((...given) => {
      taken.push(other.take('c-1'));
      return request(...given);
    });
    await harness.runs.control(runId, 'cancel');
    expect(taken).toContain(false);
    expect(taken).not.toContain(true);
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
  });

  test('does not read what it may have called while another run works on it', async () => {
    const ids = kept.add(1, { status: 'IN_PROGRESS' });
    kept.disturb = (_id, response) => {
      response.writeHead(500).end();
      return true;
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'), { stopAfter: 1 });
    await harness.until(runId, 'paused');
    await vi.waitUntil(() => harness.view(runId).waiting === 1);
    const other = new Claims(harness.owners, harness.settings.baseUrl);
    expect(other.take('c-1')).toBe(true);
    const requests = harness.service.requests.length;
    const { results } = vi.spyOn(Claims.prototype, 'take').mock;
    await harness.runs.control(runId, 'cancel');
    // Once when it is cancelled, and again before the read.
    await vi.waitUntil(() => results.filter(({ value }) => value === false).length > 1);
    expect(harness.service.requests).toHaveLength(requests);
    other.release('c-1');
    await harness.until(runId, 'done');
    expect(harness.service.requests.length).toBeGreaterThan(requests);
  });
});

describe('an API key that was changed', () => {
  const answerBy = (login: string, isMissing: (id: string) => boolean) => {
    const { answer } = harness.service;
    harness.service.answer = (request, response) =>
      harness.apiKey?.login === login && request.method === 'GET' && isMissing(request.conversationId)
        ? sendError(response, 404, 'NOT_FOUND')
        : answer(request, response);
  };

  test('keeps what it cannot find from being confirmed, and does not stop the others', async () => {
    const ids = kept.add(6, { status: 'FINISHED' });
    answerBy('second', (id) => id === 'c-1');
    kept.disturb = (id, response) => {
      if (id === 'c-1') {
        harness.apiKey = { login: 'second', password: 'password' };
        harness.changed();
        response.writeHead(202).end();
      }
      return id === 'c-1';
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'DELETE_DATA'), { concurrency: 1 });
    await vi.waitUntil(() => harness.view(runId).outcomes.confirmed === 5);
    expect(harness.view(runId)).toMatchObject({ state: 'settling', underWay: 1 });
    await harness.runs.control(runId, 'stopReading');
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ confirmed: 5, accepted: 1 });
    expect(await harness.items(runId)).toMatchObject([
      { outcome: 'accepted', detail: 'other-login' },
      {},
      {},
      {},
      {},
      {},
    ]);
  });

  test('does not make a conversation “already gone” that only the former key could read', async () => {
    const ids = kept.add(3, { status: 'FINISHED' });
    const draft = await harness.prepared(ids, 'DELETE_DATA');
    answerBy('second', () => true);
    harness.apiKey = { login: 'second', password: 'password' };
    harness.changed();
    const { runId } = await harness.begin(draft, { stopAfter: 3 });
    const { outcomes } = await harness.until(runId, 'done', 'paused');
    expect(outcomes).toMatchObject({ failed: 3, gone: 0 });
    expect(await harness.items(runId)).toMatchObject([{ detail: 'other-login' }, {}, {}]);
  });
});

test('a run that is cancelled after a failed write leaves its conversations to other runs', async () => {
  const ids = kept.add(1, { status: 'IN_PROGRESS' });
  const full = new Failure({ code: 'deletion-not-recorded', message: 'The disk is full.' });
  const [first, second] = [await harness.prepared(ids, 'EXPIRE'), await harness.prepared(ids, 'EXPIRE')];
  vi.spyOn(harness.store, 'apply').mockRejectedValueOnce(full);
  const { runId } = await harness.begin(first);
  await harness.until(runId, 'paused');
  expect(harness.owners.has(`${harness.settings.baseUrl} c-1`)).toBe(true);
  await harness.runs.control(runId, 'cancel');
  expect(harness.owners.has(`${harness.settings.baseUrl} c-1`)).toBe(false);
  const other = await harness.begin(second);
  expect((await harness.until(other.runId, 'done')).outcomes.confirmed).toBe(1);
});
