import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyReceiptFile } from '../../../../main/features/records/receipts/receipt-verification.ts';
import type { ProposalView } from '../../../../preload/contract/approvals.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
const policy = { approval: [{ environments: ['sandbox'], actions: ['delete'] }] };
const [anna, ben, carla] = ['Anna', 'Ben', 'Carla'].map((name) => new TeamConsole(name, policy)) as [
  TeamConsole,
  TeamConsole,
  TeamConsole,
];
const { environmentId } = sandbox;
const refusedBy = (code: string, message: string) => ({
  view: { code, message: expect.stringContaining(message) },
});

beforeAll(async () => {
  postgres = await startPostgres();
  await Promise.all([anna, ben, carla].map((one) => one.start()));
  await anna.create(postgres);
  await ben.join(postgres, anna, 'approver');
  await carla.join(postgres, anna, 'reviewer');
});
afterAll(async () => {
  for (const one of [anna, ben, carla]) {
    await one[Symbol.asyncDispose]();
  }
  await postgres[Symbol.asyncDispose]();
});

/** Previews what is given, and waits until it was read. */
async function previewed(of: TeamConsole, from: OperationInput<'deletionRuns.prepare'>['from']) {
  const { draftId } = await of.bridge.invoke('deletionRuns.prepare', { environmentId, from });
  return vi.waitUntil(
    async () => {
      const draft = await of.bridge.invoke('deletionRuns.draft', { environmentId, draftId });
      return draft.state === 'ready' && draft;
    },
    { timeout: 20_000, interval: 20 },
  );
}

const confirmed = { reason: 'retention-ended', ticket: 'SUP-7' } as const;
const start = (of: TeamConsole, draftId: string) =>
  of.bridge.invoke('deletionRuns.start', {
    ...{ environmentId, draftId, ...confirmed, pace: { concurrency: 1, stopAfter: 1 } },
  });

async function propose(of: TeamConsole, conversationId: string): Promise<string> {
  const { draftId } = await previewed(of, { ids: [conversationId] });
  await of.bridge.invoke('approvals.propose', { environmentId, draftId, ...confirmed });
  return draftId;
}

/** Waits until a console sees a proposal in a state. */
function proposal(of: TeamConsole, id: string, state: ProposalView['state']): Promise<ProposalView> {
  return vi.waitUntil(
    async () => {
      const { proposals } = await of.bridge.invoke('approvals.list', {});
      return proposals.find((one) => one.id === id && one.state === state);
    },
    { timeout: 20_000, interval: 50 },
  ) as Promise<ProposalView>;
}

/** A conversation of the sandbox that was created for this test. */
async function conversation(of: TeamConsole): Promise<string> {
  const { samples } = of.console;
  const [sample] = samples.splice(
    samples.findIndex(({ title }) => /clean|all good|finished/i.test(title)),
    1,
  );
  return sample?.id ?? '';
}

test('one person proposes, another approves, and it is sent once with both signatures', async () => {
  const id = await conversation(carla);
  const draft = await previewed(carla, { ids: [id] });
  expect(draft).toMatchObject({ needsApproval: true, included: 1 });
  await expect(start(carla, draft.draftId)).rejects.toMatchObject(
    refusedBy('set-by-policy', 'A second person must approve this.'),
  );
  const proposalId = await propose(carla, id);
  expect(await proposal(carla, proposalId, 'waiting')).toMatchObject({
    mayAnswer: false,
    by: { isMe: true },
  });
  expect(await proposal(ben, proposalId, 'waiting')).toMatchObject({
    ...{ mayAnswer: true, by: { name: 'Carla', isMe: false }, count: 1, environmentId, ...confirmed },
  });
  const seen = await previewed(ben, { proposal: proposalId });
  expect(seen.proposal).toEqual({ id: proposalId, changed: 0 });
  const approve = { environmentId, draftId: seen.draftId, comment: 'checked', carrier: 'proposer' } as const;
  await ben.bridge.invoke('approvals.approve', approve);
  expect(await proposal(carla, proposalId, 'approved')).toMatchObject({
    answer: { name: 'Ben', comment: 'checked' },
    carrier: { name: 'Carla', isMe: true },
  });
  // It was approved for Carla's console.
  const here = await previewed(ben, { proposal: proposalId });
  await expect(start(ben, here.draftId)).rejects.toMatchObject(
    refusedBy('team-not-allowed', 'has to approve this for this console'),
  );
  const again = await previewed(carla, { proposal: proposalId });
  const { runId } = await start(carla, again.draftId);
  expect(runId).toBe(proposalId);
  await vi.waitFor(
    async () => {
      const { runs } = await carla.bridge.invoke('deletionRuns.list', {});
      expect(runs.find((run) => run.runId === runId)).toMatchObject({
        state: 'done',
        outcomes: { confirmed: 1 },
      });
    },
    { timeout: 20_000 },
  );
  await proposal(ben, proposalId, 'begun');
  const once = await previewed(carla, { ids: [id] });
  expect(once.included).toBe(0);
  expect(verifyReceiptFile).toBeDefined();
});
