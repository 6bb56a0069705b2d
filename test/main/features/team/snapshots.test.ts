import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../../../../main/features/team/database.ts';
import { type EntryContent, idOfKey, sha256, TeamKey } from '../../../../main/features/team/entries.ts';
import { grantKey, invitationLine, readJoinRequest } from '../../../../main/features/team/joining.ts';
import { linkService } from '../../../../main/features/team/link-service.ts';
import { signEntries } from '../../../../main/features/team/outgoing.ts';
import { emptyTeam } from '../../../../main/features/team/replay.ts';
import { type SnapshotEntry, snapshotBytes } from '../../../../main/features/team/snapshot-format.ts';
import { startDeletion } from '../../../support/deletion-run.ts';
import { fullTests } from '../../../support/full-tests.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { TeamConsole } from './team-consoles.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let postgres: TestPostgres;
let administrator: Database;
/** Anna's way to the database. */
let link: FaultyLink;
const anna = new TeamConsole('Anna', undefined, fullTests ? {} : { teamSnapshotAfter: 60 });
const ben = new TeamConsole('Ben');
let cases: string[] = [];
let erased = '';
/** How often each case is noted and labelled: with 20 cases, more entries than a snapshot is written after. */
const rounds = fullTests ? 18 : 3;
/** The number of entries of a crafted log, which is read in several parts at full size. */
const crafted = fullTests ? 1000 : 20;

beforeAll(async () => {
  postgres = await startPostgres();
  administrator = await Database.open(postgres.owner);
  link = await openFaultyLink(postgres.owner.port);
  anna.port = link.port;
  await Promise.all([anna.start(), ben.start()]);
  const ids = anna.console.samples.map(({ id }) => id);
  [erased = '', ...cases] = ids.slice(0, 21);
  await anna.create(postgres);
  await ben.join(postgres, anna);
  for (const id of [erased, ...cases]) {
    await anna.open(id);
  }
  const selection = { ids: cases };
  for (let round = 0; round < rounds; round += 1) {
    const text = `note ${round}`;
    await anna.bridge.invoke('cases.note', { ...sandbox, selection, text });
    await anna.bridge.invoke('cases.label', { ...sandbox, selection, add: ['kept', 'removed'], remove: [] });
    await anna.bridge.invoke('cases.label', { ...sandbox, selection, add: [], remove: ['removed'] });
  }
  const [one = '', two = ''] = cases;
  await anna.until({ unsent: 0, connection: { state: 'connected' } });
  const isThere = (console: TeamConsole, id: string, expected: object) =>
    vi.waitFor(async () => expect(await console.shared(id)).toMatchObject(expected), { timeout: 60_000 });
  await isThere(ben, two, { labels: ['kept'], notes: { length: rounds } });
  await ben.decide(one, 'reject', 'first');
  await ben.until({ unsent: 0 });
  await isThere(anna, one, { decision: 'reject' });
  await anna.decide(one, 'clear', 'then');
  await anna.bridge.invoke('cases.state', { ...sandbox, selection: { ids: [two] }, state: 'waiting' });
  const mistake = (await anna.caseOf(two))?.notes.at(-1);
  const undone = { ...sandbox, conversationIds: [two], of: 'note' as const, done: mistake?.at ?? 0 };
  await anna.bridge.invoke('cases.undo', undone);
  await anna.note(erased, 'to be erased');
  await anna.until({ unsent: 0, connection: { state: 'connected' } });
});
afterAll(async () => {
  for (const console of [anna, ben]) {
    await console[Symbol.asyncDispose]();
  }
  await administrator.close();
  await link.close();
  await postgres[Symbol.asyncDispose]();
});

const count = async (table: string) => {
  const [row] = await administrator.query<{ n: string }>(`SELECT count(*) AS n FROM assay_team.${table}`);
  return Number(row?.n);
};
/** Invites, which writes a snapshot where there is none, and waits for it. */
const invite = async () => {
  await anna.bridge.invoke('team.invite', {});
  await expect.poll(() => count('snapshot'), { timeout: 60_000 }).toBeGreaterThan(0);
};
/** Gives no console what comes before the snapshot, until `giveAll`. */
const withhold = async () => {
  const [{ seq = '0' } = {}] = await administrator.query<{ seq: string }>(
    'SELECT seq FROM assay_team.snapshot',
  );
  await administrator.query('ALTER FUNCTION assay_team.entries RENAME TO all_entries');
  await administrator.query(
    `CREATE FUNCTION assay_team.entries(of_team uuid, from_seq bigint)
     RETURNS TABLE (seq bigint, author text, author_seq bigint, head bytea, signature bytea, sealed bytea, at timestamptz)
     SECURITY DEFINER LANGUAGE plpgsql AS $$ BEGIN
       IF from_seq < ${seq} THEN RAISE EXCEPTION 'not yet'; END IF;
       RETURN QUERY SELECT * FROM assay_team.all_entries(of_team, from_seq);
     END $$`,
  );
  const giveAll = async () => {
    await administrator.query(`DO $$ BEGIN IF to_regproc('assay_team.all_entries') IS NOT NULL THEN
       DROP FUNCTION assay_team.entries;
       ALTER FUNCTION assay_team.all_entries RENAME TO entries;
     END IF; END $$`);
  };
  // The other tests of this file read the same log.
  onTestFinished(giveAll);
  return { seq: Number(seq), giveAll };
};
const shared = (console: TeamConsole) => Promise.all(cases.map((id) => console.shared(id)));
const agree = async (console: TeamConsole) => {
  await vi.waitFor(
    async () => {
      const view = await console.view();
      expect(view).toMatchObject({ unsent: 0, connection: { state: 'connected' } });
      expect(view?.earlier).toBeUndefined();
      expect(view?.entries).toBe((await anna.view())?.entries);
      expect(await shared(console)).toEqual(await shared(anna));
    },
    { timeout: 60_000, interval: 100 },
  );
  expect((await console.bridge.invoke('journal.verify', {})).problems).toEqual([]);
  expect(console.console.logged).toEqual([]);
};

test('a console that joins has the list before it can read the earlier entries, and has them all in the end', async () => {
  // The state of the team has more than members.
  await using auditor = await new TeamConsole('Auditor').start();
  await auditor.join(postgres, anna, 'auditor');
  const member = (await auditor.view())?.me ?? '';
  await anna.bridge.invoke('team.grantAccess', { member, hours: 1, reason: 'A sample' });
  const text = JSON.stringify({ version: 1, company: 'Acme', maskAfterMinutes: 7 });
  await anna.bridge.invoke('policy.sign', { text });
  // The snapshot for the auditor: the next one is not written before it is there.
  await expect.poll(() => count('snapshot'), { timeout: 60_000 }).toBeGreaterThan(0);
  await administrator.query('SELECT assay_team.drop_snapshots(id) FROM assay_team.team');
  await invite();
  const { seq, giveAll } = await withhold();
  await using carla = await new TeamConsole('Carla').start();
  await carla.join(postgres, anna);
  expect(await shared(carla)).toEqual(await shared(anna));
  expect((await carla.view())?.earlier).toEqual({ read: 0, of: seq });
  expect((await carla.bridge.invoke('policy.view', {})).policy).toMatchObject({ maskAfterMinutes: 7 });
  const [one = '', two = ''] = cases;
  // Acts done meanwhile are sent, and come from others.
  await carla.note(one, 'by one who joined');
  await anna.decide(two, 'reject', 'meanwhile');
  await expect
    .poll(async () => (await anna.shared(one))?.notes, { timeout: 60_000 })
    .toContain('by one who joined');
  await expect.poll(async () => (await carla.shared(two))?.decision, { timeout: 60_000 }).toBe('reject');
  await carla.decide(two, 'clear', 'who knew it');
  await expect.poll(async () => (await anna.shared(two))?.decision, { timeout: 60_000 }).toBe('clear');

  await giveAll();
  await agree(carla);
  expect((await carla.view())?.notices).toEqual([]);
  for (const console of [anna, carla]) {
    const { row, history = [] } = (await console.caseOf(two)) ?? {};
    expect(row?.conflict).toBeUndefined();
    expect(history.filter(({ kind }) => kind === 'noted')).toHaveLength(rounds);
    expect(history.filter(({ kind }) => kind === 'labelled' || kind === 'unlabelled')).toHaveLength(
      3 * rounds,
    );
  }
  expect((await carla.caseOf(one))?.history.map(({ kind, details }) => [kind, details.comment])).toEqual(
    expect.arrayContaining([
      ['decided', 'first'],
      ['decided', 'then'],
    ]),
  );
});

test('a database that goes back while what comes before the snapshot is read loses nothing', {
  tags: 'long',
}, async () => {
  await invite();
  const { giveAll } = await withhold();
  await using kim = await new TeamConsole('Kim').start();
  await kim.join(postgres, anna);
  const [one = ''] = cases;
  await anna.note(one, 'on every copy');
  await expect.poll(async () => (await kim.shared(one))?.notes).toContain('on every copy');
  const entries = (await anna.until({ unsent: 0 }))?.entries ?? 0;
  await anna.note(one, 'lost, by Anna');
  await expect.poll(async () => (await kim.shared(one))?.notes).toContain('lost, by Anna');
  await kim.note(one, 'lost, by who joined');
  await expect.poll(async () => (await anna.shared(one))?.notes).toContain('lost, by who joined');
  expect((await kim.view())?.earlier).toMatchObject({ read: 0 });
  for (const table of ['content', 'entry']) {
    await administrator.query(`DELETE FROM assay_team.${table} WHERE seq > ${entries}`);
  }
  await administrator.query(`UPDATE assay_team.team SET last_seq = ${entries}`);
  await kim.note(one, 'afterwards');
  await kim.until({ connection: { state: 'interrupted' } });
  await giveAll();
  await agree(kim);
  expect((await kim.shared(one))?.notes).toEqual(
    expect.arrayContaining(['on every copy', 'lost, by Anna', 'lost, by who joined', 'afterwards']),
  );
  for (const console of [anna, kim]) {
    expect((await console.view())?.notices).toEqual([{ kind: 'went-back', seq: entries }]);
  }
});

test('a snapshot that was changed is refused with a notice, and the log is read from its first entry', async () => {
  await invite();
  await administrator.query(
    `UPDATE assay_team.snapshot_part SET sealed = set_byte(sealed, 100, 1) WHERE part = 1`,
  );
  await using dora = await new TeamConsole('Dora').start();
  await dora.join(postgres, anna);
  await agree(dora);
  expect((await dora.view())?.notices).toMatchObject([{ kind: 'snapshot' }]);

  await administrator.query(`UPDATE assay_team.snapshot SET signature = decode(repeat('00', 64), 'hex')`);
  await using emil = await new TeamConsole('Emil').start();
  await emil.join(postgres, anna);
  await agree(emil);
  expect((await emil.view())?.notices).toMatchObject([{ kind: 'snapshot' }]);
});

test('a deletion of data removes the snapshots, and the next one does not have the case', async () => {
  await invite();
  const last = async (of: string) => {
    const [row] = await administrator.query<{ seq: string }>(`SELECT min(seq) AS seq FROM assay_team.${of}`);
    return Number(row?.seq);
  };
  const before = await last('snapshot');
  // The console does not know whether the database has the entry.
  link.loseNextReply();
  await startDeletion(anna.bridge, { ...sandbox, conversationId: erased });
  // Somebody is invited still, so that the next one is written at once.
  await expect.poll(() => last('snapshot'), { timeout: 60_000 }).toBeGreaterThan(before);
  expect(await last('snapshot_part')).toBe(await last('snapshot'));
  await using gina = await new TeamConsole('Gina').start();
  await gina.join(postgres, anna);
  await agree(gina);
  expect((await gina.view())?.notices).toEqual([]);
});

test("a difference of an admin's snapshot from the log is taken back with a notice", async () => {
  const { line, admin, append, write, admit } = await craftedTeam();
  const about = {
    kind: 'case' as const,
    at: 1,
    environment: 'sandbox',
    conversation: cases[0] ?? '',
    local: 1,
  };
  const label = (name: string) => ({ ...about, entry: 'labelled' as const, details: { label: name } });
  await append(label('first'));
  await append({ ...about, entry: 'decided', details: { decision: 'reject', comment: 'as it was' } });
  await append(...Array.from({ length: crafted }, (_, at) => label(`label ${at % 5}`)));
  const entry = { author: admin, at: 1, environment: 'sandbox', conversation: cases[0] ?? '' };
  await write([
    { ...entry, seq: 2, authorSeq: 2, entry: 'labelled', details: { label: 'first' } },
    { ...entry, seq: 3, authorSeq: 3, entry: 'decided', details: { decision: 'clear', comment: 'forged' } },
    { ...entry, seq: 4, authorSeq: 4, entry: 'labelled', details: { label: 'invented' } },
  ]);
  await using fred = await new TeamConsole('Fred').start();
  await fred.bridge.invoke('team.join', { line, ...(await login()), name: 'Fred' });
  await admit();
  await fred.until({ stage: 'member', connection: { state: 'connected' } });
  await fred.until({ entries: crafted + 4 });
  await expect.poll(async () => (await fred.view())?.earlier, { timeout: 60_000 }).toBeUndefined();
  expect(await fred.shared(cases[0] ?? '')).toMatchObject({
    decision: 'reject',
    comment: 'as it was',
    labels: ['first', 'label 0', 'label 1', 'label 2', 'label 3', 'label 4'],
  });
  expect((await fred.view())?.notices.map(({ kind, seq }) => [kind, seq])).toEqual([
    ['snapshot', 4],
    ['snapshot', 3],
  ]);
  expect((await fred.view())?.unsent).toBe(0);
  expect((await fred.bridge.invoke('journal.verify', {})).problems).toEqual([]);
});

test('a snapshot whose second part is missing is taken back, and the log is read from its first entry', {
  tags: 'long',
}, async () => {
  const { line, admin, append, write, admit } = await craftedTeam();
  const about = {
    kind: 'case' as const,
    at: 1,
    environment: 'sandbox',
    conversation: cases[0] ?? '',
    local: 1,
  };
  const note = (text: string) => ({ ...about, entry: 'noted' as const, details: { text } });
  await append(...Array.from({ length: 1000 }, (_, at) => note(`note ${at}`)));
  const entry = {
    author: admin,
    at: 1,
    environment: 'sandbox',
    conversation: cases[0] ?? '',
    entry: 'noted' as const,
  };
  const entries = Array.from({ length: 1000 }, (_, at) => ({
    ...entry,
    seq: at + 2,
    authorSeq: at + 2,
    details: { text: `note ${at}` },
  }));
  await write(entries.slice(0, 600), entries.slice(600));
  await administrator.query(`DELETE FROM assay_team.snapshot_part WHERE author = '${admin}' AND part = 2`);
  await using hugo = await new TeamConsole('Hugo').start();
  await hugo.bridge.invoke('team.join', { line, ...(await login()), name: 'Hugo' });
  await admit();
  await hugo.until({
    stage: 'member',
    connection: { state: 'connected' },
    entries: 1002,
    notices: [],
    unsent: 0,
  });
  expect((await hugo.view())?.earlier).toBeUndefined();
  expect((await hugo.shared(cases[0] ?? ''))?.notes).toHaveLength(1000);
  expect((await hugo.bridge.invoke('journal.verify', {})).problems).toEqual([]);
});

const login = async () => {
  const { user, password } = await postgres.member();
  return { user, password };
};

/** A team whose admin has no console, and writes snapshots that no console writes. */
async function craftedTeam() {
  const link = linkService();
  onTestFinished(() => link.close());
  await link.open(await postgres.member());
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const admin = idOfKey(publicKey);
  const recipient = await identityToRecipient(await generateX25519Identity());
  const [team, secret] = [randomUUID(), randomBytes(32)];
  const keys = { 1: secret.toString('base64') };
  const signBy = (bytes: Uint8Array) => sign(null, bytes, pair.privateKey);
  let log = emptyTeam(team, '', publicKey);
  const append = async (...contents: EntryContent[]) => {
    for (let from = 0; from < contents.length; from += 200) {
      const batch = signEntries({ me: admin, keys, log }, contents.slice(from, from + 200), signBy);
      await link.call({ name: 'append', values: [team, JSON.stringify(batch)] });
      log = { ...log, first: log.first || sha256(Buffer.from(batch[0]?.head ?? '', 'base64')) };
      ({ state: log } = await link.read({ state: log, keys }));
    }
  };
  await link.call({ name: 'create_team', values: [team] });
  const keyDigest = new TeamKey(1, secret).digest;
  await append({ kind: 'founded', member: { name: 'Admin', publicKey, recipient }, keyDigest });
  const { first } = log;
  const invitation = {
    host: postgres.owner.host,
    port: postgres.owner.port,
    database: postgres.owner.database,
    team,
    first,
    founder: publicKey,
    admin: publicKey,
    id: randomUUID(),
    secret: randomBytes(32).toString('base64'),
    until: Date.now() + 60_000,
  };
  return {
    admin,
    append,
    line: invitationLine(invitation),
    async write(...all: SnapshotEntry[][]): Promise<void> {
      const parts: string[] = [];
      for (const value of [log, ...all]) {
        const place = { team, author: admin, seq: log.seq, part: parts.length };
        parts.push(await link.sendPart({ key: { number: 1, secret: keys[1] }, place, value }));
      }
      const bytes = snapshotBytes({ team, author: admin, key: 1, seq: log.seq, parts });
      await link.call({ name: 'add_snapshot', values: [team, admin, log.seq, bytes, signBy(bytes)] });
    },
    async admit(): Promise<void> {
      const [row] = await link.call({ name: 'join_requests', values: [team] });
      const member = readJoinRequest(invitation, row?.request as Uint8Array);
      if (member === undefined) {
        throw new Error('Nobody asked.');
      }
      const grant = await grantKey(
        team,
        { id: idOfKey(member.publicKey), recipient: member.recipient },
        { number: 1, secret },
        signBy,
      );
      const [sealed, signature] = [grant.sealed, grant.signature].map((one) =>
        Buffer.from(one).toString('base64'),
      );
      const grants = [{ member: grant.member, key: 1, sealed, signature }];
      await link.call({ name: 'grant_keys', values: [team, JSON.stringify(grants)] });
      await append({ kind: 'admitted', member, role: 'reviewer', invitation: invitation.id });
    },
  };
}
