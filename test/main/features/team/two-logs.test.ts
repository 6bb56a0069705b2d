import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../../main/features/team/database.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
let administrator: Database;
const [anna, ben, carla] = [new TeamConsole('Anna'), new TeamConsole('Ben'), new TeamConsole('Carla')];
let id = '';

beforeAll(async () => {
  postgres = await startPostgres();
  administrator = await Database.open(postgres.owner);
  await Promise.all([anna.start(), ben.start(), carla.start()]);
  id = anna.console.samples[0]?.id ?? '';
  await anna.create(postgres);
  await ben.join(postgres, anna);
  await anna.open(id);
  await ben.open(id);
});
afterAll(async () => {
  for (const console of [anna, ben, carla]) {
    await console[Symbol.asyncDispose]();
  }
  await administrator.close();
  await postgres[Symbol.asyncDispose]();
});

const kinds = async (console: TeamConsole) =>
  (await console.view())?.notices.map(({ kind }) => kind).toSorted();
const shownOthers = async (console: TeamConsole) => {
  const { notices = [], members = [] } = (await console.view()) ?? {};
  const authors = notices.filter(({ kind }) => kind === 'other-log').map(({ author }) => author);
  return members.filter(({ id: member }) => authors.includes(member)).map(({ name }) => name);
};

test('an entry that an administrator cut off the end is sent again by its author, and each console says that it went back', async () => {
  await anna.note(id, 'kept');
  await anna.note(id, 'cut off');
  const { entries = 0 } = (await anna.until({ unsent: 0 })) ?? {};
  await expect.poll(async () => (await ben.shared(id))?.notes).toEqual(['cut off', 'kept']);
  await administrator.query(`DELETE FROM assay_team.content WHERE seq = ${entries}`);
  await administrator.query(`DELETE FROM assay_team.entry WHERE seq = ${entries}`);
  await administrator.query(`UPDATE assay_team.team SET last_seq = ${entries - 1}`);
  await anna.note(id, 'written meanwhile');
  for (const console of [anna, ben]) {
    await console.until({
      connection: { state: 'connected' },
      unsent: 0,
      entries: entries + 1,
      notices: [{ kind: 'went-back', seq: entries - 1 }],
    });
    expect((await console.shared(id))?.notes).toEqual(['cut off', 'kept', 'written meanwhile']);
    const { history = [] } = (await console.caseOf(id)) ?? {};
    expect(history.filter(({ kind }) => kind === 'noted')).toHaveLength(3);
  }
});

test('a console whose team is not in the database any more stops, and goes on when it is there again', async () => {
  const { entries = 0 } = (await anna.view()) ?? {};
  await administrator.query('ALTER FUNCTION assay_team.entries RENAME TO kept_entries');
  await administrator.query(
    `CREATE FUNCTION assay_team.entries(of_team uuid, from_seq bigint) RETURNS SETOF assay_team.entry SECURITY DEFINER LANGUAGE sql AS
     $$ SELECT * FROM assay_team.entry WHERE false $$`,
  );
  await anna.note(id, 'written without the team');
  await anna.until({
    connection: { state: 'stopped', message: expect.stringContaining('The team’s database went back') },
    unsent: 1,
    entries,
  });
  await administrator.query('DROP FUNCTION assay_team.entries');
  await administrator.query('ALTER FUNCTION assay_team.kept_entries RENAME TO entries');
  await anna.until({ connection: { state: 'connected' }, unsent: 0 });
  await expect.poll(async () => (await ben.shared(id))?.notes).toContain('written without the team');
});

test('one read that finds nothing does not say that the database went back', async () => {
  await administrator.query('ALTER FUNCTION assay_team.entries RENAME TO kept_entries');
  await administrator.query('CREATE SEQUENCE assay_team.reads');
  await administrator.query(
    `CREATE FUNCTION assay_team.entries(of_team uuid, from_seq bigint)
     RETURNS TABLE (seq bigint, author text, author_seq bigint, head bytea, signature bytea, sealed bytea, at timestamptz)
     SECURITY DEFINER LANGUAGE sql AS
     $$ SELECT one.* FROM (SELECT nextval('assay_team.reads') AS number) turn, assay_team.kept_entries(of_team, from_seq) one WHERE turn.number > 1 $$`,
  );
  await ben.note(id, 'after one empty read');
  await ben.until({ connection: { state: 'connected' }, unsent: 0 });
  await expect.poll(async () => (await anna.shared(id))?.notes).toContain('after one empty read');
  await administrator.query('DROP FUNCTION assay_team.entries');
  await administrator.query('ALTER FUNCTION assay_team.kept_entries RENAME TO entries');
  expect([await kinds(anna), await kinds(ben)]).toEqual([['went-back'], ['went-back']]);
});

test('who was shown another log is found out by what they write, on both sides', async () => {
  const [{ seq = '0' } = {}] = await administrator.query<{ seq: string }>(
    `SELECT seq FROM assay_team.entry ORDER BY seq DESC LIMIT 1 OFFSET 1`,
  );
  await ben.note(id, 'after what is removed');
  await ben.until({ unsent: 0 });
  await administrator.query(`DELETE FROM assay_team.content WHERE seq = ${seq}`);
  await administrator.query(`DELETE FROM assay_team.entry WHERE seq = ${seq}`);
  await carla.join(postgres, anna);
  await carla.until({
    notices: expect.arrayContaining([expect.objectContaining({ kind: 'missing', seq: Number(seq) })]),
  });
  expect(await kinds(anna)).toEqual(['went-back']);
  await expect.poll(() => shownOthers(carla)).toEqual(['Anna', 'Ben']);
  await carla.open(id);
  await carla.note(id, 'by one who was shown less');
  await expect.poll(() => kinds(ben)).toEqual(['other-log', 'went-back']);
  expect(await shownOthers(ben)).toEqual(['Carla']);
});
