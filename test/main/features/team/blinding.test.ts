import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkExport } from '../../../../main/features/team/log-export.ts';
import type { SaveResult } from '../../../../preload/contract/application.ts';
import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../../../preload/contract/operations.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { dayStarts, newestFirst, sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const everyDecision = { secondReview: [{ percent: 100 }] };
/** A word in everything that the first person enters. */
const needle = 'Quetzal';

let postgres: TestPostgres;
const anna = new TeamConsole('Anna', everyDecision);
const ben = new TeamConsole('Ben', everyDecision);
const carla = new TeamConsole('Carla', everyDecision);
const everybody = [anna, ben, carla];
let id = '';
let directory = '';

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-blinding-'));
  postgres = await startPostgres();
  await Promise.all(everybody.map((console) => console.start()));
  await anna.create(postgres);
  await ben.join(postgres, anna);
  await carla.join(postgres, anna);
  id = anna.console.samples[0]?.id ?? '';
});
afterAll(async () => {
  await Promise.all(everybody.map((console) => console[Symbol.asyncDispose]()));
  await postgres[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

/** Waits until each console has sent what it entered and read what the others did. */
async function agree(): Promise<void> {
  await expect
    .poll(async () => {
      const views = await Promise.all(everybody.map((console) => console.view()));
      return [new Set(views.map((view) => view?.entries)).size, ...views.map((view) => view?.unsent)];
    })
    .toEqual([1, 0, 0, 0]);
}

/** Returns all that main says about the case to a window that asks for everything, files included, as text. */
async function everythingSaid({ console, bridge }: TeamConsole): Promise<string> {
  const said: string[] = [];
  const ask = async <N extends OperationName>(
    name: N,
    input: OperationInput<N>,
  ): Promise<OperationOutput<N>> => {
    const output = await bridge.invoke(name, input);
    said.push(`${name} ${JSON.stringify(output)}`);
    return output;
  };
  const saved = async (result: SaveResult) => said.push((await console.downloaded(result)).toString('utf8'));
  const packed = async (result: SaveResult, name: string) => {
    const path = join(directory, name);
    writeFileSync(path, await console.downloaded(result));
    said.push(execFileSync('unzip', ['-p', path], { maxBuffer: 200_000_000 }).toString('utf8'));
  };
  await ask('cases.get', { ...sandbox, conversationId: id });
  for (const filter of [
    ...[{}, { text: needle }, { labels: [needle] }, { decisions: ['reject' as const] }],
    ...[{ states: ['reject' as const, 'done' as const] }, { hasNotes: true }, { assigned: true }],
    { time: { of: 'decided' as const } },
  ]) {
    const { resultId, total } = await ask('cases.query', {
      ...sandbox,
      filter,
      sort: newestFirst,
      dayStarts,
    });
    await ask('cases.rows', { ...sandbox, resultId, from: 0, count: Math.max(1, total) });
    const selection = { resultId, except: [] };
    for (const format of ['csv', 'json'] as const) {
      await saved(await ask('cases.export', { ...sandbox, selection, format, withUserKeys: true }));
    }
  }
  await ask('cases.search', { ...sandbox, text: needle, max: 20 });
  await ask('cases.labels', sandbox);
  await ask('cases.status', sandbox);
  await ask('reports.open', sandbox);
  for (const by of ['day', 'week', 'decision', 'reason'] as const) {
    await ask('reports.decisions', { ...sandbox, by });
    await saved(await ask('reports.saveFigures', { ...sandbox, of: by }));
  }
  await saved(await ask('reports.saveFigures', { ...sandbox, of: 'agreement' }));
  await saved(await ask('reports.export', sandbox));
  const { last } = await ask('journal.find', { ...sandbox, filter: {} });
  await ask('journal.rows', { ...sandbox, filter: {}, last, from: 0, count: 200 });
  await ask('journal.verify', {});
  for (const format of ['jsonl', 'csv'] as const) {
    await saved(await ask('journal.export', { format }));
  }
  const chosen = { ...sandbox, conversationId: id, unmasked: true, mediaIds: [], pictures: [] };
  await ask('evidence.preview', chosen);
  await saved(await ask('evidence.saveReport', { ...chosen, as: 'json' }));
  await packed((await ask('evidence.savePack', chosen)).result, 'pack.zip');
  const audit = { ...sandbox, selection: { ids: [id] }, unmasked: true, withFiles: false };
  await packed((await ask('evidence.saveAuditPack', audit)).result, 'audit.zip');
  await ask('team.view', {});
  said.push(JSON.stringify(console.events));
  return said.join('\n');
}

/** Checks a saved log as `assay team verify` does. */
async function checked(of: TeamConsole, saved: SaveResult) {
  const file = (await of.console.downloaded(saved)).toString('utf8').trimEnd();
  return checkExport(Readable.from(file.split('\n')), (await of.view())?.first ?? '');
}

/** Returns all entries of the log, up to the last. */
async function sampleOf(of: TeamConsole) {
  const { state } = await checked(of, await of.bridge.invoke('team.saveLog', {}));
  const { seq, digest } = state;
  return { head: { seq, digest }, numbers: Array.from({ length: Math.min(seq, 100) }, (_, at) => seq - at) };
}

test('main says nothing of the first decision to others who may decide, until one of them has', async () => {
  await ben.open(id);
  await anna.open(id);
  await anna.note(id, `${needle} in a note`);
  await anna.label(id, [needle]);
  await anna.bridge.invoke('cases.assign', {
    ...sandbox,
    selection: { ids: [id] },
    note: `${needle} for Carla`,
    to: { member: (await anna.view())?.members.find(({ name }) => name === 'Carla')?.id ?? '' },
  });
  await anna.decide(id, 'reject', `${needle} in a comment`);
  await anna.note(id, `${needle} afterwards`);
  await agree();
  const first = (await anna.caseOf(id))?.row.decision?.at ?? 0;

  for (const console of [ben, carla]) {
    const said = await everythingSaid(console);
    expect(said).not.toContain(needle);
    expect(said).not.toContain(needle.toLowerCase());
    expect(said).not.toContain('"decision":"reject"');
    expect(said).not.toContain(String(first));
    expect(said).not.toContain(new Date(first).toISOString());
    expect((await console.caseOf(id))?.row.secondReview).toBe('second');
  }
  expect((await everythingSaid(anna)).split(needle).length).toBeGreaterThan(20);

  // A sample of the log opens it for others only.
  const sample = await anna.bridge.invoke('team.saveSample', await sampleOf(anna));
  const { opened } = await checked(anna, sample);
  expect(JSON.stringify(opened)).toContain(`${needle} in a comment`);
  await expect(ben.bridge.invoke('team.saveSample', await sampleOf(ben))).rejects.toMatchObject({
    view: { code: 'invalid-input', message: expect.stringContaining('until a second review is decided') },
  });
  // “Next” gives the case although a colleague decided it today.
  const next = await ben.bridge.invoke('team.takeNext', { ...sandbox, conversationIds: [id] });
  expect(next).toEqual({ conversationId: id });
  await ben.decide(id, 'clear', 'fine');
  expect(JSON.stringify(await ben.caseOf(id))).toContain(`${needle} in a comment`);
  await agree();
  // Both have signed: everybody sees both, and the third person decides.
  const parts = await Promise.all(everybody.map(async (one) => (await one.caseOf(id))?.row.secondReview));
  expect(parts).toEqual(['differs', 'differs', 'third']);
  expect(JSON.stringify(await carla.caseOf(id))).toContain(`${needle} in a comment`);
  for (const console of [anna, ben]) {
    await expect(console.decide(id, 'reject')).rejects.toMatchObject({ view: { code: 'team-not-allowed' } });
  }
  await ben.bridge.invoke('team.release', { ...sandbox, conversationId: id });
  await expect
    .poll(() => carla.bridge.invoke('team.holders', { ...sandbox, conversationIds: [id] }))
    .toMatchObject({ holders: [] });
  await carla.decide(id, 'reject', 'forged indeed');
  await agree();
  for (const console of everybody) {
    const found = await console.caseOf(id);
    expect(found?.row).toMatchObject({ decision: { kind: 'reject' } });
    expect(found?.row.secondReview).toBeUndefined();
    expect(found?.disagreements).toBeUndefined();
    const report = await console.bridge.invoke('reports.decisions', { ...sandbox, by: 'day' });
    expect(report.agreement?.[0]).toEqual({ key: 'all', total: 1, agreed: 0 });
    expect((await console.bridge.invoke('journal.verify', {})).problems).toEqual([]);
    expect((await console.view())?.notices).toEqual([]);
    expect(console.console.logged).toEqual([]);
  }
});

test('a sample is of an entry that the log has, and of none after it', async () => {
  const { head } = await sampleOf(anna);
  const refusal = async (sample: OperationInput<'team.saveSample'>) =>
    (await anna.bridge.invoke('team.saveSample', sample).catch(({ view }) => view)).message;
  const notThere = 'The log of this team does not have this entry with this digest. Nothing was saved.';
  expect(await refusal({ head: { ...head, digest: '0'.repeat(64) }, numbers: [1] })).toBe(notThere);
  expect(await refusal({ head: { ...head, seq: head.seq - 1 }, numbers: [1] })).toBe(notThere);
  expect(await refusal({ head: { ...head, seq: head.seq + 1 }, numbers: [1] })).toBe(notThere);
  expect(await refusal({ head, numbers: [1, head.seq + 1] })).toBe(
    `Entry ${head.seq + 1} comes after the fixed one. Nothing was saved.`,
  );
});

test('a decision held back stays so over a restart, and an auditor is never asked', async () => {
  const other = anna.console.samples[1]?.id ?? '';
  await anna.open(other);
  await anna.decide(other, 'clear', needle);
  await agree();
  await ben.restart();
  expect(JSON.stringify(await ben.caseOf(other))).not.toContain(needle);
  const member = (await anna.view())?.members.find(({ name }) => name === 'Ben')?.id ?? '';
  await anna.bridge.invoke('team.setRole', { member, role: 'auditor' });
  await expect.poll(async () => (await ben.caseOf(other))?.comment).toBe(needle);
  expect((await ben.caseOf(other))?.row.secondReview).toBeUndefined();
});
