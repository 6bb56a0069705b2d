import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openIndex } from '../../main/features/cases/index/index-file.ts';
import type { TeamReading } from '../../main/features/records/journal/team-log.ts';
import type { KeptTeam } from '../../main/features/records/journal/team-marks.ts';
import type { TeamSnapshot } from '../../main/features/records/journal/team-snapshot.ts';
import { Database, type DatabaseAddress } from '../../main/features/team/database.ts';
import { type EntryContent, idOfKey, sha256, TeamKey } from '../../main/features/team/entries.ts';
import type { LinkedDeps } from '../../main/features/team/link.ts';
import { Link as TeamLink } from '../../main/features/team/link.ts';
import { linkService } from '../../main/features/team/link-service.ts';
import { Log } from '../../main/features/team/log.ts';
import { signEntries } from '../../main/features/team/outgoing.ts';
import { emptyTeam } from '../../main/features/team/replay.ts';
import { readSnapshotHead, type SnapshotHead } from '../../main/features/team/snapshot-format.ts';
import { newSealingKey } from '../../main/store/sealing.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import type { BenchRow } from './row.ts';

/** The size is `ASSAY_BENCH_ENTRIES`, a tenth as many cases. */
const entries = Number(process.env.ASSAY_BENCH_ENTRIES ?? 50_000);
const cases = entries / 10;
const atOnce = 200;
const environment = 'https://service.example';

/** A team's log of 50,000 entries about 5,000 cases: appended, beside what the database does alone, and read by a new console. */
export async function benchTeam(): Promise<BenchRow[]> {
  await using postgres = await startPostgres();
  const link = linkService();
  const address = await postgres.member();
  await link.open(address);
  try {
    const { begin, keys, append, anna } = await newTeam(link);
    const before = performance.now();
    for (let from = 0; from < entries; from += atOnce) {
      await append(from);
    }
    const appended = entries / ((performance.now() - before) / 1000);
    const inserted = await pgbench(postgres);
    using reader = newConsole({ log: begin, keys, me: anna.id });
    const read = await readBy(link, reader);
    const snapshot = await joinBySnapshot(address, reader, anna);
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
      {
        name: `a snapshot of it is written by an admin’s console`,
        value: snapshot.written,
        unit: 's',
        detail: `${snapshot.parts} parts`,
      },
      {
        name: `a new console has the list of ${cases.toLocaleString('en')} cases from the snapshot`,
        value: snapshot.seconds,
        unit: 's',
        aim: '1,000,000 in 60 s',
        met: snapshot.seconds * (1_000_000 / entries) <= 60,
        detail: `${snapshot.processor.toFixed(1)} s of processor time; ${snapshot.counting.toLocaleString('en')} entries count`,
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
    begin,
    keys,
    anna,
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

type Person = ReturnType<typeof person>;

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
    kind: 'case' as const,
    at: 1_700_000_000_000 + at,
    environment,
    local: at + 1,
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

/** The list and the journal of a console in the team. */
function newConsole({ log, keys, me }: Pick<KeptTeam, 'log' | 'keys' | 'me'>) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-team-'));
  const { list: opened } = openIndex({
    storage: 'disk',
    directory,
    indexId: 'bench',
    keys: [newSealingKey()],
    at: Date.now(),
    actor: 'bench',
  });
  const address = { host: 'localhost', port: 5432, database: 'team', user: 'carla' };
  const kept: KeptTeam = { me, name: 'Carla', address, keys, invited: [], log };
  opened.journal.team.save(kept);
  return {
    opened,
    kept,
    [Symbol.dispose]() {
      opened.close();
      rmSync(directory, { recursive: true });
    },
  };
}
type Console = ReturnType<typeof newConsole>;

/** Reads a log from its first entry, one part after the other. */
async function readBy(link: Link, { opened, kept }: Console) {
  const [before, used] = [performance.now(), process.cpuUsage()];
  for (let state = kept.log; ; ) {
    const part = await link.read({ state, keys: kept.keys });
    opened.keepTeam({
      team: { ...kept, log: part.state },
      notices: part.notices,
      places: part.places.map(({ entry, ...place }) =>
        entry === undefined
          ? place
          : {
              ...place,
              entry: {
                ...entry,
                kind: entry.entry,
                actor: 'Anna',
                conversationId: entry.conversation,
                environmentIds: ['bench'],
              },
            },
      ),
    });
    ({ state } = part);
    if (part.isAll) {
      return usedSince(before, used);
    }
  }
}

function usedSince(before: number, used: NodeJS.CpuUsage) {
  const { user, system } = process.cpuUsage(used);
  return { seconds: (performance.now() - before) / 1000, processor: (user + system) / 1e6 };
}

/** Writes a snapshot with the console of an admin, and begins with it on a new one. The connection is in a thread of its own, as in the product. */
async function joinBySnapshot(address: DatabaseAddress, writer: Console, admin: Person) {
  const link = new TeamLink({ secrets: {} as never, secretKnown: () => undefined });
  await link.open(address, writer.kept.log.team);
  const snapshotsOf = ({ opened }: Console) =>
    new Log({
      cases: {
        index: { team: async () => opened.journal.team.team },
        request: async (_name: string, asked: Parameters<TeamSnapshot['part']>[0]) =>
          opened.journal.team.snapshot.part(asked),
      },
      changeTeam: async (_name: string, reading: TeamReading) => void opened.keepTeam(reading),
      link,
      signer: async () => ({
        keyId: admin.id,
        sign: (bytes: Uint8Array) => ({ signature: Buffer.from(admin.sign(bytes)).toString('base64') }),
      }),
      environments: () => new Map([['bench', environment]]),
      now: () => Date.now(),
      changed: () => undefined,
    } as unknown as LinkedDeps).snapshots;
  try {
    const kept = writer.opened.journal.team.team as KeptTeam;
    const begin = performance.now();
    snapshotsOf(writer).writeSoon({
      ...kept,
      invited: [{ id: randomUUID(), secret: '', until: Date.now() + 3_600_000 }],
    });
    let head: SnapshotHead | undefined;
    while (head === undefined) {
      await setTimeout(20);
      const [row] = await link.send('call', { name: 'snapshots', values: [kept.log.team, admin.id] });
      head =
        row &&
        readSnapshotHead(
          admin.member.publicKey,
          kept.log.team,
          row.head as Uint8Array,
          row.signature as Uint8Array,
        );
    }
    const written = (performance.now() - begin) / 1000;
    using reader = newConsole({ log: writer.kept.log, keys: kept.keys, me: '0'.repeat(64) });
    reader.opened.journal.team.save({
      ...reader.kept,
      joining: { id: '', secret: '', admin: admin.member.publicKey, code: '' },
    });
    const [before, used] = [performance.now(), process.cpuUsage()];
    const isBegun = await snapshotsOf(reader).begin(reader.opened.journal.team.team as KeptTeam);
    const counting = reader.opened.journal.head()?.seq ?? 0;
    if (!isBegun) {
      throw new Error('The snapshot was not used.');
    }
    return { ...usedSince(before, used), written, parts: head.parts.length, counting };
  } finally {
    await link.close();
  }
}
