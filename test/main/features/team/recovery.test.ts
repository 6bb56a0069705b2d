import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { historyText } from '../../../../preload/wording/history.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { dropLast, TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
/** The way of those who use a recovery file to the database. */
let link: FaultyLink;
const [anna, ben, carla, dora] = ['Anna', 'Ben', 'Carla', 'Dora'].map((name) => new TeamConsole(name)) as [
  ...[TeamConsole, TeamConsole, TeamConsole, TeamConsole],
];
const passphrase = 'a long passphrase';
let id = '';

beforeAll(async () => {
  postgres = await startPostgres();
  link = await openFaultyLink(postgres.owner.port);
  ben.port = link.port;
  await Promise.all([anna, ben, carla, dora].map((console) => console.start()));
  id = anna.console.samples[0]?.id ?? '';
  await anna.create(postgres);
  await ben.join(postgres, anna);
  await carla.join(postgres, anna);
  await anna.open(id);
  await anna.note(id, 'before all admins were lost');
});
afterAll(async () => {
  for (const console of [anna, ben, carla, dora]) {
    await console[Symbol.asyncDispose]();
  }
  await link.close();
  await postgres[Symbol.asyncDispose]();
});

const save = async () =>
  anna.console.downloaded(await anna.bridge.invoke('team.saveRecovery', { passphrase }));
const memberOf = async (of: TeamConsole, name: string) =>
  (await of.view())?.members.find((one) => one.name === name);
const refusal = (code: string) => ({ view: { code } });

test('when all admins are lost, the recovery file makes another one, with a key of their own, once', async () => {
  expect((await anna.view())?.isRecoverable).toBe(false);
  const former = await save();
  const file = await save();
  await ben.until({ isRecoverable: true });
  await expect(ben.bridge.invoke('team.saveRecovery', { passphrase })).rejects.toMatchObject(
    refusal('team-not-allowed'),
  );
  // The team gets a new key, which the file does not have.
  await anna.bridge.invoke('team.remove', { member: (await memberOf(anna, 'Carla'))?.id ?? '' });
  await anna.note(id, 'with the new key');
  await anna.until({ unsent: 0 });
  await anna.close();

  const { host, database, user, password } = await postgres.member();
  const newMember = { host, port: link.port, database, user, password, name: 'Dora' };
  const recover = (change: object) =>
    dora.bridge.invoke('team.recover', { file, passphrase, newMember, ...change });
  await expect(recover({ passphrase: 'another one' })).rejects.toMatchObject(refusal('invalid-input'));
  await expect(recover({ file: former })).rejects.toMatchObject(refusal('team-not-allowed'));
  await expect(recover({ newMember: { ...newMember, name: 'Ben' } })).rejects.toMatchObject(
    refusal('team-not-allowed'),
  );
  expect(await dora.view()).toBeUndefined();
  // The console cannot know whether the database has the entry.
  link.loseNextReply();
  await recover({});
  await dora.until({
    stage: 'member',
    connection: { state: 'connected' },
    isRecoverable: false,
    notices: [],
  });
  await dora.open(id);
  expect((await dora.shared(id))?.notes).toEqual(['before all admins were lost', 'with the new key']);
  await ben.until({ notices: [] });
  expect(await memberOf(ben, 'Dora')).toMatchObject({ role: 'admin', recovered: expect.any(Number) });
  const filter = { kind: 'team-changed' };
  const { last } = await ben.bridge.invoke('journal.find', { ...sandbox, filter });
  const { rows } = await ben.bridge.invoke('journal.rows', { ...sandbox, filter, last, from: 0, count: 1 });
  expect(rows.map((row) => [row.actor, historyText(row, { reasons: [] }).label])).toEqual([
    ['Dora', 'Became an admin with the recovery file: Dora'],
  ]);
  // The database loses that, and the file would count again.
  const entries = (await dora.view())?.entries ?? 0;
  await ben.until({ entries });
  await dropLast(postgres, 1, 0);
  await dora.note(id, 'after the database lost it');
  await ben.until({ isRecoverable: false, entries: entries + 1 });
  expect(await memberOf(ben, 'Dora')).toMatchObject({ role: 'admin', recovered: entries });
  await dora.until({ unsent: 0, notices: [{ kind: 'went-back' }] });
  // The person who used it is an admin like any other.
  await dora.bridge.invoke('team.remove', { member: (await memberOf(dora, 'Anna'))?.id ?? '' });
  await ben.until({
    members: expect.arrayContaining([expect.objectContaining({ name: 'Anna', isRemoved: true })]),
  });
  await dora.note(id, 'after Anna');
  await ben.open(id);
  await expect.poll(async () => (await ben.shared(id))?.notes).toContain('after Anna');
  expect((await dora.bridge.invoke('journal.verify', {})).problems).toEqual([]);
});

test('a member of the team becomes an admin on their own console', async () => {
  const file = await dora.console.downloaded(await dora.bridge.invoke('team.saveRecovery', { passphrase }));
  await dora.close();
  const recover = () => ben.bridge.invoke('team.recover', { file, passphrase });
  await ben.until({ isRecoverable: true });
  link.loseNextReply();
  await expect(recover()).rejects.toMatchObject(refusal('team-unreachable'));
  // It may be tried again once there is a connection, whatever came of it.
  await vi.waitFor(recover);
  expect(await memberOf(ben, 'Ben')).toMatchObject({ role: 'admin', recovered: expect.any(Number) });
  await ben.until({ isRecoverable: false, unsent: 0 });
  await ben.bridge.invoke('team.invite', {});
});

test('who left and comes back with the recovery file has everything once, also what is sealed with later keys', async () => {
  await using emil = await new TeamConsole('Emil').start();
  const login = await postgres.member();
  await emil.join({ member: async () => login }, ben);
  const file = await ben.console.downloaded(await ben.bridge.invoke('team.saveRecovery', { passphrase }));
  await emil.until({ isRecoverable: true });
  await emil.bridge.invoke('team.leave', {});
  const { host, port, database, user, password } = login;
  const newMember = { host, port, database, user, password, name: 'Emil' };
  await emil.bridge.invoke('team.recover', { file, passphrase, newMember });
  await emil.until({ stage: 'member', connection: { state: 'connected' } });
  await ben.until({ isRecoverable: false });
  await ben.bridge.invoke('team.remove', { member: (await memberOf(ben, 'Dora'))?.id ?? '' });
  await ben.note(id, 'with a later key');
  await emil.open(id);
  await expect.poll(async () => (await emil.shared(id))?.notes).toContain('with a later key');
  // The console's earlier entries of the team are there once.
  await expect.poll(() => emil.shared(id)).toEqual(await ben.shared(id));
});
