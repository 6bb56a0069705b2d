import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { applySchema, Database, type DatabaseAddress } from '../../../../main/features/team/database.ts';
import { teamCommand } from '../../../../main/features/team/team-command.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { makeCertificates } from '../../service/support/certificates.ts';

let postgres: TestPostgres;
let member: DatabaseAddress;
const team = '6f7c2c1e-0d6a-4a1f-9a52-0f5f9a3c7d10';
const author = 'a'.repeat(64);

beforeAll(async () => {
  postgres = await startPostgres({ isPrepared: false });
});
afterAll(() => postgres[Symbol.asyncDispose]());

function command(argv: string[], password = '') {
  const out: string[] = [];
  const error: string[] = [];
  const status = teamCommand(argv, {
    environment: { PGPASSWORD: password },
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => error.push(text) },
  });
  return status.then((code) => ({ out: out.join(''), error: error.join(''), code }));
}

const entry = (authorSeq: number, text = `entry ${authorSeq}`) => ({
  author,
  authorSeq,
  head: base64(text),
  signature: base64('s'.repeat(64)),
  sealed: base64('sealed'),
});
const base64 = (text: string) => Buffer.from(text).toString('base64');
const append = (database: Database, ...batch: object[]) =>
  database.query<{ author_number: string; log_number: string }>('SELECT * FROM assay_team.append($1, $2)', [
    team,
    JSON.stringify(batch),
  ]);

test('a database that was not prepared, and a login without the role, are told apart with what to do', async () => {
  const database = await Database.open(postgres.owner);
  const create = 'SELECT assay_team.create_team($1)';
  await expect(database.query(create, [team])).rejects.toMatchObject({
    message: 'The database has no tables for a team yet.',
    hint: expect.stringContaining('Save the SQL'),
  });
  await database.query("CREATE ROLE nobody LOGIN PASSWORD 'nobody'");
  await applySchema(database);
  const nobody = await Database.open({ ...postgres.owner, user: 'nobody', password: 'nobody' });
  await expect(nobody.query(create, [team])).rejects.toMatchObject({
    message: 'This user may not do that in the database.',
    hint: expect.stringContaining('assay_team_member'),
  });
  await nobody.close();
  await database.query('DROP SCHEMA assay_team CASCADE');
  await database.close();
});

test('the owner of a database, who is no superuser, prepares it by the command, and again without effect', async () => {
  const { owner } = postgres;
  const address = `postgresql://${owner.user}@${owner.host}:${owner.port}/${owner.database}`;
  expect(await command(['schema', '--apply', address], 'wrong')).toMatchObject({
    code: 3,
    error: 'The database does not accept this user and password.\n',
  });
  expect(await command(['schema', '--apply', address], owner.password)).toMatchObject({
    code: 0,
    out: 'The database is ready now: step 1.\n',
  });
  expect(await command(['schema', '--apply', address], owner.password)).toMatchObject({
    code: 0,
    out: 'The database was ready.\n',
  });
  member = await postgres.member();
});

test('the command prints the SQL for an administrator, and says how it is used', async () => {
  const printed = await command(['schema']);
  expect(printed.code).toBe(0);
  expect(printed.out).toContain('CREATE TABLE assay_team.entry');
  expect((await command(['schema', '--after', '1'])).out).not.toContain('CREATE TABLE assay_team.entry');
  expect(await command(['schemas'])).toMatchObject({ code: 2 });
  expect((await command(['--help'])).out).toContain('IN ROLE assay_team_member');
});

test('a member may call the functions and neither read nor write a table', async () => {
  const database = await Database.open(member);
  for (const statement of [
    'SELECT * FROM assay_team.entry',
    'DELETE FROM assay_team.content',
    `UPDATE assay_team.team SET last_seq = 0`,
    `INSERT INTO assay_team.team VALUES ('${team}')`,
    'CREATE TABLE assay_team.mine ()',
  ]) {
    await expect(database.query(statement)).rejects.toMatchObject({ code: 'team-refused' });
  }
  await database.query('SELECT assay_team.create_team($1)', [team]);
  expect(await append(database, entry(1))).toEqual([{ author_number: '1', log_number: '1' }]);
  await database.close();
});

test('a batch that is sent again changes nothing, and another entry with the same number is refused whole', async () => {
  const database = await Database.open(member);
  const batch = [entry(2), entry(3)];
  const first = await append(database, ...batch);
  expect(first.map(({ log_number }) => log_number)).toEqual(['2', '3']);
  expect(await append(database, ...batch)).toEqual(first);
  await expect(append(database, entry(4), entry(3, 'another'))).rejects.toMatchObject({
    details: { sqlState: '23505' },
  });
  expect(await append(database, entry(4))).toEqual([{ author_number: '4', log_number: '4' }]);
  await database.close();
});

test('a batch is refused whose author has read what the database does not have', async () => {
  const database = await Database.open(member);
  const appendAfter = (seen: number, head: string) =>
    database.query('SELECT * FROM assay_team.append($1, $2, $3, $4)', [
      ...[team, JSON.stringify([entry(5)]), seen, Buffer.from(head)],
    ]);
  const wentBack = { code: 'team-unreachable', details: { sqlState: 'AT002' }, retryable: true };
  await expect(appendAfter(5, 'entry 5')).rejects.toMatchObject(wentBack);
  await expect(appendAfter(4, 'another entry')).rejects.toMatchObject(wentBack);
  expect(await appendAfter(4, 'entry 4')).toEqual([{ author_number: '5', log_number: '5' }]);
  await database.close();
});

test('a snapshot from before something was erased is removed, and not taken any more', async () => {
  const database = await Database.open(member);
  const owner = await Database.open(postgres.owner);
  const add = async (upTo: number) => {
    await database.query('SELECT assay_team.add_snapshot_part($1, $2, $3, 0, $4)', [team, author, upTo, '']);
    const place = [team, author, upTo, '', Buffer.alloc(64)];
    await database.query('SELECT assay_team.add_snapshot($1, $2, $3, $4, $5)', place);
  };
  const places = async (of: string) =>
    (await owner.query<{ seq: string }>(`SELECT seq FROM assay_team.${of} ORDER BY seq`)).map(({ seq }) =>
      Number(seq),
    );
  for (const upTo of [1, 2, 3]) {
    await add(upTo);
  }
  expect([await places('snapshot'), await places('snapshot_part')]).toEqual([
    [2, 3],
    [2, 3],
  ]);
  await database.query('SELECT assay_team.drop_snapshots($1)', [team]);
  expect([await places('snapshot'), await places('snapshot_part')]).toEqual([[], []]);
  await add(4);
  await add(5);
  expect([await places('snapshot'), await places('snapshot_part')]).toEqual([[5], [5]]);
  await database.close();
  await owner.close();
});

test('a login writes only for the member who was first written for with it, until that login ended', async () => {
  const [mine, other] = [await Database.open(member), await Database.open(await postgres.member())];
  const owner = await Database.open({ ...postgres.owner, user: 'postgres', password: 'postgres' });
  const refused = { code: 'team-refused', message: 'Another login of the database is that of this member.' };
  const subject = Buffer.alloc(32);
  await expect(append(other, entry(6, 'rubbish under the next number'))).rejects.toMatchObject(refused);
  for (const [statement, values] of [
    ['SELECT assay_team.report_progress($1, $2, 0)', [team, author]],
    ['SELECT assay_team.take_claim($1, $3, $2)', [team, author, subject]],
    ['SELECT assay_team.end_claim($1, $3, $2)', [team, author, subject]],
  ] as const) {
    await expect(other.query(statement, [...values])).rejects.toMatchObject(refused);
  }
  await owner.query(`ALTER ROLE ${member.user} NOLOGIN`);
  expect(await append(other, entry(6))).toEqual([{ author_number: '6', log_number: '6' }]);
  await owner.query(`ALTER ROLE ${member.user} LOGIN`);
  await expect(append(mine, entry(7))).rejects.toMatchObject(refused);
  await owner.query(`DELETE FROM assay_team.author_login WHERE author = '${author}'`);
  expect(await append(mine, entry(7))).toEqual([{ author_number: '7', log_number: '7' }]);
  for (const database of [mine, other, owner]) {
    await database.close();
  }
});

test('numbers have no gaps, and a number is seen only after all before it, with many at once', async () => {
  const consoles = await Promise.all(Array.from({ length: 8 }, () => Database.open(member)));
  const watcher = await Database.open(member);
  const seen: number[] = [];
  let isDone = false;
  const watching = (async () => {
    while (!isDone || seen.length < 7 + 8 * 20) {
      const rows = await watcher.query<{ seq: string }>('SELECT seq FROM assay_team.entries($1, $2)', [
        team,
        (seen.at(-1) ?? 0) + 1,
      ]);
      seen.push(...rows.map(({ seq }) => Number(seq)));
    }
  })();
  await Promise.all(
    consoles.map(async (database, console) => {
      for (let number = 1; number <= 20; number += 1) {
        await append(database, { ...entry(number), author: String(console).repeat(64) });
      }
      await database.close();
    }),
  );
  isDone = true;
  await watching;
  expect(seen).toEqual(Array.from({ length: 7 + 8 * 20 }, (_, index) => index + 1));
  await watcher.close();
});

test('a reply larger than any function gives ends the connection instead of filling the memory', async () => {
  const database = await Database.open(member);
  await expect(
    database.query(`SELECT repeat('x', 1000000) FROM generate_series(1, 1000)`),
  ).rejects.toMatchObject({
    code: 'team-unreachable',
  });
  await database.close();
});

test('a message of 1 GiB instead of a login ends the connection', async () => {
  const sent = Buffer.alloc(1024 * 1024);
  let closed = false;
  let megabytes = 0;
  const server = createServer((socket) => {
    const send = () => {
      for (; !closed && megabytes < 1024; megabytes += 1) {
        if (!socket.write(sent)) {
          return;
        }
      }
    };
    socket.on('error', () => undefined).once('close', () => (closed = true));
    socket.on('drain', send);
    socket.once('data', () => {
      // An error message (E) that announces 1 GiB.
      socket.write(Buffer.from([0x45, 0x40, 0x00, 0x00, 0x00]));
      send();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(Database.open({ ...member, host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'team-unreachable',
  });
  await expect.poll(() => closed).toBe(true);
  expect(megabytes).toBeLessThan(64);
});

test('a database elsewhere is used over TLS only, with a certificate of the authority for its name', async () => {
  const refused = (part: string) => ({ code: 'team-unreachable', message: expect.stringContaining(part) });
  await expect(Database.open({ ...member, host: '0.0.0.0' })).rejects.toMatchObject(
    refused('The server does not support SSL connections'),
  );
  const certificates = makeCertificates();
  onTestFinished(() => certificates.remove());
  await using encrypted = await startPostgres({ certificate: certificates.good });
  const { authority } = certificates;
  // Another name of this computer, which the certificate has.
  const there = { ...(await encrypted.member()), host: 'LOCALHOST' };
  const database = await Database.open({ ...there, authority });
  expect(await database.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).toEqual([
    { ssl: true },
  ]);
  await database.close();
  await expect(Database.open(there)).rejects.toMatchObject(refused('certificate'));
  await expect(Database.open({ ...there, host: '0.0.0.0', authority })).rejects.toMatchObject(
    refused('does not match certificate'),
  );
});
