import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { verifyReceiptFile } from '../../../../main/features/records/receipts/receipt-verification.ts';
import { verifyReceiptCommand } from '../../../../main/features/records/receipts/verify-command.ts';
import type { ProposalView } from '../../../../preload/contract/approvals.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { RecordingService, sendConversation, sendJson } from '../../../support/recording-service.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
const policy = { approval: [{ environments: ['sandbox', 'test'], actions: ['delete'] }] };
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
async function previewed(
  of: TeamConsole,
  from: OperationInput<'deletionRuns.prepare'>['from'],
  id: string = environmentId,
) {
  const { draftId } = await of.bridge.invoke('deletionRuns.prepare', { environmentId: id, from });
  return vi.waitUntil(
    async () => {
      const draft = await of.bridge.invoke('deletionRuns.draft', { environmentId: id, draftId });
      return draft.state === 'ready' && draft;
    },
    { interval: 20 },
  );
}

const confirmed = { reason: 'retention-ended', ticket: 'SUP-7' } as const;
const pace = { concurrency: 1, stopAfter: 1 };
const start = (of: TeamConsole, draftId: string) =>
  of.bridge.invoke('deletionRuns.start', {
    environmentId,
    draftId,
    ...confirmed,
    pace,
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
    { interval: 50 },
  ) as Promise<ProposalView>;
}

/** Waits until a run is over. */
function ended(of: TeamConsole, runId: string, outcomes: object) {
  return vi.waitFor(async () => {
    const { runs } = await of.bridge.invoke('deletionRuns.list', {});
    expect(runs.find((run) => run.runId === runId)).toMatchObject({ state: 'done', outcomes });
  });
}

/** Returns a finished conversation of the sandbox. Each console has a sandbox of its own, with the same ones. */
const sample = (title: string) => carla.console.samples.find((one) => one.title === title)?.id ?? '';

/** Approves a proposal as its preview shows it. */
async function approve(of: TeamConsole, id: string, carrier: 'proposer' | 'approver', comment?: string) {
  const { draftId } = await previewed(of, { proposal: id });
  await of.bridge.invoke('approvals.approve', {
    environmentId,
    draftId,
    carrier,
    ...omitUndefined({ comment }),
  });
}

test('one person proposes, another approves, and it is sent once, with a receipt that proves both', async () => {
  const id = sample('Jan Müller');
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
    mayAnswer: true,
    by: { name: 'Carla', isMe: false },
    count: 1,
    environmentId,
    ...confirmed,
  });
  const seen = await previewed(ben, { proposal: proposalId });
  expect(seen.proposal).toEqual({ id: proposalId, changed: 0 });
  const { draftId } = seen;
  const leaveOut = { environmentId, draftId, change: { ids: [id], included: false } };
  await expect(ben.bridge.invoke('deletionRuns.choose', leaveOut)).rejects.toMatchObject(
    refusedBy('invalid-input', 'Nothing can be chosen'),
  );
  await approve(ben, proposalId, 'proposer', 'checked');
  expect(await proposal(carla, proposalId, 'approved')).toMatchObject({
    answer: { name: 'Ben', comment: 'checked' },
    carrier: { name: 'Carla', isMe: true },
  });
  const here = await previewed(ben, { proposal: proposalId });
  await expect(start(ben, here.draftId)).rejects.toMatchObject(
    refusedBy('team-not-allowed', 'approve this for this console'),
  );
  const again = await previewed(carla, { proposal: proposalId });
  const { runId } = await start(carla, again.draftId);
  expect(runId).toBe(proposalId);
  await ended(carla, runId, { confirmed: 1 });
  await proposal(ben, proposalId, 'begun');
  const gone = await previewed(carla, { proposal: proposalId });
  expect(gone.proposal?.changed).toBe(1);
  await expect(start(carla, gone.draftId)).rejects.toMatchObject(refusedBy('preview-outdated', ''));

  const { receipts } = await carla.bridge.invoke('receipts.of', { environmentId, conversationId: id });
  const saved = await carla.bridge.invoke('receipts.save', { receiptId: receipts[0]?.receiptId ?? '' });
  const file = (await carla.console.downloaded(saved)).toString();
  const members = (await anna.view())?.members ?? [];
  const keyIds = new Set(members.map((one) => one.id));
  const [idOfBen = '', idOfCarla = ''] = ['Ben', 'Carla'].map(
    (one) => members.find(({ name }) => name === one)?.id,
  );
  expect(verifyReceiptFile(file, keyIds)).toMatchObject({
    problems: [],
    approvals: [{ proposed: { name: 'Carla', keyId: idOfCarla }, approved: { name: 'Ben', keyId: idOfBen } }],
  });
  const both = `Proposed by Carla with key ${idOfCarla}\nApproved by Ben with key ${idOfBen}\n`;
  const byAll = verified(file, [...keyIds]);
  expect([byAll.status, byAll.text.endsWith(both)]).toEqual([0, true]);
  const byCarla = verified(file, [idOfCarla]);
  expect(byCarla.status).toBe(3);
  expect(byCarla.text).toContain(`${both}Not known here: the key of Ben. Compare with`);
  const entries = await journal(anna);
  expect(entries.slice(0, 3).map(({ details }) => details.change)).toEqual([
    'claimed',
    'approved',
    'proposed',
  ]);
});

/** Returns what `assay verify-receipt` says of a file where these keys are known. */
function verified(file: string, keyIds: string[]) {
  let text = '';
  const stream = {
    write(part: string) {
      text += part;
    },
  };
  const status = verifyReceiptCommand(['receipt.json'], {
    defaultDataDir: '',
    keyIdsIn: () => keyIds,
    readFile: () => Buffer.from(file),
    stdout: stream,
    stderr: stream,
  });
  return { status, text };
}

/** Returns the entries of a console’s journal about the team, the newest first. */
async function journal(of: TeamConsole) {
  const filter = { kind: 'team-changed' };
  const { last } = await of.bridge.invoke('journal.find', { environmentId, filter });
  return (await of.bridge.invoke('journal.rows', { environmentId, filter, last, from: 0, count: 10 })).rows;
}

test('the approver’s console carries it out, and is refused what changed after the proposal', async () => {
  const id = sample('Liis Tamm');
  const proposalId = await propose(carla, id);
  await proposal(ben, proposalId, 'waiting');
  await approve(ben, proposalId, 'approver');
  await proposal(carla, proposalId, 'approved');
  const notHere = await previewed(carla, { proposal: proposalId });
  await expect(start(carla, notHere.draftId)).rejects.toMatchObject(refusedBy('team-not-allowed', ''));
  const { draftId } = await previewed(ben, { proposal: proposalId });
  const { runId } = await start(ben, draftId);
  await ended(ben, runId, { confirmed: 1 });

  // Ben's sandbox no longer has the data, so that what Carla proposes is not what Ben reads.
  const later = await propose(carla, id);
  await proposal(ben, later, 'waiting');
  const changed = await previewed(ben, { proposal: later });
  expect(changed.proposal).toMatchObject({ changed: 1 });
  const { rows } = await ben.bridge.invoke('deletionRuns.rows', {
    environmentId,
    draftId: changed.draftId,
    from: 0,
    count: 10,
  });
  expect(rows).toMatchObject([{ conversationId: id, proposedStatus: 'FINISHED' }]);
  await expect(
    ben.bridge.invoke('approvals.approve', { environmentId, draftId: changed.draftId, carrier: 'proposer' }),
  ).rejects.toMatchObject(refusedBy('preview-outdated', 'The case changed after the proposal.'));
  await ben.bridge.invoke('approvals.reject', { id: later, comment: 'Deleted already' });
  expect(await proposal(carla, later, 'rejected')).toMatchObject({ answer: { comment: 'Deleted already' } });
});

test('roles decide who approves, who proposes and who withdraws', async () => {
  const proposalId = await propose(ben, sample('Aino Korhonen'));
  for (const one of [carla, ben]) {
    const { draftId } = await previewed(one, { proposal: proposalId });
    await expect(
      one.bridge.invoke('approvals.approve', { environmentId, draftId, carrier: 'approver' }),
    ).rejects.toMatchObject(refusedBy('team-not-allowed', ''));
  }
  await expect(carla.bridge.invoke('approvals.reject', { id: proposalId })).rejects.toMatchObject(
    refusedBy('team-not-allowed', 'your role does not allow it'),
  );
  await ben.bridge.invoke('approvals.reject', { id: proposalId });
  await proposal(anna, proposalId, 'withdrawn');
  expect((await anna.view())?.notices).toEqual([]);
});

/** A service with finished conversations, in an environment of consoles. */
async function acme(...consoles: TeamConsole[]) {
  const service = await RecordingService.start();
  onTestFinished(() => service.close());
  const deleted = new Set<string>();
  service.answer = ({ method, conversationId: id }, response) => {
    if (method === 'DELETE') {
      deleted.add(id);
      sendJson(response, 202, {});
    } else if (deleted.has(id)) {
      sendJson(response, 410, { status: 'GONE', message: 'Deleted', violations: [] });
    } else {
      sendConversation(response, id, { status: 'FINISHED', result: { aml: { found: ['PEP'] } } });
    }
  };
  const settings = { name: 'Acme', kind: 'test', baseUrl: service.baseUrl, proxy: { mode: 'none' } } as const;
  const ids: string[] = [];
  for (const { bridge } of consoles) {
    const { id } = await bridge.invoke('environments.save', { settings });
    const login = { login: 'login', password: 'password' };
    await bridge.invoke('credentials.save', { kind: 'api-key', environmentId: id, ...login });
    await bridge.invoke('environments.select', { environmentId: id });
    ids.push(id);
  }
  return { service, ids };
}

const inAnHour = () => Date.now() + 3_600_000;

test('a run planned before the policy asked for a second person is not sent', async () => {
  const dora = new TeamConsole('Dora');
  await dora.start();
  const { service, ids } = await acme(dora);
  const [id = ''] = ids;
  const { draftId } = await previewed(dora, { ids: ['c-1'] }, id);
  const { runId } = await dora.bridge.invoke('deletionRuns.start', {
    environmentId: id,
    draftId,
    ...confirmed,
    pace,
    startsAt: inAnHour(),
  });
  dora.setPolicy(policy);
  await dora.restart();
  await dora.bridge.invoke('deletionRuns.control', { runId, action: 'resume' });
  await vi.waitFor(async () => {
    const { runs } = await dora.bridge.invoke('deletionRuns.list', {});
    expect(runs).toMatchObject([{ state: 'paused', waiting: 1, failure: { code: 'set-by-policy' } }]);
  });
  expect(service.sent('DELETE')).toEqual([]);
  // Without a team nobody can be asked.
  const { draftId: alone } = await previewed(dora, { ids: ['c-2'] }, id);
  await expect(
    dora.bridge.invoke('approvals.propose', { environmentId: id, draftId: alone, ...confirmed }),
  ).rejects.toMatchObject(refusedBy('team-not-allowed', 'in no team'));
  expect(await dora.bridge.invoke('approvals.list', {})).toEqual({ proposals: [] });
  await dora[Symbol.asyncDispose]();
});

test('a planned proposal is carried out after a restart, of many conversations each with its proof', async () => {
  const { service, ids } = await acme(carla, ben);
  const [ofCarla = '', ofBen = ''] = ids;
  const list = Array.from({ length: 5 }, (_, at) => `many-${at}`);
  const { draftId: proposalId } = await previewed(carla, { ids: list }, ofCarla);
  const startsAt = inAnHour();
  await carla.bridge.invoke('approvals.propose', {
    environmentId: ofCarla,
    draftId: proposalId,
    ...confirmed,
    count: '5',
    startsAt,
  });
  expect(await proposal(ben, proposalId, 'waiting')).toMatchObject({ startsAt, environmentId: ofBen });
  const seen = await previewed(ben, { proposal: proposalId }, ofBen);
  await ben.bridge.invoke('approvals.approve', {
    environmentId: ofBen,
    draftId: seen.draftId,
    carrier: 'proposer',
  });
  await proposal(carla, proposalId, 'approved');
  const { draftId } = await previewed(carla, { proposal: proposalId }, ofCarla);
  const { runId, state } = await carla.bridge.invoke('deletionRuns.start', {
    // Reason, ticket and time are those that were approved, whatever the window says.
    environmentId: ofCarla,
    draftId,
    reason: 'other',
    count: '5',
    pace,
  });
  expect(state).toBe('planned');
  await carla.restart();
  service.answer = changedOnce(service.answer, 'many-3');
  await carla.bridge.invoke('deletionRuns.control', { runId, action: 'resume' });
  await ended(carla, runId, { confirmed: 4, changed: 1 });
  const { lines } = await carla.bridge.invoke('deletionRuns.lines', { runId, from: 0, count: 10 });
  expect(lines).toContainEqual(
    expect.objectContaining({ conversationId: 'many-3', outcome: 'changed', detail: 'since-approval' }),
  );
  expect(service.sent('DELETE').map(({ conversationId }) => conversationId)).not.toContain('many-3');
  const saved = await carla.bridge.invoke('deletionRuns.report', { runId, format: 'json' });
  const report = verifyReceiptFile((await carla.console.downloaded(saved)).toString(), undefined);
  expect(report).toMatchObject({ problems: [], receipts: 4, approvals: [{ approved: { name: 'Ben' } }] });
});

/** Answers with another result of one conversation. */
function changedOnce(answer: RecordingService['answer'], id: string): RecordingService['answer'] {
  return (request, response) =>
    request.conversationId === id
      ? sendConversation(response, id, {
          status: 'FINISHED',
          result: { aml: { found: ['PEP', 'SANCTION'] } },
        })
      : answer(request, response);
}
