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

test('a database that goes back stops a console, which goes on when what it read is there again', async () => {
  await anna.note(id, 'kept');
  await anna.note(id, 'lost by the database');
  const { entries = 0 } = (await anna.until({ unsent: 0 })) ?? {};
  await administrator.query('CREATE TABLE kept AS SELECT * FROM assay_team.entry');
  await administrator.query('CREATE TABLE kept_content AS SELECT * FROM assay_team.content');
  await administrator.query(`DELETE FROM assay_team.content WHERE seq = ${entries}`);
  await administrator.query(`DELETE FROM assay_team.entry WHERE seq = ${entries}`);
  await anna.note(id, 'written meanwhile');
  await anna.until({
    connection: { state: 'stopped', message: expect.stringContaining('The team’s database went back') },
    unsent: 1,
  });
  expect((await anna.shared(id))?.notes).toEqual(['kept', 'lost by the database', 'written meanwhile']);
  await administrator.query('INSERT INTO assay_team.entry SELECT * FROM kept ON CONFLICT DO NOTHING');
  await administrator.query(
    'INSERT INTO assay_team.content SELECT * FROM kept_content ON CONFLICT DO NOTHING',
  );
  await anna.until({ connection: { state: 'connected' }, unsent: 0 });
  await expect.poll(async () => (await ben.shared(id))?.notes).toHaveLength(3);
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
  expect(await kinds(anna)).toEqual([]);
  await expect.poll(() => shownOthers(carla)).toEqual(['Anna', 'Ben']);
  await carla.open(id);
  await carla.note(id, 'by one who was shown less');
  await expect.poll(() => kinds(ben)).toEqual(['other-log']);
  expect(await shownOthers(ben)).toEqual(['Carla']);
});
