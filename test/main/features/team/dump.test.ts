import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applySchema, Database } from '../../../../main/features/team/database.ts';
import { freePort } from '../../../support/postgres.ts';
import { TeamConsole } from './team-consoles.ts';

vi.setConfig({ testTimeout: 180_000 });

const versions = '/usr/lib/postgresql';
/** The programs of the newest PostgreSQL of Debian; those of tests have no pg_dump. */
const programs = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => join(versions, version, 'bin'))
      .findLast((path) => existsSync(join(path, 'pg_dump')))
  : undefined;

/** Starts the server of Debian with the schema of teams. */
async function startServer(bin: string) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-dump-'));
  chmodSync(directory, 0o777);
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  const program = (name: string, ...args: string[]) =>
    execFileSync(join(bin, name), args, { ...user, cwd: directory, stdio: 'pipe' });
  const data = join(directory, 'data');
  program('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8');
  const port = await freePort();
  const settings = ['fsync=off', `unix_socket_directories=${directory}`, 'listen_addresses=127.0.0.1'];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    { ...user, stdio: 'ignore' },
  );
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
    rmSync(directory, { recursive: true });
  });
  const login = { host: '127.0.0.1', port, database: 'postgres', user: 'postgres', password: '' };
  const run = async (...statements: string[]) => {
    const database = await Database.open(login);
    for (const statement of statements) {
      await database.query(statement);
    }
    await database.close();
  };
  await vi.waitFor(() => run('CREATE ROLE owner LOGIN CREATEROLE'), { interval: 100 });
  await run('CREATE DATABASE team OWNER owner');
  const owner = { ...login, database: 'team', user: 'owner' };
  const database = await Database.open(owner);
  await applySchema(database);
  await database.close();
  let logins = 0;
  const dump = join(directory, 'dump');
  const as = ['-h', '127.0.0.1', '-p', String(port), '-U', 'owner', '-d', 'team'];
  return {
    async member() {
      logins += 1;
      await run(`CREATE ROLE member${logins} LOGIN IN ROLE assay_team_member`);
      return { ...owner, user: `member${logins}` };
    },
    dump: () => program('pg_dump', ...as, '-Fc', '-f', dump),
    async restore() {
      await run('DROP DATABASE team WITH (FORCE)', 'CREATE DATABASE team OWNER owner');
      program('pg_restore', ...as, '--exit-on-error', dump);
    },
  };
}

test('entries since yesterday’s dump come again after it was restored, also on an older PostgreSQL', {
  tags: 'long',
}, async ({ skip }) => {
  if (programs === undefined) {
    skip('PostgreSQL is not installed.');
    return;
  }
  const server = await startServer(programs);
  await using anna = await new TeamConsole('Anna').start();
  await using ben = await new TeamConsole('Ben').start();
  const id = anna.console.samples[0]?.id ?? '';
  await anna.create(server);
  await ben.join(server, anna);
  for (const console of [anna, ben]) {
    await console.open(id);
  }
  await anna.note(id, 'before the dump');
  const agree = async (expected: object) => {
    for (const console of [anna, ben]) {
      await expect.poll(() => console.shared(id), { timeout: 60_000 }).toMatchObject(expected);
      await console.until({ connection: { state: 'connected' }, unsent: 0 });
    }
  };
  await agree({ notes: ['before the dump'] });
  server.dump();
  await anna.note(id, 'since, by Anna');
  await ben.decide(id, 'reject', 'since, by Ben');
  await agree({ notes: ['before the dump', 'since, by Anna'], comment: 'since, by Ben' });
  await server.restore();
  await ben.note(id, 'after');
  await agree({ notes: ['after', 'before the dump', 'since, by Anna'], comment: 'since, by Ben' });
  for (const console of [anna, ben]) {
    expect((await console.view())?.notices.map(({ kind }) => kind)).toEqual(['went-back']);
    expect((await console.bridge.invoke('journal.verify', {})).problems).toEqual([]);
  }
});
