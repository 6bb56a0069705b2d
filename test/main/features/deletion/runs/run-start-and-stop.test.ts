import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeptCases } from './kept-cases.ts';
import { environmentId, RunHarness } from './run-harness.ts';

let harness: RunHarness;
let kept: KeptCases;

beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
});
afterEach(() => harness.close());

describe('stopping', () => {
  test('pauses and resumes; what is under way is settled meanwhile', async () => {
    const ids = kept.add(12, { status: 'IN_PROGRESS' });
    const held: (() => void)[] = [];
    let holds = true;
    kept.disturb = (id, response) => {
      if (!holds) {
        return false;
      }
      held.push(() => kept.remove(id, false, response));
      return true;
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'));
    await vi.waitUntil(() => held.length === 4);
    await harness.runs.control(runId, 'pause');
    holds = false;
    for (const release of held) {
      release();
    }
    await vi.waitUntil(() => harness.view(runId).outcomes.confirmed === 4);
    expect(harness.view(runId)).toMatchObject({ state: 'paused', waiting: 8, underWay: 0 });
    expect(harness.service.sent('DELETE')).toHaveLength(4);
    await harness.runs.control(runId, 'resume');
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(12);
  });

  test('cancels: sends nothing more and settles what was sent', async () => {
    const ids = kept.add(12, { status: 'IN_PROGRESS' });
    const held: (() => void)[] = [];
    kept.disturb = (id, response) => {
      held.push(() => kept.remove(id, false, response));
      return true;
    };
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'));
    await vi.waitUntil(() => held.length === 4);
    const cancelled = harness.runs.control(runId, 'cancel');
    for (const release of held) {
      release();
    }
    await cancelled;
    const run = await harness.until(runId, 'done');
    expect(run.outcomes).toMatchObject({ confirmed: 4, withdrawn: 8 });
    expect(harness.service.sent('DELETE')).toHaveLength(4);
  });
});

describe('the hold', () => {
  beforeEach(async () => {
    harness.holdMs = 60_000;
    await harness.restart();
  });

  test('sends nothing, and everything can be taken back', async () => {
    const ids = kept.add(3, { status: 'IN_PROGRESS' });
    const { runId, state } = await harness.begin(await harness.prepared(ids, 'EXPIRE'));
    expect(state).toBe('holding');
    await harness.runs.control(runId, 'cancel');
    expect((await harness.until(runId, 'done')).outcomes.withdrawn).toBe(3);
    expect(harness.service.sent('DELETE')).toHaveLength(0);
  });

  test('ends when another environment is selected: nothing is sent', async () => {
    const ids = kept.add(3, { status: 'IN_PROGRESS' });
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'));
    harness.selected = 'another';
    harness.runs.selectionChanged();
    expect((await harness.until(runId, 'done')).outcomes.withdrawn).toBe(3);
  });

  test('is offered again after a restart, and sends nothing by itself', async () => {
    const ids = kept.add(3, { status: 'IN_PROGRESS' });
    const { runId } = await harness.begin(await harness.prepared(ids, 'EXPIRE'));
    await harness.restart();
    expect(harness.view(runId).state).toBe('interrupted');
    expect(harness.service.sent('DELETE')).toHaveLength(0);
    await harness.runs.control(runId, 'resume');
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
  });
});

describe('confirming', () => {
  test('asks for the count, and in production for the name of the environment', async () => {
    harness.settings = { ...harness.settings, kind: 'production' };
    const draft = await harness.prepared(kept.add(3, { status: 'IN_PROGRESS' }), 'EXPIRE');
    const input = {
      environmentId,
      draftId: draft.draftId,
      reason: 'other' as const,
      pace: { concurrency: 1, stopAfter: 1 },
    };
    for (const wrong of [
      { count: '2', environmentName: 'Acme' },
      { count: '', environmentName: 'Acme' },
      { count: '3', environmentName: 'acme' },
      { count: '3' },
    ]) {
      await expect(harness.runs.start({ ...input, ...wrong })).rejects.toMatchObject({
        code: 'confirmation-mismatch',
      });
    }
    expect(harness.service.sent('DELETE')).toHaveLength(0);
    const { runId } = await harness.runs.start({ ...input, count: '3', environmentName: 'Acme' });
    expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
  });

  test('refuses an environment that is read-only', async () => {
    const draft = await harness.prepared(kept.add(1, { status: 'IN_PROGRESS' }), 'EXPIRE');
    harness.settings = { ...harness.settings, readOnly: true };
    await expect(harness.begin(draft)).rejects.toMatchObject({ code: 'environment-read-only' });
  });

  test('refuses a preview whose environment was given another address', async () => {
    const draft = await harness.prepared(kept.add(1, { status: 'IN_PROGRESS' }), 'EXPIRE');
    harness.settings = { ...harness.settings, baseUrl: 'http://127.0.0.1:1' };
    await expect(harness.begin(draft)).rejects.toMatchObject({ code: 'preview-outdated' });
  });

  test('starts one preview once', async () => {
    const draft = await harness.prepared(kept.add(2, { status: 'IN_PROGRESS' }), 'EXPIRE');
    const both = await Promise.allSettled([harness.begin(draft), harness.begin(draft)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
