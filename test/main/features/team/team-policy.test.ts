import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { historyText } from '../../../../preload/wording/history.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { admitStranger } from './stranger.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
/** Ben's way to the database. */
let link: FaultyLink;
const anna = new TeamConsole('Anna');
/** A console whose computer has a policy of its own. */
const ben = new TeamConsole('Ben', { maskAfterMinutes: 5, delete: false });
const live = { name: 'Acme live', kind: 'production', baseUrl: 'https://idv.acme.example' };
const textOf = (policy: object) => JSON.stringify({ version: 1, company: 'Acme', ...policy }, null, 2);
const sign = (of: TeamConsole, policy?: object) =>
  of.bridge.invoke('policy.sign', policy === undefined ? {} : { text: textOf(policy) });
const inForce = async (of: TeamConsole) => (await of.bridge.invoke('policy.view', {})).policy;
/** Waits until this counts on a console. */
const counts = (of: TeamConsole, policy: object) =>
  vi.waitFor(async () => expect(await inForce(of)).toMatchObject(policy), { interval: 50 });
const exported = (of: TeamConsole) => of.bridge.invoke('journal.export', { format: 'csv' });
const environmentsOf = async (of: TeamConsole) =>
  (await of.bridge.invoke('environments.list', {})).environments.map(({ id }) => id);

beforeAll(async () => {
  postgres = await startPostgres();
  link = await openFaultyLink(postgres.owner.port);
  ben.port = link.port;
  await Promise.all([anna, ben].map((one) => one.start()));
  await anna.create(postgres);
  await ben.join(postgres, anna);
});
afterAll(async () => {
  for (const one of [anna, ben]) {
    expect(one.console.logged).toEqual([]);
    await one[Symbol.asyncDispose]();
  }
  await link.close();
  await postgres[Symbol.asyncDispose]();
});

test('a policy that an admin signs counts at once on every console, with that of the computer, and each journal says so', async () => {
  await exported(ben);
  await sign(anna, { export: false, maskAfterMinutes: 8, integration: false });
  const file = { maskAfterMinutes: 5, delete: false };
  await counts(ben, { export: false, integration: false, ...file });
  await expect(exported(ben)).rejects.toMatchObject({ view: { code: 'set-by-policy' } });
  expect(await inForce(anna)).toMatchObject({ export: false, delete: true, maskAfterMinutes: 8 });
  expect(await ben.bridge.invoke('policy.view', {})).toMatchObject({
    origins: [
      { policy: file },
      { policy: { export: false }, signed: { by: 'Anna', at: expect.any(Number) } },
    ],
  });
  // A policy is tried together with the policy of the computer, beside which it would count.
  const { policy } = await ben.bridge.invoke('policy.try', { text: textOf({ maskAfterMinutes: 8 }) });
  expect(policy).toMatchObject({ export: true, ...file, problems: [] });
  // Every window reads the policy again, and what is told to mask itself is nothing.
  expect(ben.console.events.map(({ name }) => name)).toContain('application.changed');
  expect(ben.console.events).not.toContainEqual(expect.objectContaining({ name: 'application.command' }));
  for (const { bridge } of [anna, ben]) {
    const filter = { kind: 'team-changed' };
    const { last } = await bridge.invoke('journal.find', { ...sandbox, filter });
    const { rows } = await bridge.invoke('journal.rows', { ...sandbox, filter, last, from: 0, count: 1 });
    expect(rows.map((row) => [row.actor, historyText(row, { reasons: [] })])).toEqual([
      [
        'Anna',
        {
          label: 'Policy of the team signed: Acme',
          text: 'Personal data is masked: after 8 minutes without use; Saving data of cases: off; Integration: off; Figures about single people: hidden in Reports',
        },
      ],
    ]);
    expect((await bridge.invoke('journal.verify', {})).problems).toEqual([]);
  }
});

test('it counts from the start, also without a connection', async () => {
  link.cut();
  await ben.restart();
  await ben.until({ connection: { state: 'interrupted' } });
  await counts(ben, { export: false, delete: false });
  await expect(exported(ben)).rejects.toMatchObject({ view: { code: 'set-by-policy' } });
  link.mend();
});

test('only an admin signs one, and none that has an error or is too long', async () => {
  await expect(sign(ben, {})).rejects.toMatchObject({ view: { code: 'team-not-allowed' } });
  await expect(sign(anna, { exprt: false })).rejects.toMatchObject({
    view: {
      code: 'invalid-input',
      message:
        'The policy has an error. Nothing was signed. Line 4, “exprt”: This version of Assay does not know this key.',
    },
  });
  const contact = ' '.repeat(100_000);
  await expect(sign(anna, { contact })).rejects.toMatchObject({
    view: {
      code: 'limit-exceeded',
      message: 'A policy for a team has at most 100,000 bytes. Nothing was signed.',
    },
  });
  // The longest one is one entry, whatever it is made of.
  const text = textOf({ export: false }).padEnd(100_000, '\n');
  await anna.bridge.invoke('policy.sign', { text });
  await using console = await new TeamConsole('Nobody').start();
  await expect(sign(console, {})).rejects.toMatchObject({ view: { code: 'team-not-allowed' } });
  expect(await inForce(anna)).toMatchObject({ export: false });
});

test('environments that it sets up are there at once, and parts that it hides are not, with nothing of them lost', async () => {
  const settings = { name: 'Mine', kind: 'test', baseUrl: 'https://mine.example' } as const;
  const { id: mine } = await anna.bridge.invoke('environments.save', { settings });
  const own = { environmentId: mine };
  await anna.bridge.invoke('environments.select', own);
  await anna.bridge.invoke('cases.saveView', {
    ...own,
    view: { name: 'Waiting', line: '', filter: {}, sort: { by: 'opened', descending: true } },
  });
  await sign(anna, { environments: [{ id: 'live', settings: live }], ownEnvironments: [], readOnly: true });
  expect(await environmentsOf(anna)).toEqual(['sandbox', 'policy-live']);
  expect(anna.console.events.findLast(({ name }) => name === 'environments.changed')).toMatchObject({
    payload: { selectedId: 'sandbox' },
  });
  await expect(anna.bridge.invoke('environments.save', { settings })).rejects.toMatchObject({
    view: { code: 'set-by-policy' },
  });
  const environmentId = 'policy-live';
  await anna.bridge.invoke('credentials.save', { environmentId, kind: 'api-key', login: 'l', password: 'p' });
  await expect(
    anna.bridge.invoke('environments.save', {
      environmentId,
      settings: { ...settings, name: 'Other' },
    }),
  ).rejects.toMatchObject({ view: { code: 'set-by-policy' } });
  await sign(anna);
  expect(await inForce(anna)).toBeUndefined();
  // Environments and views set up by the policy are the user’s now.
  expect(await environmentsOf(anna)).toEqual(['sandbox', 'policy-live', mine]);
  await anna.bridge.invoke('environments.select', own);
  expect((await anna.bridge.invoke('cases.views', own)).views).toMatchObject([{ name: 'Waiting' }]);
  await anna.bridge.invoke('environments.select', { environmentId: 'sandbox' });
});

test('the later in the log of two policies signed at the same time counts everywhere, and the signer of the other one is told', async () => {
  const member = (await ben.view())?.me ?? '';
  await anna.bridge.invoke('team.setRole', { member, role: 'admin' });
  await ben.until({ connection: { state: 'connected' } });
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = await Promise.allSettled([
      sign(anna, { company: `Anna ${round}` }),
      sign(ben, { company: `Ben ${round}` }),
    ]);
    expect([one.status, other.status]).toContain('fulfilled');
    await vi.waitFor(async () => {
      const team = (await ben.bridge.invoke('policy.view', {})).origins?.at(-1);
      const [ofAnna] = (await anna.bridge.invoke('policy.view', {})).origins ?? [];
      expect(ofAnna).toEqual(team);
      expect(team?.policy.company).toMatch(new RegExp(` ${round}$`));
    });
  }
  await sign(anna);
  await anna.bridge.invoke('team.setRole', { member, role: 'reviewer' });
});

test('a policy with errors, and one by who is no admin, written by changed consoles', async () => {
  await using stranger = await admitStranger(postgres, anna, 'Stranger');
  await stranger.write({ kind: 'policy-set', text: textOf({ readOnly: true }) });
  await anna.until({ notices: [expect.objectContaining({ kind: 'not-allowed', author: stranger.id })] });
  expect(await inForce(anna)).toBeUndefined();
  await anna.bridge.invoke('team.setRole', { member: stranger.id, role: 'admin' });
  await stranger.write({
    kind: 'policy-set',
    text: '{"version": 1, "company": "Acme", "proxy": "none", "delete": 0}',
  });
  await counts(anna, { isBlocked: true, delete: false });
  const company = { version: 1, company: 'Acme' };
  for (const deep of ['['.repeat(49_000) + ']'.repeat(49_000), '1'.repeat(100_000)]) {
    await stranger.write({ kind: 'policy-set', text: JSON.stringify(company).replace('}', `,"x":${deep}}`) });
  }
  // One of them is no policy for its length.
  await anna.until({ notices: [{ kind: 'content-changed' }, { kind: 'not-allowed' }] });
  expect(await inForce(anna)).toMatchObject({
    isBlocked: true,
    problems: [{ message: 'It cannot be used: it has more groups in groups than a policy has.' }],
  });
  await stranger.write({
    kind: 'policy-set',
    text: '{"version": 1, "company": "Acme", "proxy": "none", "delete": 0}',
  });
  await counts(anna, { problems: { length: 2 } });
  expect(await environmentsOf(anna)).toEqual(['sandbox']);
  const { notices } = await anna.bridge.invoke('application.info', {});
  expect(notices.filter(({ dangerous }) => dangerous).map(({ text }) => text)).toEqual([
    'The policy of the team. Line 1, “proxy”: Must be a group of settings in braces, but is text. Line 1, “delete”: Must be true or false, but is a number. Until an admin of the team signs another one, only the sandbox can be used.',
  ]);
  await sign(anna);
  expect(await environmentsOf(anna)).toHaveLength(3);
});

test('a console that is removed, or leaves, no longer has the policy of the team', async () => {
  await sign(anna, { export: false });
  await using carla = await new TeamConsole('Carla').start();
  await carla.join(postgres, anna);
  await counts(carla, { export: false });
  await carla.bridge.invoke('team.leave', {});
  expect(await inForce(carla)).toBeUndefined();
  await exported(carla);
  await using dora = await new TeamConsole('Dora').start();
  await dora.join(postgres, anna);
  await counts(dora, { export: false });
  const member = (await dora.view())?.me ?? '';
  await anna.bridge.invoke('team.remove', { member });
  await vi.waitFor(async () => expect(await inForce(dora)).toBeUndefined());
});
