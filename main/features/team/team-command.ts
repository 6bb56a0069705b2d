import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { historyText } from '../../../preload/wording/history.ts';
import { teamNoticeText, teamRoleLabels } from '../../../preload/wording/team.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import { applySchema, Database } from './database.ts';
import { type CheckedLog, checkExport, type OpenedEntry } from './log-export.ts';
import { memberRole, schemaSql } from './schema.ts';

export const teamUsage = `Usage: assay team schema [--after NUMBER] [--apply ADDRESS [--authority FILE]]
       assay team verify FILE --first DIGEST [--head NUMBER:DIGEST]

  Prints the SQL that prepares a PostgreSQL database (14 or newer) for a team, for its administrator to run. Running it needs the right to create
  roles; no extension and no superuser. Each member then gets a login of their own:

    CREATE ROLE anna LOGIN PASSWORD '…' IN ROLE ${memberRole};

  --after NUMBER   only what a database with this step still lacks
  --apply ADDRESS  runs it, as postgresql://OWNER@HOST:PORT/DATABASE; the password is taken from PGPASSWORD
  --authority FILE the certificates of the company’s authority (PEM), to check the database’s with

  verify checks a log that a console saved, without a database and without a key: order, signatures, what is missing, and what each member was
  allowed to do. Settings, Team shows the digest of the first entry.

  --first DIGEST   the first entry, as a member’s console shows it
  --head NUMBER:DIGEST  the last entry as printed by an earlier check: it must still be there, and no entry after it may be opened

  A sample for an auditor is such a log with some entries opened. verify prints what they say, and proves that their authors signed it.

Exit status: 0 done and nothing is wrong, 1 something is, 2 wrong usage or no such file, 3 the database could not be prepared.
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
        first: { type: 'string' },
        head: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      system.stdout.write(teamUsage);
      return 0;
    }
    const [command, file] = positionals;
    if (command === 'verify' && file !== undefined && positionals.length === 2) {
      return await verify(file, values, system);
    }
    if (positionals.join(' ') !== 'schema' || !/^\d{1,6}$/.test(values.after)) {
      throw new Error('Say “team schema”, with a number after --after, or “team verify” with a file.');
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

async function verify(
  file: string,
  { first = '', head }: { first?: string | undefined; head?: string | undefined },
  { stdout }: TeamCommandDeps,
): Promise<number> {
  const [, seq, digest] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head ?? '') ?? [];
  if (!/^[0-9a-f]{64}$/.test(first) || (head !== undefined && digest === undefined)) {
    throw new Error('--first must be 64 hexadecimal digits, and --head a number, a colon and such digits.');
  }
  const anchor = digest === undefined ? undefined : { seq: Number(seq), digest };
  const lines = createInterface({ input: createReadStream(file) });
  let checked: CheckedLog;
  try {
    checked = await checkExport(lines, first, anchor);
  } catch (error) {
    if (error instanceof Failure) {
      stdout.write(`PROBLEM  ${error.message}\n`);
      return 1;
    }
    throw new Error('This is not the log of a team, or it cannot be read.');
  }
  const { state, notices, madeBy, isContinued, opened } = checked;
  const members = Object.entries(state.members).map(([id, { name, role, removed }]) => {
    return { id, name, role, isRemoved: removed !== undefined };
  });
  const problems = [
    ...notices.map((notice) => teamNoticeText(notice, members)),
    ...(madeBy === undefined ? ['The file was changed, or not made by a member.'] : []),
    ...(isContinued === false ? [`Entry ${seq} is not the one of the earlier check, or is missing.`] : []),
    ...opened
      .filter((entry) => anchor !== undefined && entry.seq > anchor.seq)
      .map((entry) => `Entry ${entry.seq} was opened, but comes after the fixed entry ${seq}.`),
  ];
  stdout.write(
    [
      ...problems.map((problem) => `PROBLEM  ${problem}`),
      `${state.seq} entries of ${members.length} members: ${members.map(({ name, role, isRemoved }) => `${name} (${teamRoleLabels[role]}${isRemoved ? ', removed' : ''})`).join(', ')}.`,
      ...members.map(({ id, name }) => `Key of ${name}: ${id}`),
      ...(state.policy?.text === undefined
        ? []
        : [
            `Policy of the company: entry ${state.policy.seq}, signed by ${state.members[state.policy.by]?.name}.`,
          ]),
      problems.length === 0
        ? 'Every entry is signed, in its place and allowed.'
        : `Problems: ${problems.length}.`,
      ...opened.map((entry) => openedText(entry, state)),
      ...(madeBy === undefined ? [] : [`Kinds, names and roles are as the console of ${madeBy} read them.`]),
      `Last entry: ${state.seq}:${state.digest}`,
      '',
    ].join('\n'),
  );
  return problems.length === 0 ? 0 : 1;
}

/** Returns an opened entry as one line: its number, time and author, the case, and what it says. */
function openedText({ seq, author, content }: OpenedEntry, { members }: CheckedLog['state']): string {
  const who = members[author]?.name ?? author;
  if (content.kind !== 'case') {
    return `Entry ${seq}: ${who}, ${content.kind}`;
  }
  const { at, entry: kind, conversation, details } = content;
  const { label, text } = historyText({ seq, at, actor: who, kind, details }, { reasons: [] });
  return [`Entry ${seq}: ${isoTime(at)}`, who, conversation, [label, text].filter(Boolean).join(': ')]
    .join(', ')
    .replaceAll(/\s+/g, ' ');
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
