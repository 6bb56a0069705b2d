import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startComposed } from '../../../support/composed.ts';
import { startDeletion } from '../../../support/deletion-run.ts';
import { RecordingService, sendConversation } from '../../../support/recording-service.ts';

let service: RecordingService;
let status: string;
beforeEach(async () => {
  status = 'FINISHED';
  service = await RecordingService.start();
  service.answer = ({ method, conversationId }, response) => {
    if (method === 'GET') {
      sendConversation(response, conversationId, { status });
    } else {
      response.writeHead(202).end();
    }
  };
});
afterEach(() => service.close());

async function withHold() {
  const composed = await startComposed();
  onTestFinished(() => composed.close());
  const { bridge } = composed;
  const environmentId = await composed.add('Acme', service.baseUrl);
  await bridge.invoke('environments.select', { environmentId });
  for (const conversationId of ['kept', 'free']) {
    await bridge.invoke('conversations.open', { environmentId, conversationId });
  }
  await vi.waitUntil(async () => (await bridge.invoke('cases.status', { environmentId })).total === 2);
  await bridge.invoke('due.hold', {
    environmentId,
    selection: { ids: ['kept'] },
    hold: { reason: 'Court case' },
  });
  const history = async () => {
    const found = await bridge.invoke('cases.get', { environmentId, conversationId: 'kept' });
    return found.case?.history.map(({ kind, details }) => ({ kind, details })) ?? [];
  };
  return { bridge, environmentId, history };
}

const early = { kind: 'deleted-early', details: { reason: 'The case is closed' } };

test('deleting data that is kept on purpose needs a reason, which is in the journal before it is sent', async () => {
  const { bridge, environmentId, history } = await withHold();
  const kept = { environmentId, conversationId: 'kept' };
  await expect(startDeletion(bridge, kept)).rejects.toThrow(
    'Nothing was sent: this deletion needs a reason. 1 kept on purpose.',
  );
  expect(service.sent('DELETE')).toEqual([]);
  await startDeletion(bridge, { ...kept, earlyReason: 'The case is closed' });
  await expect.poll(() => service.sent('DELETE')).toHaveLength(1);
  expect(await history()).toContainEqual(early);
});

test('the preview says which of its conversations are kept on purpose', async () => {
  const { bridge, environmentId } = await withHold();
  const from = { ids: ['kept', 'free'] };
  const { draftId } = await bridge.invoke('deletionRuns.prepare', { environmentId, from });
  await vi.waitUntil(
    async () => (await bridge.invoke('deletionRuns.draft', { environmentId, draftId })).state === 'ready',
  );
  const page = { environmentId, draftId, from: 0, count: 10 };
  const { rows } = await bridge.invoke('deletionRuns.rows', page);
  expect(rows.map(({ conversationId, early: why }) => [conversationId, why])).toEqual([
    ['kept', 'held'],
    ['free', undefined],
  ]);
});

test('expiring it needs none', async () => {
  const { bridge, environmentId } = await withHold();
  status = 'IN_PROGRESS';
  const kept = { environmentId, conversationId: 'kept', choice: 'expire' } as const;
  expect(await startDeletion(bridge, kept)).toMatchObject({ total: 1 });
});

test('a run with one such conversation needs a reason, and none without it', async () => {
  const { bridge, environmentId, history } = await withHold();
  const prepare = async () => {
    const from = { ids: ['kept', 'free'] };
    const { draftId } = await bridge.invoke('deletionRuns.prepare', {
      environmentId,
      from,
    });
    await vi.waitUntil(
      async () => (await bridge.invoke('deletionRuns.draft', { environmentId, draftId })).state === 'ready',
    );
    return draftId;
  };
  const start = (draftId: string, count: string, earlyReason?: string) =>
    bridge.invoke('deletionRuns.start', {
      environmentId,
      draftId,
      count,
      reason: 'other',
      pace: { concurrency: 1, stopAfter: 1 },
      ...(earlyReason === undefined ? {} : { earlyReason }),
    });
  const draftId = await prepare();
  const counted = () => bridge.invoke('deletionRuns.early', { environmentId, draftId, included: 2 });
  expect(await counted()).toEqual({ held: 1, early: 0, unknown: 0 });
  await expect(start(draftId, '2')).rejects.toThrow('this deletion needs a reason');
  await start(draftId, '2', 'The case is closed');
  expect(await history()).toContainEqual(early);

  const without = await prepare();
  await bridge.invoke('deletionRuns.choose', {
    environmentId,
    draftId: without,
    change: { ids: ['kept'], included: false },
  });
  expect(await start(without, '1')).toMatchObject({ total: 1, leftOut: 1 });
});
