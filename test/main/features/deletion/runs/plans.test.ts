import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../../../main/common/failure.ts';
import { EarlyDeletions } from '../../../../../main/features/deletion/early-deletions.ts';
import { maxPlannedMs, missedAfterMs } from '../../../../../preload/contract/deletion-runs.ts';
import type { NewEntry } from '../../../../../preload/contract/new-entry.ts';
import { KeptCases } from './kept-cases.ts';
import { RunHarness } from './run-harness.ts';

const hour = 3_600_000;
let harness: RunHarness;
let kept: KeptCases;
let journal: NewEntry[];
/** The conversations that are kept on purpose, and those that must still be kept. */
let held: string[];
let early: string[];
const isEarly = (id: string) => early.includes(id) && !held.includes(id);

beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
  kept.add(3, { status: 'FINISHED' });
  harness.longestWaitMs = 10;
  journal = [];
  held = [];
  early = [];
  harness.early = new EarlyDeletions({
    find: async (_, conversations) => {
      const ids = conversations.map(({ conversationId }) => conversationId);
      return { held: ids.filter((id) => held.includes(id)), early: ids.filter(isEarly), unknown: [] };
    },
    append: async (entries) => void journal.push(...entries),
  });
});
afterEach(() => harness.close());

const ids = ['c-1', 'c-2', 'c-3'];
const deletes = () => harness.service.sent('DELETE').length;
const plan = async (startsAt: number, earlyReason?: string) =>
  harness.begin(
    await harness.prepared(ids, 'DELETE_DATA'),
    {},
    { startsAt, ...(earlyReason && { earlyReason }) },
  );
/** Resolves when the clock was looked at so often. */
async function looked(times: number): Promise<void> {
  let looks = 0;
  const { now } = harness;
  harness.now = () => {
    looks += 1;
    return now();
  };
  await expect.poll(() => looks).toBeGreaterThanOrEqual(times);
  harness.now = now;
}
/** Closes the console, and opens it again at another time. */
async function reopenAt(time: number): Promise<void> {
  await harness.runs.close();
  harness.now = () => time;
  await harness.restart();
}

test('a planned run is in the journal, sends nothing before its time, and then begins by itself', async () => {
  const startsAt = Date.now() + hour;
  const { runId, state } = await plan(startsAt);
  expect(state).toBe('planned');
  expect(journal).toEqual([
    {
      kind: 'deletion-planned',
      environmentId: 'acme',
      details: { run: runId, conversations: 3, startsAt: new Date(startsAt).toISOString() },
    },
  ]);
  const reads = harness.service.sent('GET').length;
  await looked(3);
  expect(deletes()).toBe(0);
  harness.now = () => startsAt;
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
  // Before each call although the preview is seconds old, and after it.
  expect(harness.service.sent('GET').length - reads).toBeGreaterThanOrEqual(6);
});

test('it survives a restart, and begins if the console is opened a moment after its time', async () => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  await reopenAt(startsAt - 1000 * 60);
  expect(harness.view(runId)).toMatchObject({ state: 'planned', startsAt, total: 3, waiting: 3 });
  await reopenAt(startsAt + missedAfterMs / 2);
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
});

test('one that was missed sends nothing before a user starts it', async () => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  await reopenAt(startsAt + missedAfterMs + 1);
  expect(harness.view(runId).state).toBe('missed');
  await reopenAt(startsAt + 24 * hour);
  expect(harness.view(runId).state).toBe('missed');
  expect(deletes()).toBe(0);
  await harness.runs.control(runId, 'resume');
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
});

test.each(['planned', 'missed'] as const)('one that is %s can be cancelled', async (state) => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  if (state === 'missed') {
    await reopenAt(startsAt + hour);
  }
  await harness.runs.control(runId, 'cancel');
  expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ withdrawn: 3, confirmed: 0 });
  expect(deletes()).toBe(0);
});

test('pausing does not turn a planned run into one that goes on at another time', async () => {
  const { runId } = await plan(Date.now() + hour);
  await harness.runs.control(runId, 'pause');
  expect(harness.view(runId).state).toBe('planned');
});

test.each([
  ['name', { name: 'Acme 2' }],
  ['address', { baseUrl: 'http://127.0.0.1:1' }],
  ['kind', { kind: 'production' }],
] as const)(
  'it is cancelled when the %s of its environment changes, also while the console is closed',
  async (_, change) => {
    const { runId } = await plan(Date.now() + hour);
    harness.settings = { ...harness.settings, ...change };
    await harness.restart();
    expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ withdrawn: 3 });
    expect(deletes()).toBe(0);
  },
);

test('conversations changed since are not deleted: monitoring that was begun, and data that must be kept now', async () => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  kept.of('c-1').monitored = true;
  held = ['c-2'];
  harness.now = () => startsAt;
  expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ confirmed: 1, changed: 2 });
  expect(kept.deletesOf('c-1')).toEqual([]);
  expect(kept.deletesOf('c-2')).toEqual([]);
  const items = await harness.items(runId);
  expect(items.find(({ conversationId }) => conversationId === 'c-2')?.detail).toBe('kept-since');
});

test('data that had to be kept when it was planned is deleted, since a reason was given then', async () => {
  held = ['c-2'];
  await expect(plan(Date.now() + hour)).rejects.toMatchObject({ code: 'confirmation-mismatch' });
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt, 'The case is closed');
  harness.now = () => startsAt;
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
});

test('a reason for data that must still be kept is none for data that is kept on purpose since', async () => {
  early = ['c-1', 'c-2'];
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt, 'The customer asked for it');
  held = ['c-2'];
  harness.now = () => startsAt;
  expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ confirmed: 2, changed: 1 });
  expect(kept.deletesOf('c-2')).toEqual([]);
});

test('a conversation kept on purpose while a run is paused is not deleted when it goes on', async () => {
  kept.disturb = (id, response) => {
    if (id !== 'c-1') {
      return false;
    }
    response.writeHead(401).end();
    return true;
  };
  const { runId } = await harness.begin(await harness.prepared(ids, 'DELETE_DATA'), { concurrency: 1 });
  await harness.until(runId, 'paused');
  held = ['c-2'];
  await harness.restart();
  expect(harness.view(runId).state).toBe('interrupted');
  kept.disturb = () => false;
  await harness.runs.control(runId, 'resume');
  expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ confirmed: 2, changed: 1 });
  expect(kept.deletesOf('c-2')).toEqual([]);
});

test('a conversation kept on purpose while a run sends is not deleted, also if it was expired already', async () => {
  kept.of('c-2').status = 'IN_PROGRESS';
  kept.disturb = (id, response, count) => {
    if (id === 'c-2' && count === 1) {
      held = ['c-2'];
      // It has expired by now, and a rule for expired conversations says when.
      early = ['c-2', 'c-3'];
      kept.remove(id, false, response);
      return true;
    }
    return false;
  };
  const draft = await harness.prepared(['c-2'], 'DELETE_DATA');
  const { runId } = await harness.begin(draft, { concurrency: 1 });
  expect((await harness.until(runId, 'done')).outcomes).toMatchObject({ incomplete: 1 });
  expect(kept.deletesOf('c-2')).toEqual(['EXPIRE']);
  expect(await harness.items(runId)).toMatchObject([{ outcome: 'incomplete', detail: 'kept-since' }]);
});

test('a conversation that a run has expired is deleted, although a period begins with that', async () => {
  kept.of('c-2').status = 'IN_PROGRESS';
  kept.disturb = () => {
    early = ['c-2'];
    return false;
  };
  const { runId } = await harness.begin(await harness.prepared(['c-2'], 'DELETE_DATA'));
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(1);
});

test('it sends nothing while it is not known what must be kept', async () => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  harness.early = new EarlyDeletions({
    find: async () => {
      throw new Error('The list of cases is not open.');
    },
    append: async () => undefined,
  });
  harness.now = () => startsAt;
  await harness.until(runId, 'paused');
  expect(harness.logged).toContainEqual(new Error('The list of cases is not open.'));
  expect(deletes()).toBe(0);
});

test('one whose beginning cannot be recorded is paused and says why', async () => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  const { request } = harness.store;
  const full = new Failure({ code: 'deletion-not-recorded', message: 'The disk is full.' });
  const writes = vi.spyOn(harness.store, 'request').mockImplementation(async (name, ...given) => {
    if (name === 'setRun') {
      throw full;
    }
    return request(name, ...given);
  });
  harness.now = () => startsAt;
  const { failure } = await harness.until(runId, 'paused');
  expect(failure).toMatchObject({ code: 'deletion-not-recorded' });
  expect(deletes()).toBe(0);
  writes.mockRestore();
  await harness.runs.control(runId, 'resume');
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
});

test('a computer that slept over the time has missed it', async () => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  harness.now = () => startsAt + missedAfterMs + 1;
  await looked(1);
  expect(harness.view(runId).state).toBe('missed');
  expect(deletes()).toBe(0);
});

test('one that was missed only because the clock was wrong for a while begins at its time', async () => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  harness.now = () => startsAt + 24 * hour;
  await looked(3);
  expect(harness.view(runId).state).toBe('missed');
  harness.now = () => startsAt - 1000;
  await looked(2);
  expect(harness.view(runId).state).toBe('planned');
  harness.now = () => startsAt;
  expect((await harness.until(runId, 'done')).outcomes.confirmed).toBe(3);
});

test('a time that has passed or is more than thirty days ahead is refused', async () => {
  for (const startsAt of [Date.now() - 1, Date.now() + maxPlannedMs + hour]) {
    await expect(plan(startsAt)).rejects.toMatchObject({ code: 'invalid-input' });
  }
  expect(harness.runs.list()).toEqual([]);
});

test('a cancellation that cannot be recorded says that the run would begin after a restart, and is recorded by itself', async () => {
  const startsAt = Date.now() + hour;
  const { runId } = await plan(startsAt);
  const full = new Failure({ code: 'deletion-not-recorded', message: 'The disk is full.' });
  const writes = vi.spyOn(harness.store, 'request').mockRejectedValue(full);
  await expect(harness.runs.control(runId, 'cancel')).rejects.toMatchObject({
    hint: expect.stringContaining('this run begins at its time once it was started again'),
  });
  await expect.poll(() => writes.mock.calls.length).toBeGreaterThan(2);
  expect(harness.view(runId)).toMatchObject({ state: 'settling', waiting: 3 });
  writes.mockRestore();
  await harness.until(runId, 'done');
  await reopenAt(startsAt);
  expect([harness.view(runId).state, deletes()]).toEqual(['done', 0]);
});
