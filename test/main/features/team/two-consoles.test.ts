import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../../../../main/features/team/database.ts';
import { startControlledSandbox } from '../../../../main/sandbox/controlled.ts';
import type { HistoryEntry } from '../../../../preload/contract/cases.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import { historyText } from '../../../../preload/wording/history.ts';
import { startDeletion } from '../../../support/deletion-run.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
/** Ben's way to the database. */
let link: FaultyLink;
const [anna, ben] = [new TeamConsole('Anna'), new TeamConsole('Ben')];
let [first, second, third, fourth, fifth, sixth] = ['', '', '', '', '', ''];

beforeAll(async () => {
  postgres = await startPostgres();
  link = await openFaultyLink(postgres.owner.port);
  ben.port = link.port;
  await Promise.all([anna.start(), ben.start()]);
  for (const { bridge } of [anna, ben]) {
    const input = { ...sandbox, conversationIds: [] };
    expect(await bridge.invoke('team.holders', input)).toEqual({ isTeam: false, holders: [] });
  }
  const { samples } = anna.console;
  [first = '', second = '', third = '', , , , fourth = '', fifth = ''] = samples.map(({ id }) => id);
  sixth = samples.find(({ title }) => title === 'Seven products, known in part')?.id ?? '';
  // Both read it before they are in a team.
  await Promise.all([anna.open(sixth), ben.open(sixth)]);
});
afterAll(async () => {
  await anna[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await link.close();
  await postgres[Symbol.asyncDispose]();
});

/** Returns which cases others work on, with their names, as a console shows it. */
async function holders(console: TeamConsole, conversationIds: string[]): Promise<[string, string][]> {
  const input = { ...sandbox, conversationIds };
  const { holders: found } = await console.bridge.invoke('team.holders', input);
  return found.map(({ conversationId, name }) => [conversationId, name]);
}

test('a team is created, and a second console joins with the code that both show', async () => {
  await anna.create(postgres);
  await ben.join(postgres, anna);
  for (const console of [anna, ben]) {
    await console.until({
      stage: 'member',
      requests: [],
      notices: [],
      members: expect.arrayContaining([
        expect.objectContaining({ name: 'Anna', role: 'admin' }),
        expect.objectContaining({ name: 'Ben', role: 'reviewer' }),
      ]),
    });
  }
});

test('a console that is in a team is refused another one at once', async () => {
  const { host, port, database, user, password } = await postgres.member();
  const create = anna.bridge.invoke('team.create', {
    host,
    port,
    database,
    user,
    password,
    name: 'Anna',
  });
  await expect(create).rejects.toMatchObject({
    message: expect.stringContaining('This console is in a team already.'),
  });
  const { line } = await anna.bridge.invoke('team.invite', {});
  const join = ben.bridge.invoke('team.join', { line, user, password, name: 'Ben' });
  await expect(join).rejects.toMatchObject({
    message: expect.stringContaining('This console is in a team already.'),
  });
});

test('decisions, notes and labels of one are in the list of the other, with their name', async () => {
  await anna.open(first);
  await anna.note(first, 'Looks fine to me');
  await anna.note(first, 'A mistake');
  await anna.label(first, ['second look']);
  await anna.decide(first, 'clear', 'all good');
  await expect
    .poll(() => ben.shared(first))
    .toEqual({
      decision: 'clear',
      comment: 'all good',
      labels: ['second look'],
      state: 'open',
      settled: [],
      notes: ['A mistake', 'Looks fine to me'],
    });
  // A person has one name in a team, also on their own console.
  for (const console of [anna, ben]) {
    const { notes = [], history = [], disagreements } = (await console.caseOf(first)) ?? {};
    expect(notes.map(({ actor }) => actor)).toEqual(['Anna', 'Anna']);
    expect(
      history.filter(({ kind }) => kind !== 'opened').map(({ kind, actor }) => `${kind} ${actor}`),
    ).toEqual(['decided Anna', 'labelled Anna', 'noted Anna', 'noted Anna']);
    expect(disagreements).toBeUndefined();
  }
});

test('a note is withdrawn on both, by its author and by a colleague, though its number differs', async () => {
  const mistake = (await anna.caseOf(first))?.notes.find(({ text }) => text === 'A mistake');
  const undone = { ...sandbox, conversationIds: [first], of: 'note' as const, done: mistake?.at ?? 0 };
  await anna.bridge.invoke('cases.undo', undone);
  await expect.poll(async () => (await ben.shared(first))?.notes).toEqual(['Looks fine to me']);
});

test('the later in the log of two decisions made without knowledge of each other counts, on both', async () => {
  await anna.open(second);
  await ben.open(second);
  await Promise.all([anna.decide(second, 'clear', 'by Anna'), ben.decide(second, 'reject', 'by Ben')]);
  await expect
    .poll(async () => (await Promise.all([anna.view(), ben.view()])).map((view) => view?.unsent))
    .toEqual([0, 0]);
  await expect
    .poll(async () => JSON.stringify(await anna.shared(second)) === JSON.stringify(await ben.shared(second)))
    .toBe(true);
  expect((await anna.caseOf(second))?.history.filter(({ kind }) => kind === 'decided')).toHaveLength(2);
});

/** Cuts Ben off, lets both decide on a case, and connects Ben again. */
async function decideApart(id: string, ofAnna: 'clear' | 'reject', ofBen: 'clear' | 'reject') {
  link.cut();
  await ben.until({ connection: { state: 'interrupted' } });
  await anna.decide(id, ofAnna, 'by Anna');
  await anna.until({ unsent: 0 });
  await ben.decide(id, ofBen, 'by Ben');
  link.mend();
  await ben.until({ connection: { state: 'connected' }, unsent: 0 });
}

/** Returns the decisions that a case has in conflict, and who did not know of whom, as a console shows it. */
async function conflictOf(console: TeamConsole, id: string) {
  const found = await console.caseOf(id);
  const nameOf = (seq: number) => found?.history.find((entry) => entry.seq === seq)?.details.comment;
  const filters = [
    { conflict: true, text: id },
    { toReview: true, text: id },
  ];
  return {
    conflict: found?.row.conflict?.map(({ decision }) => decision),
    unknown: found?.history
      .filter(({ unknown }) => unknown !== undefined)
      .map(({ details, unknown }) => `${details.comment}: ${unknown?.map(nameOf)}`),
    counts: (await console.bridge.invoke('cases.counts', { ...sandbox, filters })).counts,
  };
}

test('decisions made without knowledge of each other are a conflict on both, until somebody who knows both decides', async () => {
  await Promise.all([anna.open(fourth), ben.open(fourth)]);
  await decideApart(fourth, 'clear', 'reject');
  const inConflict = { conflict: ['clear'], unknown: ['by Ben: by Anna'], counts: [1, 1] };
  for (const console of [anna, ben]) {
    await expect.poll(() => conflictOf(console, fourth)).toEqual(inConflict);
    expect((await console.caseOf(fourth))?.comment).toBe('by Ben');
  }
  await ben.restart();
  expect(await conflictOf(ben, fourth)).toEqual(inConflict);
  await ben.until({ connection: { state: 'connected' } });
  await anna.decide(fourth, 'clear', 'settled');
  for (const console of [anna, ben]) {
    await expect
      .poll(() => conflictOf(console, fourth))
      .toEqual({ conflict: undefined, unknown: ['by Ben: by Anna'], counts: [0, 0] });
  }
});

test('two who decide the same without knowledge of each other agree', async () => {
  await Promise.all([anna.open(fifth), ben.open(fifth)]);
  await decideApart(fifth, 'reject', 'reject');
  for (const console of [anna, ben]) {
    await expect
      .poll(() => conflictOf(console, fifth))
      .toMatchObject({ conflict: undefined, unknown: ['by Ben: by Anna'], counts: [0, 0] });
  }
});

test('the journal of both is whole, and stays so over a restart', async () => {
  await ben.restart();
  await ben.until({ connection: { state: 'connected' }, unsent: 0 });
  for (const console of [anna, ben]) {
    const { problems } = await console.bridge.invoke('journal.verify', {});
    expect(problems).toEqual([]);
    expect(console.console.logged).toEqual([]);
  }
  await ben.note(second, 'after the restart');
  await expect.poll(async () => (await anna.shared(second))?.notes).toEqual(['after the restart']);
});

test('each gets another case of the same queue, nobody one that the other decided, and a case says who has it', async () => {
  const ids = anna.console.samples.slice(0, 6).map(({ id }) => id);
  const take = (console: TeamConsole) =>
    console.bridge.invoke('team.takeNext', { environmentId: 'sandbox', conversationIds: ids });
  await anna.decide(first, 'clear', 'decided by Anna');
  await expect.poll(async () => (await ben.caseOf(first))?.comment).toBe('decided by Anna');
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = await Promise.all([take(anna), take(ben)]);
    expect(one.conversationId).toBeDefined();
    expect(other.conversationId).toBeDefined();
    expect(one.conversationId).not.toBe(other.conversationId);
    expect(other.conversationId).not.toBe(first);
    await expect.poll(() => holders(ben, ids)).toEqual([[one.conversationId, 'Anna']]);
    await expect.poll(() => holders(anna, ids)).toEqual([[other.conversationId, 'Ben']]);
  }
  for (const conversationId of ids) {
    await anna.bridge.invoke('team.release', { ...sandbox, conversationId });
    await ben.bridge.invoke('team.release', { ...sandbox, conversationId });
  }
  await expect.poll(async () => [...(await holders(anna, ids)), ...(await holders(ben, ids))]).toEqual([]);
});

test('a case that one shows is said to be theirs, is not decided by another, and is free once it is left', async () => {
  const target = { ...sandbox, conversationId: third };
  await Promise.all([anna.open(third), ben.open(third)]);
  expect(await anna.bridge.invoke('team.claim', target)).toEqual({});
  await expect.poll(() => holders(ben, [third])).toEqual([[third, 'Anna']]);
  expect(await ben.bridge.invoke('team.claim', target)).toEqual({ name: 'Anna' });
  await expect(ben.decide(third, 'reject')).rejects.toMatchObject({
    message: expect.stringContaining('Anna of your team works on this case now. Nothing was decided'),
  });
  await ben.note(third, 'A note disturbs nobody');
  await anna.bridge.invoke('team.release', target);
  await expect.poll(() => holders(ben, [third])).toEqual([]);
  await ben.decide(third, 'reject');
});

test('a claim that ended while its holder was away is that of who took the case since', async () => {
  const target = { ...sandbox, conversationId: third };
  await anna.bridge.invoke('team.claim', target);
  const owner = await Database.open(postgres.owner);
  await owner.query("UPDATE assay_team.claim SET until = clock_timestamp() - interval '1 second'");
  await owner.close();
  expect(await ben.bridge.invoke('team.claim', target)).toEqual({});
  await expect.poll(() => holders(anna, [third])).toEqual([[third, 'Ben']]);
  await expect(anna.decide(third, 'clear')).rejects.toMatchObject({ view: { code: 'team-not-allowed' } });
  // Closing a console gives up what it has.
  await ben.restart();
  await expect.poll(() => holders(anna, [third])).toEqual([]);
  await ben.until({ connection: { state: 'connected' } });
});

test('a case is handed over with a note, is found by whom it is assigned to, and has it in its history', async () => {
  await Promise.all([anna.open(third), ben.open(third)]);
  const assign = (console: TeamConsole, to: OperationInput<'cases.assign'>['to'], note?: string) =>
    console.bridge.invoke('cases.assign', {
      ...sandbox,
      selection: { ids: [third] },
      to,
      ...(note === undefined ? {} : { note }),
    });
  const mine = async (console: TeamConsole) =>
    (await console.bridge.invoke('cases.counts', { ...sandbox, filters: [{ assignedToMe: true }] })).counts;
  await assign(anna, { member: (await ben.view())?.me ?? '' }, 'The passport needs your eyes');
  const note = 'The passport needs your eyes';
  await expect
    .poll(async () => (await ben.caseOf(third))?.row.assigned)
    .toEqual({ name: 'Ben', isMe: true, by: 'Anna', note });
  expect((await anna.caseOf(third))?.row.assigned).toMatchObject({ name: 'Ben', isMe: false, note });
  expect([await mine(anna), await mine(ben)]).toEqual([[0], [1]]);
  expect((await ben.caseOf(third))?.history[0]).toMatchObject({
    kind: 'assigned',
    actor: 'Anna',
    details: { assignee: 'Ben', text: note },
  });
  await assign(ben, null);
  await expect.poll(async () => (await anna.caseOf(third))?.row.assigned).toBeUndefined();
  expect(await mine(ben)).toEqual([0]);
  await expect(assign(ben, { member: 'f'.repeat(64) })).rejects.toMatchObject({
    view: { code: 'team-not-allowed' },
  });
  await expect(assign(ben, { role: 'support' })).rejects.toMatchObject({
    view: { code: 'team-not-allowed' },
  });
  await assign(anna, { role: 'reviewer' });
  await expect
    .poll(async () => (await ben.caseOf(third))?.row.assigned)
    .toEqual({ name: 'Reviewer', isRole: true, isMe: false, by: 'Anna' });
  expect([await mine(anna), await mine(ben)]).toEqual([[0], [1]]);
  expect(historyText((await ben.caseOf(third))?.history[0] as HistoryEntry, { reasons: [] }).label).toBe(
    'Assigned to everybody with the role Reviewer',
  );
  expect((await ben.bridge.invoke('journal.verify', {})).problems).toEqual([]);
});

test('a case is taken over on purpose from the colleague who has it, with a note to them', async () => {
  const target = { ...sandbox, conversationId: third };
  const takeOver = (console: TeamConsole) =>
    console.bridge.invoke('cases.takeOver', { ...target, note: 'You are off now' });
  const refused = (code: string) => ({ view: { code } });
  await expect(takeOver(ben)).rejects.toMatchObject(refused('team-not-allowed'));
  await anna.bridge.invoke('team.claim', target);
  await expect.poll(() => holders(ben, [third])).toEqual([[third, 'Anna']]);
  link.cut();
  await ben.until({ connection: { state: 'interrupted' } });
  await expect(takeOver(ben)).rejects.toMatchObject(refused('team-unreachable'));
  link.mend();
  await ben.until({ connection: { state: 'connected' } });
  await takeOver(ben);
  // Ben may decide at once, and Anna no more.
  expect(await holders(ben, [third])).toEqual([]);
  await expect.poll(() => holders(anna, [third])).toEqual([[third, 'Ben']]);
  await expect(anna.decide(third, 'clear')).rejects.toMatchObject(refused('team-not-allowed'));
  expect(await anna.bridge.invoke('team.claim', target)).toEqual({ name: 'Ben' });
  const from = (isMe: boolean) => ({ name: 'Anna', isMe });
  const assigned = { name: 'Ben', note: 'You are off now' };
  await expect
    .poll(async () => (await anna.caseOf(third))?.row.assigned)
    .toEqual({ ...assigned, isMe: false, by: 'Ben', from: from(true) });
  expect((await ben.caseOf(third))?.row.assigned).toEqual({ ...assigned, isMe: true, from: from(false) });
  // A case that Anna leaves is no longer hers.
  await anna.bridge.invoke('team.release', target);
  await ben.decide(third, 'reject');
  await expect.poll(() => holders(anna, [third])).toEqual([[third, 'Ben']]);
  await ben.bridge.invoke('team.release', target);
  await expect.poll(() => holders(anna, [third])).toEqual([]);
  expect((await ben.bridge.invoke('journal.verify', {})).problems).toEqual([]);
});

test('a finding that one settles is settled for the other', async () => {
  await Promise.all([anna.open(sixth), ben.open(sixth)]);
  await anna.settle(sixth, 0, 'accepted', 'known to us');
  const settled = (await anna.shared(sixth))?.settled;
  expect(settled).toHaveLength(1);
  await expect.poll(async () => (await ben.shared(sixth))?.settled).toEqual(settled);
  expect((await ben.caseOf(sixth))?.settlements[0]).toMatchObject({ kind: 'accepted', actor: 'Anna' });
  await ben.settle(sixth, 0, null, 'not known at all');
  await expect.poll(async () => (await anna.shared(sixth))?.settled).toEqual([]);
  expect((await anna.view())?.unsent).toBe(0);
});

test('ticks of the checklist, and what was deleted at the service with its receipt, are on both', async () => {
  await Promise.all([anna.open(fourth), ben.open(fourth)]);
  const items = [{ code: 'own-called', label: 'Called back', products: [] }];
  for (const console of [anna, ben]) {
    await console.bridge.invoke('cases.saveSettings', { ...sandbox, checklist: items });
  }
  const target = { ...sandbox, conversationId: fourth };
  await anna.bridge.invoke('cases.tick', { ...target, item: 'own-called', ticked: true });
  await expect.poll(async () => (await ben.caseOf(fourth))?.ticks).toEqual(['own-called']);

  await startDeletion(anna.bridge, target);
  const receiptOf = async () => (await anna.bridge.invoke('receipts.of', target)).receipts[0];
  await expect.poll(async () => (await receiptOf())?.outcome).toBe('confirmed');
  const receiptId = (await receiptOf())?.receiptId;
  await expect.poll(async () => (await ben.caseOf(fourth))?.row.verdict).toBe('gone');
  const [entry] = (await ben.caseOf(fourth))?.history.filter(({ kind }) => kind === 'data-deleted') ?? [];
  expect(entry).toMatchObject({ actor: 'Anna', details: { outcome: 'confirmed', receiptId } });
  // The register of a console is of its own receipts only.
  expect((await ben.bridge.invoke('cases.status', sandbox)).notices).toEqual([]);
  expect((await ben.bridge.invoke('journal.verify', {})).problems).toEqual([]);
});

test('entries about an environment that a console does not have wait until it has it', async () => {
  const service = await startControlledSandbox();
  onTestFinished(() => service.close());
  const settings = (name: string, baseUrl: string) => ({
    settings: { name, kind: 'test' as const, baseUrl, proxy: { mode: 'none' as const } },
  });
  const { id: here } = await anna.bridge.invoke('environments.save', settings('Service', service.baseUrl));
  const { login, password } = service.apiKey;
  const key = { kind: 'api-key' as const, environmentId: here, login, password };
  await anna.bridge.invoke('credentials.save', key);
  await anna.bridge.invoke('environments.select', { environmentId: here });
  const target = { environmentId: here, conversationId: third };
  await anna.bridge.invoke('conversations.open', target);
  await expect.poll(async () => (await anna.bridge.invoke('cases.get', target)).case).toBeDefined();
  await anna.bridge.invoke('cases.note', {
    environmentId: here,
    selection: { ids: [third] },
    text: 'elsewhere',
  });
  await anna.bridge.invoke('environments.select', sandbox);
  await ben.until({ waiting: 1 });
  const other = settings('Another name', `${service.baseUrl}/`);
  const { id: there } = await ben.bridge.invoke('environments.save', other);
  await ben.until({ waiting: 0 });
  await ben.bridge.invoke('environments.select', { environmentId: there });
  const found = await ben.bridge.invoke('cases.get', { environmentId: there, conversationId: third });
  await ben.bridge.invoke('environments.select', sandbox);
  expect(found.case?.notes.map(({ text, actor }) => [text, actor])).toEqual([['elsewhere', 'Anna']]);
});

test('a member goes on with another login after the administrator ended theirs, and not with a wrong one', async () => {
  const { host, port, database, user, password } = await postgres.member();
  const address = { host, port, database, user, password };
  await expect(anna.bridge.invoke('team.reconnect', { ...address, password: 'wrong' })).rejects.toMatchObject(
    { view: { code: 'team-refused' } },
  );
  await expect(anna.bridge.invoke('team.reconnect', address)).rejects.toMatchObject({
    message: 'Another login of the database is that of this member.',
  });
  const former = (await anna.until({ connection: { state: 'connected' } }))?.address.user;
  const administrator = await Database.open({ ...postgres.owner, user: 'postgres', password: 'postgres' });
  await administrator.query(`ALTER ROLE ${former} NOLOGIN`);
  await administrator.close();
  await anna.bridge.invoke('team.reconnect', address);
  await anna.until({ connection: { state: 'connected' }, address: { user } });
  await anna.note(first, 'with another login');
  await expect.poll(async () => (await ben.shared(first))?.notes).toContain('with another login');
});

test('a name is that of one member', async () => {
  const dora = new TeamConsole('Ben');
  await dora.start();
  await expect(dora.join(postgres, anna)).rejects.toMatchObject({
    message: expect.stringContaining('Somebody in the team has this name already.'),
  });
  await anna.bridge.invoke('team.refuse', { invitation: (await anna.view())?.requests[0]?.invitation ?? '' });
  await anna.until({ requests: [], notices: [] });
  await dora[Symbol.asyncDispose]();
});

test('an entry that the role no longer allows when it reaches the log is named, not applied, and not sent again', async () => {
  const id = (await ben.view())?.me ?? '';
  link.cut();
  await anna.bridge.invoke('team.setRole', { member: id, role: 'support' });
  await ben.decide(second, 'reject', 'too late');
  await ben.until({ connection: { state: 'interrupted' }, unsent: 1 });
  link.mend();
  await ben.until({ connection: { state: 'connected' }, unsent: 0, notices: [{ kind: 'not-allowed' }] });
  await anna.until({ notices: [{ kind: 'not-allowed', author: id }] });
  expect(await ben.shared(second)).toEqual(await anna.shared(second));
  expect((await ben.shared(second))?.comment).not.toBe('too late');
  await expect(ben.decide(second, 'reject')).rejects.toMatchObject({ view: { code: 'team-not-allowed' } });
  await ben.note(second, 'a note is allowed');
  await expect.poll(async () => (await anna.shared(second))?.notes).toContain('a note is allowed');
  expect((await anna.view())?.notices).toHaveLength(1);
});

/** Returns what the journal of a console says about the members, oldest first. */
async function membersIn(console: TeamConsole): Promise<string[]> {
  const filter = { kind: 'team-changed' };
  const { last } = await console.bridge.invoke('journal.find', { ...sandbox, filter });
  const page = { ...sandbox, filter, last, from: 0, count: 50 };
  const { rows } = await console.bridge.invoke('journal.rows', page);
  return rows.map((row) => `${row.actor}: ${historyText(row, { reasons: [] }).label}`).toReversed();
}

test('a member is removed with a new key, and gets nothing of what comes after', async () => {
  const me = (await ben.view())?.me ?? '';
  await anna.bridge.invoke('team.remove', { member: me });
  await ben.until({ stage: 'removed' });
  await anna.note(second, 'after Ben was removed');
  await anna.until({ unsent: 0 });
  // Nothing was sealed with another key than the new one.
  expect((await anna.view())?.notices).toHaveLength(1);
  await ben.note(second, 'only here');
  expect((await ben.shared(second))?.notes).toEqual(['a note is allowed', 'after the restart', 'only here']);
  await ben.bridge.invoke('team.leave', {});
  expect(await ben.view()).toBeUndefined();
  const all = [
    ...['Anna: Team created', 'Anna: Admitted to the team: Ben, Reviewer'],
    ...['Anna: Role in the team: Ben, Support', 'Anna: Removed from the team: Ben'],
  ];
  expect(await membersIn(anna)).toEqual(all);
  expect(await membersIn(ben)).toEqual([...all, expect.stringMatching(/: This console left the team$/)]);
  expect((await anna.shared(second))?.notes).toEqual([
    ...['a note is allowed', 'after Ben was removed', 'after the restart'],
  ]);
  expect((await ben.bridge.invoke('journal.verify', {})).problems).toEqual([]);
});

test('a console is not behind what it has read itself, although its report is older', async () => {
  const { entries: before = 0 } = (await anna.view()) ?? {};
  await anna.note(first, 'read at once');
  // The first view that has the entry: later ones have the next report as well.
  const view = await vi.waitUntil(
    async () => {
      const now = await anna.view();
      return now !== undefined && now.entries > before && now;
    },
    { interval: 5 },
  );
  expect(view.members.find(({ id }) => id === view.me)?.read).toBe(view.entries);
});
