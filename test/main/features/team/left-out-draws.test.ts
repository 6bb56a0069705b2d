import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { admitStranger } from './stranger.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
const [anna, ben] = [new TeamConsole('Anna'), new TeamConsole('Ben')];
let ids: string[] = [];
const everyDecision = JSON.stringify({ version: 1, company: 'Acme', secondReview: [{ percent: 100 }] });

beforeAll(async () => {
  postgres = await startPostgres();
  await Promise.all([anna.start(), ben.start()]);
  await anna.create(postgres);
  await ben.join(postgres, anna);
  ids = anna.console.samples.slice(0, 2).map(({ id }) => id);
  for (const id of ids) {
    await Promise.all([anna.open(id), ben.open(id)]);
  }
});
afterAll(async () => {
  for (const one of [anna, ben]) {
    await one[Symbol.asyncDispose]();
  }
  await postgres[Symbol.asyncDispose]();
});

/** Waits for what a console shows of a case. */
const shows = (of: TeamConsole, id: string, row: object) =>
  vi.waitFor(async () => expect((await of.caseOf(id))?.row).toMatchObject(row));

test('a decision that a changed console did not draw is reviewed by a second person all the same', async () => {
  await using stranger = await admitStranger(postgres, anna, 'Carla');
  const [, id = ''] = ids;
  await anna.bridge.invoke('policy.sign', { text: everyDecision });
  await stranger.write({
    kind: 'case',
    entry: 'decided',
    at: Date.now(),
    environment: 'sandbox',
    conversation: id,
    local: 1,
    details: { decision: 'reject', comment: 'not to be seen' },
  });
  for (const one of [anna, ben]) {
    await shows(one, id, { secondReview: 'second' });
    expect(JSON.stringify(await one.caseOf(id))).not.toContain('not to be seen');
  }
  await ben.decide(id, 'clear', 'as Ben saw it');
  await shows(ben, id, { secondReview: 'differs' });
  await shows(anna, id, { secondReview: 'third' });
  expect(JSON.stringify(await anna.caseOf(id))).toContain('not to be seen');
  await anna.bridge.invoke('policy.sign', {});
});

test('a decision that its author’s console did not draw counts as drawn there, too, once the log has it', async () => {
  const [id = ''] = ids;
  await ben.decide(id, 'clear', 'before the policy');
  await ben.until({ unsent: 0 });
  await anna.bridge.invoke('policy.sign', { text: everyDecision });
  await vi.waitFor(async () => expect((await ben.bridge.invoke('policy.view', {})).policy).toBeDefined());
  await ben.decide(id, 'reject', 'drawn');
  await shows(anna, id, { secondReview: 'second' });
  const [{ at: done = 0 } = {}] =
    (await ben.caseOf(id))?.history.filter(({ kind }) => kind === 'decided') ?? [];
  // The earlier decision is back, as it was entered then.
  await ben.bridge.invoke('cases.undo', { ...sandbox, conversationIds: [id], of: 'decision', done });
  await ben.until({ unsent: 0 });
  await anna.until({ entries: (await ben.view())?.entries ?? 0 });
  await shows(anna, id, { secondReview: 'second' });
  await anna.decide(id, 'reject', 'as Anna saw it');
  for (const one of [anna, ben]) {
    await shows(one, id, { secondReview: 'differs', decision: { kind: 'reject' } });
    expect((await one.bridge.invoke('journal.verify', {})).problems).toEqual([]);
  }
  await ben.restart();
  await shows(ben, id, { secondReview: 'differs' });
});
