import { expect, test } from 'vitest';
import { startPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

const earlier = async (console: TeamConsole) => (await console.bridge.invoke('team.earlier', {})).earlier;

test('who joins brings the own cases in that they choose, after seeing what that is, and what was known of neither is a conflict', async () => {
  await using postgres = await startPostgres();
  await using anna = await new TeamConsole('Anna').start();
  await using ben = await new TeamConsole('Ben').start();
  const [shared = '', own = ''] = anna.console.samples.map(({ id }) => id);
  await Promise.all([anna.open(shared), ben.open(shared), ben.open(own)]);
  await ben.decide(shared, 'reject', 'by Ben, alone');
  await ben.note(own, 'kept');
  await ben.note(own, 'a mistake');
  const [mistake] = (await ben.caseOf(own))?.notes ?? [];
  const undone = { ...sandbox, conversationIds: [own], of: 'note' as const, done: mistake?.at ?? 0 };
  await ben.bridge.invoke('cases.undo', undone);
  await ben.label(own, ['VIP']);
  expect(await earlier(ben)).toEqual([]);

  await anna.create(postgres);
  await anna.decide(shared, 'clear', 'by Anna');
  await ben.join(postgres, anna);
  await expect.poll(async () => (await ben.caseOf(shared))?.comment).toBe('by Anna');
  const counts = { cases: 2, decisions: 1, notes: 2, labels: 1, others: 1 };
  expect(await earlier(ben)).toEqual([{ environmentId: 'sandbox', name: 'Sandbox', ...counts }]);
  // Nothing is sent that was not chosen.
  await ben.until({ unsent: 0 });
  expect(await anna.caseOf(own)).toBeUndefined();

  expect(await ben.bridge.invoke('team.bring', { environmentIds: ['sandbox'] })).toEqual({ entries: 5 });
  await ben.until({ unsent: 0 });
  expect(await earlier(ben)).toEqual([]);
  await expect
    .poll(() => anna.shared(own))
    .toMatchObject({ decision: undefined, labels: ['VIP'], notes: ['kept'] });
  expect((await anna.caseOf(own))?.notes[0]?.actor).toBe('Ben');
  for (const console of [anna, ben]) {
    await expect
      .poll(async () => (await console.caseOf(shared))?.row.conflict)
      .toMatchObject([{ decision: 'clear' }]);
    expect((await console.caseOf(shared))?.comment).toBe('by Ben, alone');
    expect((await console.caseOf(shared))?.disagreements).toBeUndefined();
    expect((await console.bridge.invoke('journal.verify', {})).problems).toEqual([]);
    expect(console.console.logged).toEqual([]);
  }
  await ben.restart();
  await ben.until({ unsent: 0, connection: { state: 'connected' } });
  expect(await earlier(ben)).toEqual([]);
  expect((await anna.view())?.notices).toEqual([]);
});

test('support brings in no decisions, which the team would refuse', async () => {
  await using postgres = await startPostgres();
  await using anna = await new TeamConsole('Anna').start();
  await using ben = await new TeamConsole('Ben').start();
  const [id = ''] = anna.console.samples.map((one) => one.id);
  await ben.open(id);
  await ben.decide(id, 'reject');
  await ben.note(id, 'from before');
  await anna.create(postgres);
  await ben.join(postgres, anna, 'support');
  expect(await earlier(ben)).toMatchObject([{ cases: 1, decisions: 0, notes: 1 }]);
  await ben.bridge.invoke('team.bring', { environmentIds: ['sandbox'] });
  await expect.poll(() => anna.shared(id)).toMatchObject({ notes: ['from before'] });
  await ben.until({ unsent: 0 });
  expect(await anna.shared(id)).toMatchObject({ decision: undefined });
  expect(await ben.shared(id)).toMatchObject({ decision: 'reject' });
  expect((await anna.view())?.notices).toEqual([]);
});
