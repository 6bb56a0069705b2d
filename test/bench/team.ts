import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '../../main/features/cases/index/index-file.ts';
import type { KeptTeam } from '../../main/features/records/journal/team-marks.ts';
import { Database } from '../../main/features/team/database.ts';
import { type EntryContent, idOfKey, sha256, TeamKey } from '../../main/features/team/entries.ts';
import { linkService } from '../../main/features/team/link-service.ts';
import { signEntries } from '../../main/features/team/outgoing.ts';
import { emptyTeam } from '../../main/features/team/replay.ts';
import { newSealingKey } from '../../main/store/sealing.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import type { BenchRow } from './row.ts';

const entries = 50_000;
const cases = entries / 10;
const atOnce = 200;
const environment = 'https://service.example';

/** A team's log of 50,000 entries about 5,000 cases: appended, beside what the database does alone, and read by a new console. */
export async function benchTeam(): Promise<BenchRow[]> {
  await using postgres = await startPostgres();
  const link = linkService();
  await link.open(await postgres.member());
  try {
    const { begin, keys, append } = await newTeam(link);
    const before = performance.now();
    for (let from = 0; from < entries; from += atOnce) {
      await append(from);
    }
    const appended = entries / ((performance.now() - before) / 1000);
    const inserted = await pgbench(postgres);
    const read = await readBy(link, begin, keys);
    return [
      {
        name: 'appending to a team’s log',
        value: appended,
        unit: 'entries a second',
        ...(inserted === undefined
          ? {}
          : { aim: `0.3 of pgbench: ${Math.round(inserted * 0.3)}`, met: appended >= inserted * 0.3 }),
        detail: `signed, sealed and sent ${atOnce} at once by one console; pgbench inserting rows of the same size one by one: ${inserted === undefined ? 'not installed' : Math.round(inserted)}`,
      },
      {
        name: `a new console reads a log of ${entries.toLocaleString('en')} entries about ${cases.toLocaleString('en')} cases`,
        value: read.seconds,
        unit: 's',
        aim: '1,000,000 in 60 s',
        met: read.seconds * (1_000_000 / entries) <= 60,
        detail: `${read.processor.toFixed(1)} s of processor time: read, verified, opened, written to the journal and applied`,
      },
    ];
  } finally {
    await link.close();
  }
}

type Link = ReturnType<typeof linkService>;

/** Creates a team of two, who write in turn. */
async function newTeam(link: Link) {
  const [anna, ben] = [person('Anna'), person('Ben')];
  const [team, secret] = [randomUUID(), randomBytes(32)];
  const keys = { 1: secret.toString('base64') };
  const keyDigest = new TeamKey(1, secret).digest;
  let log = emptyTeam(team, '', anna.member.publicKey);
  const send = async (by: typeof anna, contents: EntryContent[]) => {
    const batch = signEntries({ me: by.id, keys, log }, contents, by.sign);
    await link.call({ name: 'append', values: [team, JSON.stringify(batch)] });
    return batch.at(-1);
  };
  const founded = await link
    .call({ name: 'create_team', values: [team] })
    .then(() => send(anna, [{ kind: 'founded', member: anna.member, keyDigest }]));
  log = { ...log, first: sha256(Buffer.from(founded?.head ?? '', 'base64')) };
  const begin = log;
  ({ state: log } = await link.read({ state: log, keys }));
  await send(anna, [{ kind: 'admitted', member: ben.member, role: 'reviewer', invitation: randomUUID() }]);
  ({ state: log } = await link.read({ state: log, keys }));
  return {
    ...{ begin, keys },
    async append(from: number) {
      const by = (from / atOnce) % 2 === 0 ? anna : ben;
      const last = await send(
        by,
        Array.from({ length: atOnce }, (_, at) => contentOf(from + at)),
      );
      const digest = sha256(Buffer.from(last?.head ?? '', 'base64'));
      log.authors[by.id] = { seq: last?.authorSeq ?? 0, digest };
    },
  };
}

function person(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    id: idOfKey(spki),
    member: { name, publicKey: spki, recipient: `age1${'q'.repeat(58)}` },
    sign: (bytes: Uint8Array) => sign(null, bytes, privateKey),
  };
}

function contentOf(at: number): EntryContent {
  const about = {
    ...{ kind: 'case' as const, at: 1_700_000_000_000 + at, environment, local: at + 1 },
    conversation: `conversation-${at % cases}`,
  };
  switch (at % 3) {
    case 0:
      return { ...about, entry: 'decided', details: { decision: 'clear', comment: 'All was in order.' } };
    case 1:
      return { ...about, entry: 'noted', details: { text: 'Called the person, who explained the address.' } };
    default:
      return { ...about, entry: 'labelled', details: { label: `label ${at % 20}` } };
  }
}

/** Returns the rows of an entry's size that pgbench inserts in a second; undefined where it is not installed. */
async function pgbench({ owner }: TestPostgres): Promise<number | undefined> {
  const program = ['/usr/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find((path) => existsSync(path));
  if (program === undefined) {
    return undefined;
  }
  const database = await Database.open(owner);
  await database.query('CREATE TABLE inserted (head bytea, signature bytea, sealed bytea)');
  await database.close();
  const directory = mkdtempSync(join(tmpdir(), 'assay-pgbench-'));
  const script = join(directory, 'insert.sql');
  writeFileSync(
    script,
    `INSERT INTO inserted VALUES (decode(repeat('ab', 500), 'hex'), decode(repeat('cd', 64), 'hex'), decode(repeat('ef', 300), 'hex'));`,
  );
  const { host, port, user, database: name, password } = owner;
  const printed = execFileSync(
    program,
    ['-n', '-c', '1', '-T', '10', '-f', script, '-h', host, '-p', String(port), '-U', user, name],
    { encoding: 'utf8', env: { ...process.env, PGPASSWORD: password }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  rmSync(directory, { recursive: true });
  return Number(/tps = ([\d.]+)/.exec(printed)?.[1]);
}

/** Reads a log as a new console does, one part after the other. */
async function readBy(link: Link, begin: KeptTeam['log'], keys: Record<number, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-team-'));
  const act = { at: Date.now(), actor: 'bench' };
  const { opened } = openIndex({
    storage: 'disk',
    directory,
    indexId: 'bench',
    keys: [newSealingKey()],
    ...act,
  });
  const address = { host: 'localhost', port: 5432, database: 'team', user: 'carla' };
  const kept: KeptTeam = { me: '0'.repeat(64), name: 'Carla', address, keys, invited: [], log: begin };
  opened.journal.team.save(kept);
  const [before, used] = [performance.now(), process.cpuUsage()];
  for (let state = begin; ; ) {
    const part = await link.read({ state, keys });
    opened.keepTeam({
      team: { ...kept, log: part.state },
      notices: part.notices,
      places: part.places.map(({ entry, ...place }) =>
        entry === undefined
          ? place
          : {
              ...place,
              entry: {
                ...{ ...entry, kind: entry.entry, actor: 'Anna', conversationId: entry.conversation },
                environmentIds: ['bench'],
              },
            },
      ),
    });
    ({ state } = part);
    if (part.isAll) {
      break;
    }
  }
  const { user, system } = process.cpuUsage(used);
  const seconds = (performance.now() - before) / 1000;
  opened.close();
  rmSync(directory, { recursive: true });
  return { seconds, processor: (user + system) / 1e6 };
}
