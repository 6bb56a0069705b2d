import { afterAll, beforeAll, expect, test } from 'vitest';
import { runConsoleCommand } from '../../../../main/hosts/terminal/command.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
const [anna, carla] = [new TeamConsole('Anna'), new TeamConsole('Carla')];
const { environmentId } = sandbox;
const refused = {
  view: {
    code: 'team-not-allowed',
    message: 'As auditor of the team you may not do that. Nothing was done.',
  },
};
/** Sets the rule by which conversations are due for deletion at the service. */
const setRule = (of: TeamConsole) => of.bridge.invoke('due.setRule', { environmentId, rule: null });

beforeAll(async () => {
  postgres = await startPostgres();
  await Promise.all([anna.start(), carla.start()]);
  await anna.create(postgres);
});
afterAll(async () => {
  await anna[Symbol.asyncDispose]();
  await carla[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

test('without a team, and in any other role, everything is offered; an auditor changes nothing at the service', async () => {
  await setRule(carla);
  expect(await carla.bridge.invoke('reports.people', {})).toEqual({ permitted: true });
  await carla.join(postgres, anna, 'auditor');
  await setRule(anna);
  await expect(setRule(carla)).rejects.toMatchObject(refused);
  const create = carla.bridge.invoke('creation.create', {
    environmentId,
    again: true,
    request: { userKey: 'u-1', query: { identity: {} } },
  });
  await expect(create).rejects.toMatchObject(refused);
  // Reading is the auditor's part.
  await carla.bridge.invoke('reports.decisions', { environmentId, by: 'day' });
});

test('an auditor sees and saves personal data for the time that an admin grants, which every journal says', async () => {
  const { bridge } = carla.console;
  const show = () => bridge.invoke('application.unlock', {});
  const withoutAccess = {
    view: {
      code: 'team-not-allowed',
      message: 'An auditor needs access to personal data. Nothing was done.',
      hint: 'An admin of the team grants access in Settings, Team.',
    },
  };
  await expect(show()).rejects.toMatchObject(withoutAccess);
  await expect(bridge.invoke('reports.export', { environmentId })).rejects.toMatchObject(withoutAccess);
  for (const args of [['read', 'any'], ['cases']]) {
    expect(await run([...args, '--environment', 'Sandbox'])).toEqual([
      3,
      'An auditor needs access to personal data. An admin of the team grants access in Settings, Team. Nothing was read.\n',
    ]);
  }
  const member = (await anna.view())?.members.find(({ name }) => name === 'Carla')?.id ?? '';
  const grant = (hours: number) =>
    anna.bridge.invoke('team.grantAccess', { member, hours, reason: 'Audit of the quarter' });
  await grant(1);
  const access = { reason: 'Audit of the quarter', until: expect.any(Number) };
  await carla.until({ members: expect.arrayContaining([expect.objectContaining({ access })]) });
  expect(await show()).toEqual({ unlocked: true });
  expect(await run(['cases', '--environment', 'Sandbox'])).toEqual([0, '']);
  await grant(0);
  await expect.poll(() => show().catch(({ view }) => view.code)).toBe('team-not-allowed');
  for (const console of [anna, carla]) {
    const found = { environmentId, filter: { kind: 'team-changed' } };
    const { last } = await console.bridge.invoke('journal.find', found);
    const { rows } = await console.bridge.invoke('journal.rows', { ...found, last, from: 0, count: 10 });
    expect(rows.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ change: 'access-granted', hours: 1, reason: 'Audit of the quarter' }),
        expect.objectContaining({ change: 'access-granted', hours: 0 }),
      ]),
    );
  }
});

/** Runs a command on the auditor’s console. Returns its exit status and what it wrote. */
async function run(args: string[]): Promise<[number, string]> {
  let written = '';
  const stream = {
    write(text: string) {
      written += text;
    },
  };
  const status = await runConsoleCommand(args, {
    stdout: stream,
    stderr: stream,
    environment: {},
    readFile: async () => new Uint8Array(),
    open: async () => ({ dispatch: carla.console.dispatch, close: async () => undefined }),
  });
  return [status, written];
}

test('a team has no figures about single people unless a policy shows them', async () => {
  for (const one of [anna, carla]) {
    expect(await one.bridge.invoke('reports.people', {})).toEqual({ permitted: false });
    await expect(
      one.bridge.invoke('reports.decisions', { environmentId, by: 'reviewer' }),
    ).rejects.toMatchObject({ view: { code: 'set-by-policy' } });
  }
});

test('a role that was changed counts at once', async () => {
  const member = (await anna.view())?.members.find(({ name }) => name === 'Carla')?.id ?? '';
  await anna.bridge.invoke('team.setRole', { member, role: 'support' });
  await carla.until({
    members: expect.arrayContaining([expect.objectContaining({ name: 'Carla', role: 'support' })]),
  });
  await setRule(carla);
});
