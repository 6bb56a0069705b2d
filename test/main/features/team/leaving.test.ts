import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { historyText } from '../../../../preload/wording/history.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
const [anna, ben, carla] = [new TeamConsole('Anna'), new TeamConsole('Ben'), new TeamConsole('Carla')];
/** A case that the team has entries about, and one that it has none about. */
let [shared, own] = ['', ''];

beforeAll(async () => {
  postgres = await startPostgres();
  await Promise.all([anna, ben, carla].map((console) => console.start()));
  [shared, own] = anna.console.samples.map(({ id }) => id) as [string, string];
  await anna.create(postgres);
  await ben.join(postgres, anna);
  await carla.join(postgres, anna);
  for (const console of [anna, ben, carla]) {
    await console.open(shared);
    await console.open(own);
  }
  await anna.note(shared, 'by Anna, for all');
  for (const console of [ben, carla]) {
    await vi.waitFor(async () => expect((await console.shared(shared))?.notes).toEqual(['by Anna, for all']));
  }
});
afterAll(async () => {
  for (const console of [anna, ben, carla]) {
    await console[Symbol.asyncDispose]();
  }
  await postgres[Symbol.asyncDispose]();
});

/** Returns what the journal of a console says about the team, the newest first. */
async function changesOf({ bridge }: TeamConsole): Promise<string[]> {
  const filter = { kind: 'team-changed' };
  const { last } = await bridge.invoke('journal.find', { ...sandbox, filter });
  const { rows } = await bridge.invoke('journal.rows', { ...sandbox, filter, last, from: 0, count: 20 });
  return rows.map((row) => historyText(row, { reasons: [] }).label);
}

test('a console that leaves forgets the cases of the team where an admin set so, and says how many', async () => {
  expect((await ben.view())?.forgetsCopies).toBe(false);
  await expect(ben.bridge.invoke('team.setCopies', { forget: true })).rejects.toMatchObject({
    view: { code: 'team-not-allowed' },
  });
  await anna.bridge.invoke('team.setCopies', { forget: true });
  await ben.until({ forgetsCopies: true });
  expect(await ben.bridge.invoke('team.leave', {})).toEqual({ forgotten: 1 });
  expect(await ben.view()).toBeUndefined();
  expect(await ben.caseOf(shared)).toBeUndefined();
  expect(await ben.caseOf(own)).toBeDefined();
  expect((await changesOf(ben)).slice(0, 2)).toEqual([
    'This console left the team and forgot 1 case of it',
    'Consoles that leave the team forget its cases',
  ]);
  expect((await ben.bridge.invoke('journal.verify', {})).problems).toEqual([]);
  const found = { ...sandbox, filter: { text: 'by Anna, for all' } };
  expect((await ben.bridge.invoke('journal.find', found)).total).toBe(0);
});

test('a console that is removed forgets them when it learns of it', async () => {
  const member = (await anna.view())?.members.find(({ name }) => name === 'Carla')?.id ?? '';
  await carla.close();
  await anna.bridge.invoke('team.remove', { member });
  await carla.start();
  await carla.until({ stage: 'removed' });
  await expect.poll(() => carla.caseOf(shared)).toBeUndefined();
  expect(await carla.caseOf(own)).toBeDefined();
  // Once: a case that is opened again stays, also after a restart.
  await carla.open(shared);
  await carla.restart();
  await carla.until({ stage: 'removed' });
  expect(await carla.caseOf(shared)).toBeDefined();
  expect((await carla.bridge.invoke('journal.verify', {})).problems).toEqual([]);
  expect(carla.console.logged).toEqual([]);
  await carla.bridge.invoke('team.leave', {});
});
