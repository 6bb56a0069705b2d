import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import { applySchema, Database } from './database.ts';
import { memberRole, schemaSql } from './schema.ts';

export const teamUsage = `Usage: assay team schema [--after NUMBER] [--apply ADDRESS [--authority FILE]]

  Prints the SQL that prepares a PostgreSQL database (14 or newer) for a team, for its administrator to run. Running it needs the right to create
  roles; no extension and no superuser. Each member then gets a login of their own:

    CREATE ROLE anna LOGIN PASSWORD '…' IN ROLE ${memberRole};

  --after NUMBER   only what a database with this step still lacks
  --apply ADDRESS  runs it, as postgresql://OWNER@HOST:PORT/DATABASE; the password is taken from PGPASSWORD
  --authority FILE the certificates of the company’s authority (PEM), to check the database’s with

Exit status: 0 done, 2 wrong usage, 3 the database could not be prepared.
`;

/** The command's input and output. */
export interface TeamCommandDeps {
  environment: Record<string, string | undefined>;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** Runs `assay team …`; `argv` is what follows that. Returns the exit status. */
export async function teamCommand(
  argv: readonly string[],
  system: TeamCommandDeps = { environment: process.env, stdout: process.stdout, stderr: process.stderr },
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        after: { type: 'string', default: '0' },
        apply: { type: 'string' },
        authority: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      system.stdout.write(teamUsage);
      return 0;
    }
    if (positionals.join(' ') !== 'schema' || !/^\d{1,6}$/.test(values.after)) {
      throw new Error('Say “team schema”, and a number after --after.');
    }
    if (values.apply === undefined) {
      system.stdout.write(schemaSql(Number(values.after)));
      return 0;
    }
    const authority = values.authority === undefined ? undefined : await readFile(values.authority, 'utf8');
    return await apply(values.apply, authority, system);
  } catch (error) {
    system.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${teamUsage}`);
    return 2;
  }
}

async function apply(
  address: string,
  authority: string | undefined,
  { environment, stdout, stderr }: TeamCommandDeps,
): Promise<number> {
  const { hostname, port, pathname, username } = new URL(address);
  try {
    const database = await Database.open({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || 5432),
      database: decodeURIComponent(pathname.slice(1)),
      user: decodeURIComponent(username),
      password: environment.PGPASSWORD ?? '',
      ...omitUndefined({ authority }),
    });
    try {
      const steps = await applySchema(database);
      stdout.write(
        steps.length === 0
          ? 'The database was ready.\n'
          : `The database is ready now: step ${steps.join(', ')}.\n`,
      );
      return 0;
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof Failure) {
      stderr.write(`${error.message}\n`);
      return 3;
    }
    throw error;
  }
}
