import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { TeamState } from '../../main/features/records/journal/team-state.ts';
import { Database, type DatabaseAddress } from '../../main/features/team/database.ts';
import { type EntryContent, idOfKey, sha256 } from '../../main/features/team/entries.ts';
import { joinCode, joinRequest, openGrant, readInvitation } from '../../main/features/team/joining.ts';
import { linkService } from '../../main/features/team/link-service.ts';
import { signEntries } from '../../main/features/team/outgoing.ts';
import { emptyTeam } from '../../main/features/team/replay.ts';
import type { BridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from '../main/features/cases/cases-harness.ts';
import { startPostgres } from '../support/postgres.ts';
import { createTeam, joinTeam, untilTeam } from '../support/team.ts';
import { type BenchRow, median } from './row.ts';

/** How many members write beside the two consoles, and how many entries each a second. */
const members = Number(process.env.ASSAY_BENCH_MEMBERS ?? 50);
const perSecond = 20;
const acts = 60;
/** The time in which the processor for each entry is measured, in milliseconds. */
const appliedMs = 10_000;
/** The longest wait for an act; the bench ends with the first that takes it, which a machine with too little left for it shows so. */
const giveUpMs = 30_000;
/** Cases that the members write about. */
const cases = 5_000;

interface Writers {
  address: DatabaseAddress;
  log: TeamState;
  keys: Record<number, string>;
  /** The private keys of the members, PKCS #8 in DER. */
  people: { id: string; key: Uint8Array }[];
}

/** An act on one console shown on another, while many members write. */
export async function benchTeamLive(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startPostgres());
  const consoles = await Promise.all(
    ['Anna', 'Ben'].map(async () => {
      const { dataDir, remove } = newDataDir();
      stack.defer(remove);
      const console = await startConsole(dataDir, new OpenKeychain());
      stack.defer(() => console.close());
      return console;
    }),
  );
  const [anna, ben] = consoles.map(({ bridge }) => bridge) as [BridgeClient, BridgeClient];
  await createTeam(anna, await postgres.member(), 'Anna');
  await joinTeam(ben, anna, await postgres.member(), 'Ben');
  const conversationId = consoles[0]?.samples[0]?.id ?? '';
  for (const bridge of [anna, ben]) {
    await bridge.invoke('conversations.open', { ...sandbox, conversationId });
  }
  const worker = new Worker(new URL(import.meta.url), {
    workerData: await admitAll(anna, await postgres.member()),
  });
  stack.defer(async () => void (await worker.terminate()));
  await setTimeout(3_000);
  const entries = async () => (await ben.invoke('team.view', {})).team?.entries ?? 0;
  // Without acts, whose waiting uses the processor as well.
  const [before, usageBefore, from] = [await entries(), process.cpuUsage(), performance.now()];
  await setTimeout(appliedMs);
  const applied = { entries: (await entries()) - before, ms: performance.now() - from };
  const ofApplying = process.cpuUsage(usageBefore);
  const times: number[] = [];
  const [usage, beginning] = [process.cpuUsage(), performance.now()];
  while (times.length < acts && (times.at(-1) ?? 0) < giveUpMs) {
    const text = `act ${times.length}`;
    const begin = performance.now();
    await anna.invoke('cases.note', { ...sandbox, selection: { ids: [conversationId] }, text });
    while (performance.now() - begin < giveUpMs && !(await notesOf(ben, conversationId)).includes(text)) {
      await setTimeout(5);
    }
    times.push(performance.now() - begin);
    await setTimeout(200);
  }
  const { user, system } = process.cpuUsage(usage);
  const seconds = (performance.now() - beginning) / 1000;
  const reply = new Promise<{ rate: number; used: number }>((resolve) => worker.once('message', resolve));
  worker.postMessage('end');
  const { rate, used } = await reply;
  const slowest = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
  const processors = (user + system) / 1e6 / seconds;
  const ofConsoles = (ofApplying.user + ofApplying.system) / 1000 - used * applied.ms;
  const detail = `${times.length} notes beside ${members} members who wrote ${Math.round(rate)} entries a second together, of ${members * perSecond} that were due; consoles and members used ${processors.toFixed(1)} processors, the database’s server others`;
  return [
    {
      name: 'an act on one console shown on another, median',
      value: median(times),
      unit: 'ms',
      aim: '200 ms',
      met: median(times) < 200,
      detail,
    },
    {
      name: 'an act on one console shown on another, 95th of 100',
      value: slowest,
      unit: 'ms',
      aim: '1,000 ms',
      met: slowest < 1_000,
      detail,
    },
    {
      name: 'the processor for an entry of another member on a console',
      value: ofConsoles / 2 / applied.entries,
      unit: 'ms',
      detail: `${applied.entries} entries on each of two consoles in ${Math.round(applied.ms / 1000)} s`,
    },
  ];
}

async function notesOf(bridge: BridgeClient, conversationId: string): Promise<string[]> {
  const { case: found } = await bridge.invoke('cases.get', { ...sandbox, conversationId });
  return found?.notes.map(({ text }) => text) ?? [];
}

/** Admits all members as the console of an admin does. Returns what they write with. */
async function admitAll(admin: BridgeClient, address: DatabaseAddress): Promise<Writers> {
  const link = linkService();
  await link.open(address);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const people: Writers['people'] = [];
  let lastLine = '';
  for (let at = 1; at <= members; at += 1) {
    const { line, invitation } = await admin.invoke('team.invite', {});
    lastLine = line;
    const read = readInvitation(line, 0);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const member = { name: `Member ${at}`, publicKey: spki, recipient };
    await link.call({ name: 'ask_to_join', values: [read.team, invitation, joinRequest(read, member)] });
    const code = joinCode(read, member);
    await untilTeam(admin, ({ requests }) => requests.some((one) => one.code === code));
    await admin.invoke('team.admit', { invitation, code, role: 'reviewer' });
    people.push({ id: idOfKey(spki), key: privateKey.export({ type: 'pkcs8', format: 'der' }) });
  }
  const { team, first, founder } = readInvitation(lastLine, 0);
  const member = people[0]?.id ?? '';
  const [row] = await link.call({ name: 'key_grants', values: [team, member] });
  const [sealed, signature] = [row?.sealed as Uint8Array, row?.signature as Uint8Array];
  const secret = await openGrant(team, { member, key: 1, sealed, signature }, identity, [founder]);
  const keys = { 1: Buffer.from(secret ?? []).toString('base64') };
  const { state: log } = await link.read({ state: emptyTeam(team, first, founder), keys });
  await link.close();
  return { address, log, keys, people };
}

/** Writes as one member, as often as is due: a batch follows when the one before was answered. */
async function write(
  { address, log, keys }: Writers,
  { id, key }: Writers['people'][number],
  isEnded: () => boolean,
): Promise<number> {
  const database = await Database.open(address);
  const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
  const state = { ...log, authors: { ...log.authors } };
  const begin = performance.now();
  let sent = 0;
  while (!isEnded()) {
    const due = Math.floor(((performance.now() - begin) / 1000) * perSecond) - sent;
    if (due > 0) {
      const contents = Array.from({ length: due }, (_, at) => contentOf(id, sent + at));
      const batch = signEntries({ me: id, keys, log: state }, contents, (bytes) =>
        sign(null, bytes, privateKey),
      );
      await database.query('SELECT assay_team.append($1, $2)', [log.team, JSON.stringify(batch)]);
      const last = batch.at(-1);
      state.authors[id] = {
        seq: last?.authorSeq ?? 0,
        digest: sha256(Buffer.from(last?.head ?? '', 'base64')),
      };
      sent += due;
    }
    await setTimeout(1000 / perSecond);
  }
  await database.close();
  return sent;
}

function contentOf(author: string, at: number): EntryContent {
  const about = {
    kind: 'case' as const,
    at: Date.now(),
    environment: 'sandbox',
    local: at + 1,
    conversation: `conversation-${(Number.parseInt(author.slice(0, 6), 16) + at) % cases}`,
  };
  return at % 2 === 0
    ? { ...about, entry: 'noted', details: { text: 'Called the person, who explained the address.' } }
    : { ...about, entry: 'labelled', details: { label: `label ${at % 20}` } };
}

if (!isMainThread && parentPort !== null) {
  const writers = workerData as Writers;
  let isEnded = false;
  parentPort.once('message', () => {
    isEnded = true;
  });
  const [begin, usage] = [performance.now(), process.threadCpuUsage()];
  const sent = await Promise.all(writers.people.map((one) => write(writers, one, () => isEnded)));
  const ms = performance.now() - begin;
  const { user, system } = process.threadCpuUsage(usage);
  const rate = sent.reduce((sum, one) => sum + one, 0) / (ms / 1000);
  /** `used`: the part of a processor that this thread used. */
  parentPort.postMessage({ rate, used: (user + system) / 1000 / ms });
}
