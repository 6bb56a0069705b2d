import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Database } from '../../../../main/features/team/database.ts';
import { linkService } from '../../../../main/features/team/link-service.ts';
import { startControlledSandbox } from '../../../../main/sandbox/controlled.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { admitStranger, askToJoin } from './stranger.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
let administrator: Database;
/** Anna's way to the database. */
let link: FaultyLink;
const [anna, ben, carla] = [new TeamConsole('Anna'), new TeamConsole('Ben'), new TeamConsole('Carla')];
let id = '';

beforeAll(async () => {
  postgres = await startPostgres();
  administrator = await Database.open(postgres.owner);
  link = await openFaultyLink(postgres.owner.port);
  anna.port = link.port;
  await Promise.all([anna.start(), ben.start(), carla.start()]);
  id = anna.console.samples[0]?.id ?? '';
  await anna.create(postgres);
  for (const console of [ben, carla]) {
    console.port = link.port;
    await console.join(postgres, anna);
  }
  await Promise.all([anna, ben, carla].map((console) => console.open(id)));
});
afterAll(async () => {
  for (const console of [anna, ben, carla]) {
    await console[Symbol.asyncDispose]();
  }
  await administrator.close();
  await link.close();
  await postgres[Symbol.asyncDispose]();
});

test('a member who names an environment like a property of every object stops nobody', async () => {
  await using dora = await admitStranger(postgres, anna, 'Dora');
  const note = (environment: string) => ({
    kind: 'case' as const,
    entry: 'noted' as const,
    at: 1,
    environment,
    conversation: id,
    local: 1,
    details: { text: `in ${environment}` },
  });
  await dora.write(note('constructor'), note('__proto__'), note('sandbox'));
  for (const console of [anna, ben]) {
    await console.until({ waiting: 2, connection: { state: 'connected' }, notices: [] });
    expect((await console.shared(id))?.notes).toEqual(['in sandbox']);
    expect(console.console.logged).toEqual([]);
  }
});

test('entries recorded in both of two environments of one address are sent', async () => {
  const service = await startControlledSandbox();
  onTestFinished(() => service.close());
  const { login, password } = service.apiKey;
  const ids: string[] = [];
  for (const name of ['One account', 'Another account']) {
    const { id: environmentId } = await ben.bridge.invoke('environments.save', {
      settings: { name, kind: 'test', baseUrl: service.baseUrl, proxy: { mode: 'none' } },
    });
    await ben.bridge.invoke('credentials.save', { kind: 'api-key', environmentId, login, password });
    ids.push(environmentId);
  }
  for (const environmentId of ids) {
    await ben.bridge.invoke('environments.select', { environmentId });
    const target = { environmentId, conversationId: id };
    await ben.bridge.invoke('conversations.open', target);
    await expect.poll(async () => (await ben.bridge.invoke('cases.get', target)).case).toBeDefined();
    await ben.bridge.invoke('cases.note', { environmentId, selection: { ids: [id] }, text: 'a note' });
  }
  await ben.bridge.invoke('environments.select', sandbox);
  await ben.until({ unsent: 0, connection: { state: 'connected' } });
});

test('a key that was sealed for a removal that did not come to the log does not lock the team out', async () => {
  // As after a removal that was interrupted before its entry, or by another admin at the same time.
  await administrator.query(
    `INSERT INTO assay_team.key_grant (team, member, key_number, sealed, signature)
     SELECT team, member, 2, sealed, decode(repeat('00', 64), 'hex') FROM assay_team.key_grant
     UNION SELECT e.team, e.author, 2, '\\x00', decode(repeat('00', 64), 'hex') FROM assay_team.entry e ON CONFLICT DO NOTHING`,
  );
  await anna.bridge.invoke('team.remove', { member: (await carla.view())?.me ?? '' });
  await anna.note(id, 'with the new key');
  await anna.until({ unsent: 0, connection: { state: 'connected' } });
  await expect.poll(async () => (await ben.shared(id))?.notes).toContain('with the new key');
});

test('a console that a key is kept from says so, and goes on once it has it', async () => {
  const me = (await ben.view())?.me ?? '';
  await ben.close();
  const dora = (await anna.view())?.members.find(({ name }) => name === 'Dora');
  await anna.bridge.invoke('team.remove', { member: dora?.id ?? '' });
  await anna.note(id, 'with the third key');
  await anna.until({ unsent: 0 });
  await administrator.query('CREATE TABLE taken AS SELECT * FROM assay_team.key_grant WHERE key_number = 3');
  await administrator.query(`DELETE FROM assay_team.key_grant WHERE key_number = 3 AND member = '${me}'`);
  await ben.start();
  await ben.until({
    connection: { state: 'interrupted', message: expect.stringContaining('the key that this console needs') },
  });
  await administrator.query('INSERT INTO assay_team.key_grant SELECT * FROM taken ON CONFLICT DO NOTHING');
  await ben.until({ connection: { state: 'connected' } });
  // The first part of the log that a console reads connects it; the entry may be in a later part.
  await expect.poll(async () => (await ben.shared(id))?.notes).toContain('with the third key');
});

test('a database that keeps nothing of what it is sent is not sent it again and again at once', async () => {
  const signature = 'assay_team.append(of_team uuid, batch jsonb, seen bigint, seen_head bytea)';
  await administrator.query('ALTER FUNCTION assay_team.append RENAME TO kept_append');
  await administrator.query('CREATE SEQUENCE assay_team.asked');
  await administrator.query(
    `CREATE FUNCTION ${signature} RETURNS bigint SECURITY DEFINER LANGUAGE sql AS $$ SELECT nextval('assay_team.asked') $$`,
  );
  await anna.note(id, 'not kept');
  await anna.until({
    connection: { state: 'interrupted', message: expect.stringContaining('did not keep') },
    unsent: 1,
  });
  const [asked] = await administrator.query<{ last_value: string }>(
    'SELECT last_value FROM assay_team.asked',
  );
  expect(Number(asked?.last_value)).toBeLessThan(5);
  await administrator.query('DROP FUNCTION assay_team.append');
  await administrator.query('ALTER FUNCTION assay_team.kept_append RENAME TO append');
  await anna.until({ connection: { state: 'connected' }, unsent: 0 });
  await expect.poll(async () => (await ben.shared(id))?.notes).toContain('not kept');
});

test('more claims than a team can have, and a flood of notices, are read with a pause and within a limit', async () => {
  const reader = linkService();
  onTestFinished(() => reader.close());
  await reader.open(await postgres.member());
  const [{ id: team = '' } = {}] = await administrator.query<{ id: string }>(
    'SELECT id FROM assay_team.team',
  );
  await administrator.query('ALTER FUNCTION assay_team.claims RENAME TO kept_claims');
  await administrator.query(
    `CREATE FUNCTION assay_team.claims(of_team uuid) RETURNS TABLE (subject bytea, member text) SECURITY DEFINER LANGUAGE sql AS
     $$ SELECT decode(md5(n::text), 'hex'), 'm' FROM generate_series(1, 200000) n $$`,
  );
  expect(await reader.call({ name: 'claims', values: [team] })).toHaveLength(10_000);
  await administrator.query('DROP FUNCTION assay_team.claims');
  await administrator.query('ALTER FUNCTION assay_team.kept_claims RENAME TO claims');
  const begin = performance.now();
  let flooded = true;
  const flood = (async () => {
    while (flooded) {
      await administrator.query("SELECT pg_notify('assay_team', n::text) FROM generate_series(1, 200) n");
    }
  })();
  for (let waits = 0; waits < 5; waits += 1) {
    await reader.wait({ ms: 60_000 });
  }
  flooded = false;
  await flood;
  expect(performance.now() - begin).toBeGreaterThan(150);
});

test('a listener that was sent a great many notices hears the next', async () => {
  const reader = linkService();
  onTestFinished(() => reader.close());
  await reader.open(await postgres.member());
  const text = 'x'.repeat(7000);
  for (let part = 0; part < 6; part += 1) {
    await administrator.query(
      `SELECT pg_notify('assay_team', '${text}' || n) FROM generate_series(${part * 1000}, ${part * 1000 + 999}) n`,
    );
  }
  await administrator.query("SELECT pg_notify('assay_team', 'last')");
  for (let waited = 0; waited < 200; ) {
    const begin = performance.now();
    await reader.wait({ ms: 200 });
    waited = performance.now() - begin;
  }
  const heard = reader.wait({ ms: 60_000 });
  await administrator.query("SELECT pg_notify('assay_team', 'one more')");
  await heard;
});

test('who asked with a stolen invitation after the codes were compared is not admitted', async () => {
  const { line, invitation } = await anna.bridge.invoke('team.invite', {});
  await using meant = await askToJoin(postgres, line, 'Emil');
  await anna.until({ requests: [{ code: meant.code }] });
  await using thief = await askToJoin(postgres, line, 'Emil');
  await anna.until({ requests: [{ code: thief.code }] });
  const admit = anna.bridge.invoke('team.admit', { invitation, code: meant.code, role: 'reviewer' });
  await expect(admit).rejects.toMatchObject({ view: { code: 'team-not-allowed' } });
  expect((await anna.view())?.members.map(({ name }) => name)).not.toContain('Emil');
  await anna.bridge.invoke('team.refuse', { invitation });
});

test('a request to join that the database lost is sent again', async () => {
  const { line, invitation } = await anna.bridge.invoke('team.invite', {});
  const { user, password } = await postgres.member();
  await using gina = await new TeamConsole('Gina').start();
  await gina.bridge.invoke('team.join', { line, user, password, name: 'Gina' });
  const { code = '' } = (await gina.view()) ?? {};
  await anna.until({ requests: [{ code }] });
  await administrator.query(
    'WITH lost AS (DELETE FROM assay_team.join_request) DELETE FROM assay_team.author_login WHERE login = $1',
    [user],
  );
  const requests = () => administrator.query('SELECT invitation FROM assay_team.join_request');
  await expect.poll(requests).toEqual([{ invitation }]);
  await anna.bridge.invoke('team.admit', { invitation, code, role: 'support' });
  await gina.until({ stage: 'member', connection: { state: 'connected' } });
});

test('in a new team with the same people a note is withdrawn that was written in it, and nothing is said of the old one', async () => {
  for (const console of [ben, anna]) {
    await console.bridge.invoke('team.leave', {});
  }
  await anna.create(postgres);
  await ben.join(postgres, anna);
  const before = (await ben.shared(id))?.notes ?? [];
  await anna.note(id, 'A mistake');
  await expect.poll(async () => (await ben.shared(id))?.notes).toContain('A mistake');
  const mistake = (await anna.caseOf(id))?.notes.find(({ text }) => text === 'A mistake');
  const undone = { ...sandbox, conversationIds: [id], of: 'note' as const, done: mistake?.at ?? 0 };
  await anna.bridge.invoke('cases.undo', undone);
  await expect.poll(async () => (await ben.shared(id))?.notes).toEqual(before);
  await anna.until({ notices: [] });
});
