import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../../main/features/team/database.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
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

test('a key that was sealed for a removal that did not come to the log does not lock the team out', async () => {
  // As after a removal that was interrupted before its entry, or by another admin at the same time.
  await administrator.query(
    `INSERT INTO assay_team.key_grant (team, member, key_number, sealed, signature)
     SELECT team, member, 2, sealed, decode(repeat('00', 64), 'hex') FROM assay_team.key_grant
     UNION SELECT e.team, e.author, 2, '\\x00', decode(repeat('00', 64), 'hex') FROM assay_team.entry e`,
  );
  await anna.bridge.invoke('team.remove', { member: (await carla.view())?.me ?? '' });
  await anna.note(id, 'with the new key');
  await anna.until({ unsent: 0, connection: { state: 'connected' } });
  await expect.poll(async () => (await ben.shared(id))?.notes).toContain('with the new key');
});
