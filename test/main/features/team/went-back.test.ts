import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { TeamConsole } from './team-consoles.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let postgres: TestPostgres;
/** The address at which the consoles know the database. */
let link: FaultyLink;
let consoles: TeamConsole[] = [];
let id = '';

beforeEach(async () => {
  postgres = await startPostgres();
  link = await openFaultyLink(postgres.owner.port);
  consoles = [new TeamConsole('Anna'), new TeamConsole('Ben'), new TeamConsole('Carla')];
  for (const console of consoles) {
    console.port = link.port;
    await console.start();
  }
  const [anna, ben] = consoles as [TeamConsole, TeamConsole];
  id = anna.console.samples[0]?.id ?? '';
  await anna.create(postgres);
  await ben.join(postgres, anna);
  for (const console of consoles) {
    await console.open(id);
  }
});
afterEach(async () => {
  for (const console of consoles) {
    await console[Symbol.asyncDispose]();
  }
  await link.close();
  await postgres[Symbol.asyncDispose]();
});

/** Waits until these consoles have everything of each other. */
async function agree(...members: TeamConsole[]) {
  await vi.waitFor(
    async () => {
      const views = await Promise.all(members.map((console) => console.view()));
      expect(views.map((view) => [view?.connection.state, view?.unsent])).toEqual(
        members.map(() => ['connected', 0]),
      );
      expect(new Set(views.map((view) => view?.entries)).size).toBe(1);
      const shared = await Promise.all(members.map((console) => console.shared(id)));
      expect(new Set(shared.map((one) => JSON.stringify(one))).size).toBe(1);
    },
    { timeout: 60_000, interval: 100 },
  );
  for (const console of members) {
    expect((await console.bridge.invoke('journal.verify', {})).problems).toEqual([]);
    expect(console.console.logged).toEqual([]);
  }
  return members[0]?.shared(id);
}

test('entries since yesterday’s copy come again after it was restored, from each console that wrote them', async () => {
  const [anna, ben, carla] = consoles as [TeamConsole, TeamConsole, TeamConsole];
  await anna.note(id, 'before the copy');
  await agree(anna, ben);
  // A login is lost with the files, too, and comes again by the administrator alone.
  const login = await postgres.member();
  await postgres.stop();
  const yesterday = postgres.copy();
  await postgres.start();
  await carla.join({ ...postgres, member: async () => login }, anna);
  await carla.note(id, 'by one who joined since');
  await anna.note(id, 'since, by Anna');
  await ben.label(id, ['since']);
  await ben.decide(id, 'reject', 'since, by Ben');
  const before = await agree(anna, ben, carla);
  expect(before?.notes).toHaveLength(3);

  await postgres.stop();
  postgres.restore(yesterday);
  await postgres.start();
  await ben.note(id, 'after');
  const after = await agree(anna, ben, carla);
  expect(after).toEqual({ ...before, notes: [...(before?.notes ?? []), 'after'].toSorted() });
  for (const console of [anna, ben, carla]) {
    expect((await console.view())?.notices.map(({ kind }) => kind)).toEqual(['went-back']);
    const { kinds } = await console.bridge.invoke('journal.find', { ...sandbox, filter: {} });
    expect(kinds).toContain('team-went-back');
    const { history = [] } = (await console.caseOf(id)) ?? {};
    expect(history.filter(({ kind }) => kind === 'noted')).toHaveLength(4);
  }
  expect((await anna.view())?.members.map(({ name }) => name)).toEqual(['Anna', 'Ben', 'Carla']);
});

test('a standby that is promoted without the last second gets what it lacks', { tags: 'long' }, async () => {
  const [anna, ben] = consoles as [TeamConsole, TeamConsole];
  await anna.note(id, 'on both servers');
  await agree(anna, ben);
  await postgres.stop();
  const copy = postgres.copy();
  await postgres.start();
  await using standby = await postgres.standby(copy);
  await ben.note(id, 'while it follows');
  await agree(anna, ben);
  await standby.fallBehind();
  await anna.decide(id, 'clear', 'in the last second');
  await ben.note(id, 'in the last second');
  const before = await agree(anna, ben);

  // It is only a copy still: nobody takes it for a database that went back.
  link.leadTo(standby.owner.port);
  await anna.note(id, 'meanwhile');
  await anna.until({
    connection: { state: 'interrupted', message: expect.stringContaining('a copy of the team’s database') },
  });
  expect((await anna.view())?.notices).toEqual([]);
  await postgres.stop('crash');
  await standby.promote();
  const after = await agree(anna, ben);
  expect(after).toEqual({ ...before, notes: [...(before?.notes ?? []), 'meanwhile'].toSorted() });
});

test('a removal, a role and a policy that the database lost are made again by the admin who made them', async () => {
  const [anna, ben, carla] = consoles as [TeamConsole, TeamConsole, TeamConsole];
  await carla.join(postgres, anna);
  await postgres.stop();
  const yesterday = postgres.copy();
  await postgres.start();
  const [me, other] = [(await ben.view())?.me ?? '', (await carla.view())?.me ?? ''];
  await anna.bridge.invoke('team.setRole', { member: me, role: 'support' });
  await anna.bridge.invoke('team.remove', { member: other });
  for (const company of ['Before', 'Acme']) {
    await anna.bridge.invoke('policy.sign', { text: JSON.stringify({ version: 1, company }) });
  }
  const { at } = (await anna.bridge.invoke('policy.view', {})).origins?.[0]?.signed ?? {};
  await carla.until({ stage: 'removed' });
  await anna.note(id, 'with the new key');
  await agree(anna, ben);
  await postgres.stop();
  postgres.restore(yesterday);
  await postgres.start();
  const after = await agree(anna, ben);
  expect(after?.notes).toEqual(['with the new key']);
  for (const console of [anna, ben]) {
    expect((await console.view())?.members).toMatchObject([
      { name: 'Anna', role: 'admin', isRemoved: false },
      { name: 'Ben', role: 'support', isRemoved: false },
      { name: 'Carla', isRemoved: true },
    ]);
    // As it was signed at first.
    expect((await console.bridge.invoke('policy.view', {})).origins).toMatchObject([
      { policy: { company: 'Acme' }, signed: { by: 'Anna', at } },
    ]);
  }
});

test('a policy that was taken back stays so after the database lost both, whoever connects first', async () => {
  const [anna, ben] = consoles as [TeamConsole, TeamConsole];
  const member = (await ben.view())?.me ?? '';
  await anna.bridge.invoke('team.setRole', { member, role: 'admin' });
  await ben.until({ members: [{}, { role: 'admin' }] });
  await agree(anna, ben);
  await postgres.stop();
  const yesterday = postgres.copy();
  await postgres.start();
  await agree(anna, ben);
  await anna.bridge.invoke('policy.sign', { text: JSON.stringify({ version: 1, company: 'Acme' }) });
  await ben.bridge.invoke('policy.sign', {});
  await agree(anna, ben);
  await anna.close();
  await postgres.stop();
  postgres.restore(yesterday);
  await postgres.start();
  await ben.until({ connection: { state: 'connected' }, unsent: 0, notices: [{ kind: 'went-back' }] });
  await anna.start();
  await agree(anna, ben);
  for (const { bridge } of [anna, ben]) {
    expect((await bridge.invoke('policy.view', {})).policy).toBeUndefined();
  }
});
