import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
const policy = { approval: [{ actions: ['export', 'approve'] }] };
const [anna, ben, carla] = ['Anna', 'Ben', 'Carla'].map((name) => new TeamConsole(name, policy)) as [
  TeamConsole,
  TeamConsole,
  TeamConsole,
];
const { environmentId } = sandbox;
const sample = (title: string) => carla.console.samples.find((one) => one.title === title)?.id ?? '';

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

/** Returns what the window needs to propose what was refused. */
async function refusal(act: Promise<unknown>): Promise<string> {
  const { view } = (await act.then(
    () => expect.unreachable('It was done.'),
    (error: unknown) => error,
  )) as { view: { code: string; message: string; details: { refused: string } } };
  expect(view).toMatchObject({
    code: 'set-by-policy',
    message: expect.stringContaining('A second person must approve this'),
  });
  return view.details.refused;
}

async function propose(of: TeamConsole, refused: string): Promise<string> {
  const before = (await of.bridge.invoke('approvals.list', {})).proposals.map(({ id }) => id);
  await of.bridge.invoke('approvals.proposeAct', { environmentId, refused, reason: 'Asked by the auditor' });
  const { proposals } = await of.bridge.invoke('approvals.list', {});
  return proposals.find(({ id }) => !before.includes(id))?.id ?? '';
}

async function approve(of: TeamConsole, id: string) {
  await vi.waitUntil(async () =>
    (await of.bridge.invoke('approvals.list', {})).proposals.some((one) => one.id === id),
  );
  const read = await of.bridge.invoke('approvals.readAct', { environmentId, id });
  await of.bridge.invoke('approvals.approveAct', { environmentId, id, comment: 'Seen' });
  return read;
}

/** Waits until a console sees that a proposal is approved. */
const approved = (of: TeamConsole, id: string) =>
  vi.waitFor(async () => {
    const { proposals } = await of.bridge.invoke('approvals.list', {});
    expect(proposals.find((one) => one.id === id)).toMatchObject({ state: 'approved' });
  });

const list = (ids: string[], withUserKeys = true): OperationInput<'cases.export'> => ({
  environmentId,
  selection: { ids },
  format: 'csv',
  withUserKeys,
});

test('data of cases is saved once a second person approved exactly that, and once only', async () => {
  const ids = [sample('Jan Müller'), sample('Liis Tamm')];
  for (const id of ids) {
    await carla.open(id);
  }
  const save = (input = list(ids)) => carla.bridge.invoke('cases.export', input);
  const id = await propose(carla, await refusal(save()));
  expect(await carla.bridge.invoke('approvals.list', {})).toMatchObject({
    proposals: [{ id, mode: 'EXPORT', count: 2, state: 'waiting', by: { name: 'Carla' }, mayAnswer: false }],
  });
  await refusal(save());
  await expect(approve(carla, id)).rejects.toMatchObject({ view: { code: 'team-not-allowed' } });
  // The approver sees whose cases they are, and the assessment of the one in their own list.
  await ben.open(ids[0] ?? '');
  const common = { isChanged: false, birthDate: expect.any(String), products: ['identity', 'aml'] };
  expect(await approve(ben, id)).toEqual({
    reason: 'Asked by the auditor',
    cases: [
      {
        ...common,
        conversationId: ids[0],
        name: 'Jan Müller',
        userKey: 'u-10490',
        assessment: { verdict: 'clear', findings: [], findingCount: 0 },
      },
      { ...common, conversationId: ids[1], name: 'Liis Tamm', userKey: 'u-17306' },
    ],
  });
  await approved(carla, id);
  // Other cases, or other choices, are not what was approved.
  await refusal(save(list(ids.slice(0, 1))));
  await refusal(save(list(ids, false)));
  // Two at once are one too many.
  const both = await Promise.allSettled([save(), save()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await refusal(save());
  // A proposal that is no deletion begins none.
  await expect(
    carla.bridge.invoke('deletionRuns.prepare', { environmentId, from: { proposal: id } }),
  ).rejects.toMatchObject({ view: { code: 'invalid-input' } });
});

test('a case that changed since the approval is not saved', async () => {
  const id = sample('On a PEP list, monitoring on: may not be deleted');
  await carla.open(id);
  const save = () => carla.bridge.invoke('cases.export', list([id]));
  const proposal = await propose(carla, await refusal(save()));
  await approve(ben, proposal);
  await approved(carla, proposal);
  const command = { kind: 'lists' as const, conversationId: id, lists: ['SANCTIONS'] };
  await carla.bridge.invoke('sandbox.command', { environmentId, command });
  await refusal(save());
});

test('a case with a blocking finding is approved by two people, rejected by one; others are approved by one', async () => {
  const [hit, plain] = [sample('Anna Kowalska'), sample('Aino Korhonen')];
  await carla.open(hit);
  await carla.open(plain);
  await carla.decide(plain, 'clear');
  await carla.decide(hit, 'reject');
  const id = await propose(carla, await refusal(carla.decide(hit, 'clear')));
  await approve(ben, id);
  await approved(carla, id);
  await carla.decide(hit, 'clear', 'as the second person saw');
  expect((await carla.caseOf(hit))?.row.decision?.kind).toBe('clear');
  await refusal(carla.decide(hit, 'clear'));

  // The decision names its approval, on the console of the approver, too.
  await ben.open(hit);
  for (const one of [carla, ben]) {
    await vi.waitFor(async () => {
      const [decided] = (await one.caseOf(hit))?.history.filter(({ kind }) => kind === 'decided') ?? [];
      expect(decided?.details).toMatchObject({
        decision: 'clear',
        proposal: id,
        proposedBy: 'Carla',
        approvedBy: 'Ben',
        proposedAt: expect.any(Number),
        approvedAt: expect.any(Number),
      });
    });
  }
});

test('an approval is used up by what is saved, not by a save that failed or was cancelled', async () => {
  const id = sample('Liis Tamm');
  const save = () => carla.bridge.invoke('cases.export', list([id], false));
  const proposal = await propose(carla, await refusal(save()));
  await approve(ben, proposal);
  await approved(carla, proposal);
  const saveFile = vi.spyOn(carla.console.host, 'saveFile');
  saveFile.mockRejectedValueOnce(new Failure({ code: 'file-not-written', message: 'The disk is full.' }));
  await expect(save()).rejects.toMatchObject({ view: { code: 'file-not-written' } });
  saveFile.mockResolvedValueOnce({ kind: 'cancelled' });
  expect(await save()).toEqual({ kind: 'cancelled' });
  const stateOf = async () =>
    (await carla.bridge.invoke('approvals.list', {})).proposals.find((one) => one.id === proposal)?.state;
  expect(await stateOf()).toBe('approved');
  expect(await save()).toMatchObject({ kind: 'download' });
  expect(await stateOf()).toBe('begun');
  await refusal(save());
});

test('a journal is saved with the approval of a second person, too; without a team nothing can be proposed', async () => {
  const save = (of: TeamConsole) => of.bridge.invoke('journal.export', { format: 'csv' });
  const id = await propose(carla, await refusal(save(carla)));
  expect(await approve(ben, id)).toEqual({ reason: 'Asked by the auditor', cases: [] });
  await approved(carla, id);
  await save(carla);
  const filter = { kind: 'exported' };
  const { last } = await carla.bridge.invoke('journal.find', { ...sandbox, filter });
  const page = { ...sandbox, filter, last, from: 0, count: 1 };
  const { rows } = await carla.bridge.invoke('journal.rows', page);
  const approval = { proposal: id, proposedBy: 'Carla', approvedBy: 'Ben' };
  expect(rows).toMatchObject([{ details: { format: 'csv', ...approval } }]);
  const alone = await new TeamConsole('Alone', policy).start();
  await expect(propose(alone, await refusal(save(alone)))).rejects.toMatchObject({
    view: { message: expect.stringContaining('this console is in no team') },
  });
  await alone[Symbol.asyncDispose]();
});
