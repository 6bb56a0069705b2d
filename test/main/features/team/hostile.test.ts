import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { TeamState } from '../../../../main/features/records/journal/team-state.ts';
import { Database } from '../../../../main/features/team/database.ts';
import { type EntryContent, idOfKey, sha256, TeamKey } from '../../../../main/features/team/entries.ts';
import { joinRequest, readJoinRequest } from '../../../../main/features/team/joining.ts';
import { linkService } from '../../../../main/features/team/link-service.ts';
import { checkExport, exportLines } from '../../../../main/features/team/log-export.ts';
import { type SignedEntry, signEntries } from '../../../../main/features/team/outgoing.ts';
import { emptyTeam } from '../../../../main/features/team/replay.ts';
import { teamCommand } from '../../../../main/features/team/team-command.ts';
import type { TeamNotice } from '../../../../preload/contract/team.ts';
import type { TeamRole } from '../../../../preload/contract/team-roles.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';

let postgres: TestPostgres;
let link: ReturnType<typeof linkService>;
/** The administrator of the database, who may do everything in it. */
let administrator: Database;

beforeAll(async () => {
  postgres = await startPostgres();
  link = linkService();
  await link.open(await postgres.member());
  administrator = await Database.open(postgres.owner);
});
afterAll(async () => {
  await link.close();
  await administrator.close();
  await postgres[Symbol.asyncDispose]();
});

/** A person with the keys of a member. */
class Person {
  readonly name: string;
  readonly #key: KeyObject;
  readonly publicKey: string;
  readonly id: string;

  constructor(name: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.name = name;
    this.#key = privateKey;
    this.publicKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    this.id = idOfKey(this.publicKey);
  }

  get member() {
    return { name: this.name, publicKey: this.publicKey, recipient: `age1${'q'.repeat(58)}` };
  }

  sign = (bytes: Uint8Array) => sign(null, bytes, this.#key);
}

let team: string;
let first: string;
let keys: Record<number, string>;
let anna: Person;
let ben: Person;

const start = () => emptyTeam(team, first, anna.publicKey);

/** Reads the log from a state to its end, as a console does. */
async function read(from: TeamState = start(), known = keys) {
  const notices: TeamNotice[] = [];
  const notes: string[] = [];
  let state = from;
  for (;;) {
    const part = await link.read({ state, keys: known });
    ({ state } = part);
    notices.push(...part.notices);
    notes.push(
      ...part.places.flatMap(({ entry, isRefused }) =>
        entry === undefined || isRefused ? [] : String(entry.details.text),
      ),
    );
    if (part.isAll) {
      return { state, notes, kinds: notices.map(({ seq, kind }) => `${seq} ${kind}`) };
    }
  }
}

const note = (text: string): EntryContent => ({
  kind: 'case',
  entry: 'noted',
  at: 1,
  environment: 'sandbox',
  conversation: 'a',
  local: 1,
  details: { text },
});

async function write(person: Person, ...contents: EntryContent[]): Promise<SignedEntry[]> {
  const { state: log } = await read();
  const batch = signEntries({ me: person.id, keys, log }, contents, person.sign);
  await send(batch);
  return batch;
}

const send = (batch: readonly SignedEntry[]) =>
  link.call({ name: 'append', values: [team, JSON.stringify(batch)] });
const admit = (person: Person, role: TeamRole, invitation: string = randomUUID()) =>
  write(anna, { kind: 'admitted', member: person.member, role, invitation });
const tamper = (statement: string) => administrator.query(statement.replaceAll(':team', `'${team}'`));

/** A team of Anna and Ben, each of whom wrote a note: entries 3 and 4. */
beforeEach(async () => {
  [anna, ben] = [new Person('Anna'), new Person('Ben')];
  team = randomUUID();
  const secret = randomBytes(32);
  keys = { 1: secret.toString('base64') };
  const log = emptyTeam(team, '', anna.publicKey);
  const founded: EntryContent = {
    kind: 'founded',
    member: anna.member,
    keyDigest: new TeamKey(1, secret).digest,
  };
  const batch = signEntries({ me: anna.id, keys, log }, [founded], anna.sign);
  first = sha256(Buffer.from(batch[0]?.head ?? '', 'base64'));
  await link.call({ name: 'create_team', values: [team] });
  await send(batch);
  await admit(ben, 'reviewer');
  await write(anna, note('by Anna'));
  await write(ben, note('by Ben'));
});

test('a log that nobody touched is read without a notice', async () => {
  expect(await read()).toMatchObject({ notes: ['by Anna', 'by Ben'], kinds: [] });
});

test('one reading says that it came to the end, so that nobody who writes on and on keeps a console from sending', async () => {
  expect(await link.read({ state: start(), keys })).toMatchObject({ isAll: true, state: { seq: 4 } });
  for (let round = 0; round < 3; round += 1) {
    await write(anna, ...Array.from({ length: 200 }, (_, at) => note(`${round} ${at}`)));
  }
  const part = await link.read({ state: start(), keys });
  expect(part).toMatchObject({ isAll: false, state: { seq: 500 } });
  expect(await link.read({ state: part.state, keys })).toMatchObject({ isAll: true, state: { seq: 604 } });
});

test.each([
  [
    'changes a content',
    'UPDATE assay_team.content SET sealed = sealed || sealed WHERE team = :team AND seq = 3',
    ['3 content-changed'],
  ],
  [
    'deletes a content',
    'DELETE FROM assay_team.content WHERE team = :team AND seq = 3',
    ['3 content-missing'],
  ],
  [
    'swaps the contents of two entries',
    `UPDATE assay_team.content SET sealed = (SELECT other.sealed FROM assay_team.content other WHERE other.team = :team AND other.seq = 7 - content.seq)
       WHERE team = :team AND seq IN (3, 4)`,
    ['3 content-changed', '4 content-changed'],
  ],
  [
    'changes what was signed',
    `UPDATE assay_team.entry SET head = convert_to(replace(convert_from(head, 'UTF8'), '"assay-team-1"', '"assay-team-0"'), 'UTF8') WHERE team = :team AND seq = 3`,
    ['3 not-signed'],
  ],
  [
    'changes a signature',
    `UPDATE assay_team.entry SET signature = decode(repeat('00', 64), 'hex') WHERE team = :team AND seq = 3`,
    ['3 not-signed'],
  ],
  [
    'names another author',
    `UPDATE assay_team.entry SET author = repeat('0', 64) WHERE team = :team AND seq = 3`,
    ['3 not-signed'],
  ],
])('an administrator who %s is named and not believed', async (_what, statement, kinds) => {
  await tamper(statement);
  const { notes, kinds: found } = await read();
  expect(found).toEqual(kinds);
  const changed = new Set(kinds.map((one) => Number(one.split(' ')[0])));
  expect(notes).toEqual(['by Anna', 'by Ben'].filter((_text, index) => !changed.has(index + 3)));
});

test('an administrator who deletes an entry is named, whether more of its author follows or not', async () => {
  await write(anna, note('later'));
  await tamper('DELETE FROM assay_team.content WHERE team = :team AND seq = 3');
  await tamper('DELETE FROM assay_team.entry WHERE team = :team AND seq = 3');
  expect(await read()).toMatchObject({
    notes: ['by Ben', 'later'],
    kinds: ['3 missing', '5 missing-of-author'],
  });
});

test('an administrator who moves an entry is named', async () => {
  await write(anna, note('second'), note('third'));
  await tamper('ALTER TABLE assay_team.content DROP CONSTRAINT content_team_seq_fkey');
  for (const table of ['content', 'entry']) {
    await tamper(`UPDATE assay_team.${table} SET seq = 11 - seq + 100 WHERE team = :team AND seq IN (5, 6)`);
    await tamper(`UPDATE assay_team.${table} SET seq = seq - 100 WHERE team = :team AND seq > 100`);
  }
  const { notes, kinds } = await read();
  expect(notes).toEqual(['by Anna', 'by Ben', 'third']);
  expect(kinds).toEqual(['5 missing-of-author', '6 repeated']);
});

test('an entry that is put in again, and one of an unknown person, are named', async () => {
  const [again] = await write(anna, note('once'));
  await tamper('ALTER TABLE assay_team.entry DROP CONSTRAINT entry_team_author_author_seq_key');
  await tamper(
    `INSERT INTO assay_team.entry SELECT team, 6, author, author_seq, head, signature, at FROM assay_team.entry WHERE team = :team AND seq = 5`,
  );
  await tamper(
    'INSERT INTO assay_team.content SELECT team, 6, sealed FROM assay_team.content WHERE team = :team AND seq = 5',
  );
  await tamper('UPDATE assay_team.team SET last_seq = 6 WHERE id = :team');
  expect(again).toBeDefined();
  const stranger = new Person('Ben');
  const { state: log } = await read();
  await send(signEntries({ me: stranger.id, keys, log }, [note('forged')], stranger.sign));
  expect(await read()).toMatchObject({
    notes: ['by Anna', 'by Ben', 'once'],
    kinds: ['6 repeated', '7 not-signed'],
  });
});

test('content larger than the database may keep is named and not opened', async () => {
  const [entry] = await write(anna, note('small'));
  await tamper('ALTER TABLE assay_team.content DROP CONSTRAINT content_sealed_check');
  await tamper('DELETE FROM assay_team.content WHERE team = :team AND seq = 5');
  await tamper('DELETE FROM assay_team.entry WHERE team = :team AND seq = 5');
  await tamper('UPDATE assay_team.team SET last_seq = 4 WHERE id = :team');
  const { state: log } = await read();
  const details = Object.fromEntries(
    Array.from({ length: 7 }, (_, at) => [`part ${at}`, 'x'.repeat(40_000)]),
  );
  await send(signEntries({ me: anna.id, keys, log }, [{ ...note(''), details } as EntryContent], anna.sign));
  expect(entry).toBeDefined();
  expect(await read()).toMatchObject({ notes: ['by Anna', 'by Ben'], kinds: ['5 content-changed'] });
});

test.each(['An\u200bna', 'An\u202ena', 'An\u0000na', 'Anna\u00a0B', 'Anna\u3164'])(
  'a member who is named with what cannot be seen is not admitted: %j',
  async (name) => {
    const stranger = new Person('Carla');
    await write(anna, {
      kind: 'admitted',
      member: { ...stranger.member, name },
      role: 'reviewer',
      invitation: 'one more',
    });
    expect((await read()).kinds).toEqual(['5 content-changed']);
  },
);

test('a place far beyond the end is refused instead of counted up to', async () => {
  await tamper('ALTER TABLE assay_team.content DROP CONSTRAINT IF EXISTS content_team_seq_fkey');
  await tamper('UPDATE assay_team.entry SET seq = 9000000000000000 WHERE team = :team AND seq = 4');
  await expect(read()).rejects.toMatchObject({ code: 'team-log-changed' });
});

test('many gaps are read in parts, each of which is no more than so many places', async () => {
  await write(anna, note('a'), note('b'), note('c'));
  await tamper('ALTER TABLE assay_team.content DROP CONSTRAINT IF EXISTS content_team_seq_fkey');
  for (const table of ['content', 'entry']) {
    await tamper(`UPDATE assay_team.${table} SET seq = (seq - 4) * 9000 WHERE team = :team AND seq > 4`);
  }
  const first = await link.read({ state: start(), keys });
  expect(first).toMatchObject({ isAll: false, state: { seq: 9000 } });
  expect(await read()).toMatchObject({ state: { seq: 27_000 }, notes: ['by Anna', 'by Ben', 'a', 'b', 'c'] });
});

test('a log that shrank or whose last entry was replaced is refused, and one of another team is not begun', async () => {
  const { state } = await read();
  await write(ben, note('more'));
  const { state: longer } = await read();
  await tamper('DELETE FROM assay_team.content WHERE team = :team AND seq = 5');
  await tamper('DELETE FROM assay_team.entry WHERE team = :team AND seq = 5');
  await expect(read(longer)).rejects.toMatchObject({ code: 'team-log-changed' });
  await tamper('UPDATE assay_team.team SET last_seq = 4 WHERE id = :team');
  const other = signEntries({ me: ben.id, keys, log: state }, [note('another')], ben.sign);
  await send(other);
  await expect(read(longer)).rejects.toMatchObject({ code: 'team-log-changed' });
  await expect(read({ ...start(), first: '0'.repeat(64) })).rejects.toMatchObject({
    code: 'team-log-changed',
  });
});

test('a member may do what the role allows at that place of the log, and nothing after being removed', async () => {
  const decided: EntryContent = {
    ...(note('') as EntryContent & { kind: 'case' }),
    entry: 'decided',
    details: { decision: 'clear' },
  };
  await write(anna, { kind: 'role-set', member: ben.id, role: 'support' });
  await write(ben, decided);
  await write(ben, { kind: 'role-set', member: ben.id, role: 'admin' });
  await admit(new Person('Ben'), 'admin');
  const carla = new Person('Carla');
  await admit(carla, 'auditor', 'one invitation');
  await admit(new Person('Dora'), 'admin', 'one invitation');
  await write(carla, note('by an auditor'));
  await write(anna, {
    kind: 'removed',
    member: anna.id,
    key: 2,
    keyDigest: 'a'.repeat(64),
    sealedFor: [ben.id, carla.id],
  });
  const { kinds, state } = await read();
  expect(kinds).toEqual([
    '6 not-allowed',
    '7 not-allowed',
    '8 not-allowed',
    '10 not-allowed',
    '11 not-allowed',
    '12 not-allowed',
  ]);
  expect(Object.values(state.members).map(({ name, role }) => `${name} ${role}`)).toEqual([
    ...['Anna admin', 'Ben support', 'Carla auditor'],
  ]);

  const secret = randomBytes(32);
  const removed = { member: ben.id, key: 2, keyDigest: new TeamKey(2, secret).digest };
  const { state: before } = await read();
  await write(anna, { kind: 'removed', ...removed, sealedFor: [anna.id, carla.id] });
  const late = signEntries({ me: ben.id, keys, log: before }, [note('of one who was removed')], ben.sign);
  await send(late);
  keys = { ...keys, 2: secret.toString('base64') };
  await write(anna, note('with the new key'));
  const { state: log } = await read();
  const old = signEntries(
    { me: anna.id, keys: { 1: keys[1] ?? '' }, log: { ...log, key: 1 } },
    [note('old key')],
    anna.sign,
  );
  await send(old);
  const after = await read();
  expect(after.notes.slice(2)).toEqual(['with the new key']);
  expect(after.kinds.slice(-2)).toEqual(['14 removed-member', '16 old-key']);
});

test('a request to join counts only with the secret of its invitation, for the keys it was made with', () => {
  const secret = {
    team,
    first,
    admin: anna.publicKey,
    id: randomUUID(),
    secret: randomBytes(32).toString('base64'),
  };
  const request = joinRequest(secret, ben.member);
  expect(readJoinRequest(secret, request)).toEqual(ben.member);
  expect(request.toString('latin1')).not.toContain('Ben');
  for (const byte of [0, 20, request.length - 1]) {
    const changed = Buffer.from(request);
    changed[byte] = (changed[byte] ?? 0) ^ 1;
    expect(readJoinRequest(secret, changed)).toBeUndefined();
  }
  expect(readJoinRequest({ ...secret, admin: ben.publicKey }, request)).toBeUndefined();
  expect(readJoinRequest({ ...secret, secret: randomBytes(32).toString('base64') }, request)).toBeUndefined();
  expect(readJoinRequest(secret, Buffer.from('{}'))).toBeUndefined();
});

async function* linesOf(text: string) {
  yield* text.trimEnd().split('\n');
}

test('a saved log is checked without a database and without a key, and what was changed in it is named', async () => {
  await write(ben, note('Jan Kowalski of Warsaw'));
  await write(anna, { kind: 'role-set', member: ben.id, role: 'support' });
  const { state } = await read();
  async function* parts() {
    yield await link.exported({ team, after: 0, keys });
  }
  let file = '';
  for await (const text of exportLines(state, anna.id, parts(), anna.sign)) {
    file += text;
  }
  expect(file).not.toContain('Kowalski');
  expect(file).not.toContain(keys[1]);
  const head = { seq: state.seq, digest: state.digest };
  const good = await checkExport(linesOf(file), first, head);
  expect(good).toMatchObject({ notices: [], madeBy: 'Anna', isContinued: true });
  expect(good.state).toEqual(state);

  const lines = file.trimEnd().split('\n');
  const changed = async (change: (lines: string[]) => void) => {
    const some = [...lines];
    change(some);
    const { notices, madeBy } = await checkExport(linesOf(some.join('\n')), first);
    return [...notices.map(({ seq, kind }) => `${seq} ${kind}`), madeBy];
  };
  expect(await changed((all) => all.splice(3, 1))).toEqual([
    ...['3 missing', '6 missing-of-author', '4 other-log', '6 other-log', undefined],
  ]);
  expect(await changed((all) => all.splice(6, 1))).toEqual([undefined]);
  expect(await changed((all) => all.pop())).toEqual([undefined]);
  const edit = (at: number, from: string, to: string) =>
    changed((all) => {
      all[at] = (all[at] ?? '').replace(from, to);
    });
  expect(await edit(4, '"isThere":true', '"isThere":false')).toEqual(['4 content-missing', undefined]);
  expect(await edit(5, '"content":"noted"', '"content":"decided"')).toEqual([undefined]);
  expect(await edit(2, '"role":"reviewer"', '"role":"auditor"')).toEqual([
    ...['4 not-allowed', '5 not-allowed', undefined],
  ]);
  expect(await edit(5, '"signature":"', '"signature":"AAAA')).toEqual(['5 not-signed', undefined]);
  await expect(checkExport(linesOf(file), '0'.repeat(64))).rejects.toMatchObject({
    code: 'team-log-changed',
  });

  const directory = mkdtempSync(join(tmpdir(), 'assay-team-log-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'assay-team-log.jsonl');
  const printed = async (...argv: string[]) => {
    let out = '';
    const stream = { write: (text: string) => (out += text) };
    const code = await teamCommand(['verify', path, ...argv], {
      environment: {},
      stdout: stream,
      stderr: stream,
    });
    return { code, out };
  };
  writeFileSync(path, file);
  const last = `${state.seq}:${state.digest}`;
  const { code, out } = await printed('--first', first, '--head', last);
  expect([code, out]).toEqual([
    0,
    `6 entries of 2 members: Anna (Admin), Ben (Support).\nKey of Anna: ${anna.id}\nKey of Ben: ${ben.id}\nEvery entry is signed, in its place and allowed.\nKinds, names and roles are as the console of Anna read them.\nLast entry: ${last}\n`,
  ]);
  writeFileSync(path, lines.toSpliced(3, 1).join('\n'));
  expect(await printed('--first', first, '--head', `3:${'0'.repeat(64)}`)).toEqual({
    code: 1,
    out: expect.stringContaining('PROBLEM  Entry 3: The database has no entry here. Somebody removed it.'),
  });
  expect((await printed('--first', '0'.repeat(64))).code).toBe(1);
  expect((await printed()).code).toBe(2);
});

test('a sample opens the entries that were asked for alone, and proves that their authors signed what it says', async () => {
  const { state: before } = await read();
  await write(ben, note('Jan Kowalski of Warsaw'));
  await write(anna, note('Nowak is his brother'));
  const { state } = await read();
  const [opened, other] = [state.seq - 1, state.seq];
  async function* parts() {
    yield await link.exported({ team, after: 0, keys, opened: [opened] });
  }
  let file = '';
  for await (const text of exportLines(state, anna.id, parts(), anna.sign)) {
    file += text;
  }
  expect(file).not.toContain(keys[1]);
  const head = { seq: state.seq, digest: state.digest };
  const check = (text: string) => checkExport(linesOf(text), first, head);
  const good = await check(file);
  expect(good).toMatchObject({ notices: [], madeBy: 'Anna', isContinued: true });
  expect(good.opened).toEqual([
    { seq: opened, author: ben.id, content: expect.objectContaining(note('Jan Kowalski of Warsaw')) },
  ]);

  // The key of one entry opens no other, and no other content stands in its place.
  const lines = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { key } = lines[opened].opened;
  const { sealed: otherSealed, key: otherKey } = (
    await link.exported({ team, after: other - 1, keys, opened: [other] })
  )[0]?.opened ?? { sealed: '', key: '' };
  expect(otherKey).not.toBe(key);
  const said = async (at: number, openedAs: object, more: object = {}) => {
    const changed = lines.with(at, { ...lines[at], ...more, opened: openedAs });
    const result = await check(changed.map((line) => JSON.stringify(line)).join('\n'));
    return [result.opened.length, ...result.notices.map(({ seq, kind }) => `${seq} ${kind}`)];
  };
  expect(await said(other, { sealed: otherSealed, key: otherKey })).toEqual([2]);
  expect(await said(other, { sealed: otherSealed, key })).toEqual([1, `${other} content-changed`]);
  expect(await said(other, lines[opened].opened)).toEqual([1, `${other} content-changed`]);
  const asDecision = await said(opened, lines[opened].opened, { content: 'decided' });
  expect(asDecision).toEqual(
    [0, `${opened} content-changed`, expect.stringContaining('not-allowed')].slice(0, asDecision.length),
  );

  const directory = mkdtempSync(join(tmpdir(), 'assay-team-sample-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'sample.jsonl');
  writeFileSync(path, file);
  const verified = async (fixed: { seq: number; digest: string }) => {
    let out = '';
    const stream = { write: (text: string) => (out += text) };
    const argv = ['verify', path, '--first', first, '--head', `${fixed.seq}:${fixed.digest}`];
    return { code: await teamCommand(argv, { environment: {}, stdout: stream, stderr: stream }), out };
  };
  const { code, out } = await verified(head);
  expect(code).toBe(0);
  expect(out).toContain(`Entry ${opened}: 1970-01-01T00:00:00.001Z, Ben, a, Note: Jan Kowalski of Warsaw\n`);
  expect(out).not.toContain('Nowak');
  // The log was fixed before the entry that is opened.
  const { seq, digest } = before;
  const later = await verified({ seq, digest });
  expect(later.code).toBe(1);
  expect(later.out).toContain(
    `PROBLEM  Entry ${opened} was opened, but comes after the fixed entry ${seq}.\n`,
  );
  expect(later.out).toContain('Problems: 1.\n');
});

test('nothing personal and no key is readable in the database', async () => {
  await write(anna, note('Jan Kowalski of Warsaw'));
  const rows = await administrator.query<{ everything: string }>(
    `SELECT e::text || c::text || encode(e.head, 'escape') || encode(c.sealed, 'escape') AS everything
     FROM assay_team.entry e JOIN assay_team.content c USING (team, seq) WHERE e.team = '${team}'`,
  );
  const everything = rows.map((row) => row.everything).join('\n');
  for (const needle of ['Kowalski', 'Anna', 'Ben', 'noted', 'sandbox', keys[1] ?? '']) {
    expect(everything).not.toContain(needle);
    expect(everything).not.toContain(Buffer.from(needle).toString('hex'));
  }
});

test('an auditor gets access to personal data from an admin alone, for seven days at most, and loses it with the role', async () => {
  const carla = new Person('Carla');
  await admit(carla, 'auditor', 'for carla');
  const access = (member: string, hours: number): EntryContent => ({
    kind: 'access-granted',
    at: 1000,
    member,
    until: 1000 + hours * 3_600_000,
    reason: 'Audit',
  });
  await write(carla, access(carla.id, 1));
  await write(ben, access(carla.id, 1));
  await write(anna, access(ben.id, 1));
  await write(anna, access(carla.id, 7 * 24 + 1));
  const refused = await read();
  const last = refused.state.seq;
  expect(refused.kinds.slice(-4)).toEqual([3, 2, 1, 0].map((back) => `${last - back} not-allowed`));
  expect(Object.values(refused.state.members).map((one) => one.access)).toEqual(
    Object.values(refused.state.members).map(() => undefined),
  );
  await write(anna, access(carla.id, 7 * 24));
  expect((await read()).state.members[carla.id]?.access).toEqual({
    until: 1000 + 7 * 24 * 3_600_000,
    reason: 'Audit',
  });
  await write(anna, { kind: 'role-set', member: carla.id, role: 'auditor' });
  expect((await read()).state.members[carla.id]?.access).toBeUndefined();
});

test('the policy of the company is that of the last admin who signed one, at their place of the log', async () => {
  const carla = new Person('Carla');
  await admit(carla, 'admin');
  const set = (policy: { text?: string }): EntryContent => ({ kind: 'policy-set', at: 1000, ...policy });
  const policy = async () => (await read()).state.policy;
  await write(carla, set({ text: 'by Carla' }));
  await write(ben, set({ text: 'by Ben' }), set({}));
  expect(await policy()).toEqual({ seq: 6, by: carla.id, at: 1000, text: 'by Carla' });
  await write(anna, set({ text: 'by Anna' }));
  // An entry that is put in again does not bring its policy back.
  await tamper('ALTER TABLE assay_team.entry DROP CONSTRAINT IF EXISTS entry_team_author_author_seq_key');
  for (const columns of [
    'entry SELECT team, 10, author, author_seq, head, signature, at',
    'content SELECT team, 10, sealed',
  ]) {
    const [table = ''] = columns.split(' ');
    await tamper(`INSERT INTO assay_team.${columns} FROM assay_team.${table} WHERE team = :team AND seq = 6`);
  }
  await tamper('UPDATE assay_team.team SET last_seq = 10 WHERE id = :team');
  await write(anna, { kind: 'role-set', member: carla.id, role: 'reviewer' });
  await write(carla, set({ text: 'by one who is no admin any more' }));
  const { state, kinds } = await read();
  expect(state.policy).toEqual({ seq: 9, by: anna.id, at: 1000, text: 'by Anna' });
  expect(kinds).toEqual(['7 not-allowed', '8 not-allowed', '10 repeated', '12 not-allowed']);
  await write(anna, set({}));
  expect((await policy())?.text).toBeUndefined();
});

test('the key of a recovery file makes one admin and nothing else, and only that of the last file', async () => {
  const [former, file, carla, dora] = ['Former', 'File', 'Carla', 'Dora'].map((name) => new Person(name)) as [
    ...[Person, Person, Person, Person],
  ];
  const set = ({ member: { publicKey, recipient } }: Person, key = 1): EntryContent => ({
    kind: 'recovery-set',
    recovery: { publicKey, recipient },
    key,
  });
  const recovered = ({ member }: Person): EntryContent => ({ kind: 'recovered', member });
  await write(anna, set(former), set(file));
  await write(ben, set(former));
  await write(anna, set(former, 2), recovered(carla));
  await write(former, recovered(carla));
  await write(file, note('by the file'), { kind: 'role-set', member: ben.id, role: 'admin' });
  await write(file, recovered({ ...carla, member: { ...carla.member, name: 'Ben' } } as Person));
  await write(file, recovered(carla), recovered(dora));
  const { state, kinds } = await read();
  expect(kinds).toEqual([
    ...['7 not-allowed', '8 not-allowed', '9 not-allowed', '10 not-signed'],
    ...['11 not-allowed', '12 not-allowed', '13 not-allowed', '15 not-signed'],
  ]);
  expect(state.members[carla.id]).toMatchObject({ role: 'admin', recovered: 14 });
  expect([state.members[dora.id], state.recovery]).toEqual([undefined, undefined]);
});
