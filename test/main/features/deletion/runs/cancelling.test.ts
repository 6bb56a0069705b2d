import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runProgress, runStateText } from '../../../../../preload/wording/deletion-runs.ts';
import { KeptCases, sendError } from './kept-cases.ts';
import { environmentId, RunHarness } from './run-harness.ts';

let harness: RunHarness;
let kept: KeptCases;

beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
});
afterEach(() => harness.close());

const failing = (_id: string, response: ServerResponse) => {
  response.writeHead(500).end();
  return true;
};

/** A run paused after a call without a usable response, which a read has shown to be without effect so far. */
async function pausedAfterUnusableResponse(): Promise<string> {
  const ids = kept.add(1, { status: 'IN_PROGRESS' });
  kept.disturb = (id, response) => {
    void harness.runs.control(runId, 'pause');
    return failing(id, response);
  };
  const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'));
  await vi.waitUntil(() => {
    const { state, waiting, underWay } = harness.view(runId);
    return state === 'paused' && waiting === 1 && underWay === 0 && kept.deletesOf('c-1').length === 1;
  });
  kept.disturb = () => false;
  return runId;
}

async function receiptsRead() {
  return (await harness.receipts()).map(({ content = '' }) => JSON.parse(content)).reverse();
}

describe('a call sent before a run is cancelled', () => {
  test('is read, and has a receipt if it was carried out after all', async () => {
    const runId = await pausedAfterUnusableResponse();
    kept.of('c-1').status = 'EXPIRED';
    await harness.runs.control(runId, 'cancel');
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ confirmed: 1, withdrawn: 0 });
    expect(await receiptsRead()).toMatchObject([{ outcome: 'confirmed', read: { found: 'EXPIRED' } }]);
  });

  test('is not known, with a receipt, if no read shows an effect; it is not sent again', async () => {
    const runId = await pausedAfterUnusableResponse();
    await harness.runs.control(runId, 'cancel');
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ unknown: 1, withdrawn: 0 });
    expect(await receiptsRead()).toMatchObject([{ outcome: 'unknown', acceptedAt: null }]);
    expect(kept.deletesOf('c-1')).toHaveLength(1);
  });

  test('is settled also if its read comes back only after the cancellation', async () => {
    kept.add(1, { status: 'IN_PROGRESS' });
    kept.disturb = failing;
    const { answer } = harness.service;
    const held: (() => void)[] = [];
    let holds = true;
    harness.service.answer = (request, response) => {
      if (holds && request.method === 'GET' && kept.deletesOf('c-1').length > 0) {
        held.push(() => answer(request, response));
      } else {
        answer(request, response);
      }
    };
    const { runId } = await harness.begin(await harness.prepared(['c-1'], 'EXPIRE'));
    await vi.waitUntil(() => held.length === 1);
    const cancelled = harness.runs.control(runId, 'cancel');
    holds = false;
    held[0]?.();
    await cancelled;
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ unknown: 1 });
    expect(kept.deletesOf('c-1')).toHaveLength(1);
  });

  test('the first of two steps: it has its receipt, and the outcome says that the rest was not sent', async () => {
    const ids = kept.add(2, { status: 'IN_PROGRESS' });
    const { draftId } = await harness.prepared(ids, 'DELETE_DATA');
    const draft = harness.runs.draft(environmentId, draftId);
    kept.disturb = () => {
      void harness.runs.control(runId, 'pause');
      return false;
    };
    const { runId } = await harness.begin(draft.view(), { concurrency: 1 });
    await vi.waitUntil(() => {
      const { state, waiting } = harness.view(runId);
      return state === 'paused' && waiting === 2 && kept.deletesOf('c-1').length === 1;
    });
    await harness.runs.control(runId, 'cancel');
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ incomplete: 1, withdrawn: 1 });
    expect(await receiptsRead()).toMatchObject([
      { conversationId: 'c-1', mode: 'EXPIRE', steps: ['EXPIRE'], outcome: 'confirmed' },
    ]);
    expect(await harness.items(runId)).toMatchObject([
      { outcome: 'incomplete', done: ['EXPIRE'], receiptIds: [expect.any(String)] },
      { outcome: 'withdrawn', done: [], receiptIds: [] },
    ]);
  });

  test('the first of two steps, carried out only after the cancellation: the run ends, and the step has its receipt', async () => {
    const ids = kept.add(1, { status: 'IN_PROGRESS' });
    const { draftId } = await harness.prepared(ids, 'DELETE_DATA');
    const draft = harness.runs.draft(environmentId, draftId);
    kept.disturb = (_id, response) => {
      response.writeHead(202).end();
      return true;
    };
    const { runId } = await harness.begin(draft.view());
    const readsAfterCall = () => {
      const { requests } = harness.service;
      const sent = requests.findIndex(({ method }) => method === 'DELETE');
      return sent === -1 ? 0 : requests.slice(sent).filter(({ method }) => method === 'GET').length;
    };
    await vi.waitUntil(() => readsAfterCall() > 0);
    await harness.runs.control(runId, 'cancel');
    kept.of('c-1').status = 'EXPIRED';
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ incomplete: 1 });
    expect(await receiptsRead()).toMatchObject([
      { conversationId: 'c-1', mode: 'EXPIRE', steps: ['EXPIRE'], outcome: 'confirmed' },
    ]);
    expect(kept.deletesOf('c-1')).toEqual(['EXPIRE']);
  });
});

describe('a cancelled run that cannot read', () => {
  async function cancelledWithoutAccess(): Promise<string> {
    kept.add(1, { status: 'IN_PROGRESS' });
    const { answer } = harness.service;
    harness.service.answer = (request, response) =>
      isLocked && request.method === 'GET' && kept.deletesOf('c-1').length > 0
        ? sendError(response, 401, 'UNAUTHORIZED')
        : answer(request, response);
    let isLocked = true;
    unlock = () => {
      isLocked = false;
    };
    const { runId } = await harness.begin(await harness.prepared(['c-1'], 'EXPIRE'));
    await harness.until(runId, 'paused');
    await harness.runs.control(runId, 'cancel');
    await vi.waitUntil(() => harness.view(runId).failure !== undefined);
    expect(harness.view(runId)).toMatchObject({
      state: 'settling',
      underWay: 1,
      failure: { code: 'credentials-rejected' },
    });
    return runId;
  }
  let unlock: () => void;

  test('says why, and reads again when it is asked to', async () => {
    const runId = await cancelledWithoutAccess();
    await harness.runs.control(runId, 'pause');
    expect(harness.view(runId).state).toBe('settling');
    unlock();
    await harness.runs.control(runId, 'resume');
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
  });

  test('ends without the reads when that is wanted: the receipt says that the call was accepted', async () => {
    const runId = await cancelledWithoutAccess();
    await harness.runs.control(runId, 'stopReading');
    expect((await harness.until(runId, 'done')).outcomes.accepted).toBe(1);
    expect(await receiptsRead()).toMatchObject([{ outcome: 'accepted', acceptedAt: expect.any(String) }]);
  });

  test('ends once, with one receipt, when that is asked for twice at the same time', async () => {
    const runId = await cancelledWithoutAccess();
    const stop = () => harness.runs.control(runId, 'stopReading');
    await Promise.allSettled([stop(), stop()]);
    expect((await harness.until(runId, 'done')).outcomes.accepted).toBe(1);
    expect(await receiptsRead()).toHaveLength(1);
  });
});

test('reading is not stopped while calls may still be sent', async () => {
  kept.add(1, { status: 'IN_PROGRESS' });
  harness.holdMs = 60_000;
  await harness.restart();
  const { runId } = await harness.begin(await harness.prepared(['c-1'], 'EXPIRE'));
  await expect(harness.runs.control(runId, 'stopReading')).rejects.toMatchObject({ code: 'invalid-input' });
});

test('the console starts while the service does not answer, though a cancelled run has something to read', async () => {
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
  // It is not finished when the console is closed.
  harness.runs.control(runId, 'cancel').catch(() => undefined);
  await vi.waitUntil(() => harness.view(runId).state === 'settling');
  await harness.restart();
  expect(harness.view(runId)).toMatchObject({ state: 'settling', underWay: 1 });
  // Only the read that closing the console ended: the start did not wait until one timed out.
  expect(harness.service.aborted.length).toBeLessThanOrEqual(1);
  hangs = false;
  harness.service.closeConnections();
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
});

describe('the environment of a run', () => {
  /** Begins a run of five, one at a time, and changes something while its third call is answered. */
  async function changedAtTheThird(change: () => void) {
    const ids = kept.add(5, { status: 'IN_PROGRESS' });
    kept.disturb = (id) => {
      if (id === 'c-3') {
        change();
      }
      return false;
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'), { concurrency: 1 });
    return harness.until(runId, 'done');
  }

  test.each([
    ['another name', { name: 'Acme 2' }],
    ['another kind', { kind: 'production' as const }],
  ])('has %s: the run is cancelled, and what was sent is confirmed', async (_change, change) => {
    const run = await changedAtTheThird(() => {
      harness.settings = { ...harness.settings, ...change };
      harness.changed();
    });
    expect(run.outcomes).toMatchObject({ confirmed: 3, withdrawn: 2 });
    expect(`${runStateText(run)}, ${runProgress(run)}`).toBe('Cancelled, 3 of 5 expired');
    expect(harness.service.sent('DELETE')).toHaveLength(3);
  });

  test.each<[string, () => void]>([
    [
      'has another address',
      () => {
        harness.settings = { ...harness.settings, baseUrl: 'https://elsewhere.example' };
      },
    ],
    [
      'was deleted',
      () => {
        harness.isDeleted = true;
      },
    ],
  ])('%s: the run is cancelled, and what was sent has a receipt without a read', async (_what, change) => {
    const { outcomes, failure } = await changedAtTheThird(() => {
      change();
      harness.changed();
    });
    expect(outcomes).toMatchObject({ withdrawn: 2, failed: 0, unknown: 0 });
    expect(outcomes.confirmed + outcomes.accepted).toBe(3);
    expect(outcomes.accepted).toBeGreaterThan(0);
    expect(failure).toBeUndefined();
    expect(await harness.receipts()).toHaveLength(3);
    expect(harness.service.sent('DELETE')).toHaveLength(3);
  });

  test('has another name since the console was closed: the run is cancelled at the start', async () => {
    const ids = kept.add(3, { status: 'IN_PROGRESS' });
    kept.disturb = () => {
      void harness.runs.control(runId, 'pause');
      return false;
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'), { concurrency: 1 });
    await vi.waitUntil(() => harness.view(runId).outcomes.confirmed === 1);
    harness.settings = { ...harness.settings, name: 'Acme 2' };
    await harness.restart();
    const run = await harness.until(runId, 'done');
    expect(`${runStateText(run)}, ${runProgress(run)}`).toBe('Cancelled, 1 of 3 expired');
    expect(harness.service.sent('DELETE')).toHaveLength(1);
  });

  test('is not the selected one any more: a run that has begun goes on', async () => {
    const { outcomes } = await changedAtTheThird(() => {
      harness.selected = 'another';
      harness.runs.selectionChanged();
    });
    expect(outcomes).toMatchObject({ confirmed: 5, withdrawn: 0 });
  });
});

describe('a call that waits for what it is sent with', () => {
  /** A run whose call has an intent on disk, and waits for a key that never comes. */
  async function waitingForKey(): Promise<string> {
    const ids = kept.add(1, { status: 'IN_PROGRESS' });
    const draft = await harness.prepared(ids, 'EXPIRE');
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const never = new Promise<never>(() => undefined);
    Object.defineProperty(harness, 'apiKey', {
      get() {
        resolve();
        return never;
      },
    });
    harness.changed();
    const { runId } = await harness.begin(draft);
    await asked;
    return runId;
  }

  test('is let go when the run is cancelled, and counts as not sent', async () => {
    const runId = await waitingForKey();
    await harness.runs.control(runId, 'cancel');
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ withdrawn: 1 });
    expect(kept.deletesOf('c-1')).toEqual([]);
  });

  test('is let go when the console is closed, and is recorded as not sent', async () => {
    const runId = await waitingForKey();
    await harness.runs.close();
    expect(await harness.store.request('counts', { runId })).toMatchObject({ waiting: 1, underWay: 0 });
    expect(kept.deletesOf('c-1')).toEqual([]);
  });
});
