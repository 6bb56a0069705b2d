import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeOverFile } from '../../../../main/features/deletion/former-file.ts';
import type { RunStore } from '../../../../main/features/deletion/runs/store/run-store.ts';
import { KeptCases } from './runs/kept-cases.ts';
import { environmentId, RunHarness } from './runs/run-harness.ts';

let harness: RunHarness;
let kept: KeptCases;
let file: string;
let clock = 0;
beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
  file = join(harness.dataDir, 'deletions.json');
});
afterEach(() => harness.close());

/** A record as former versions wrote it. */
const former = (deletionId: string, conversationId: string, more: object = {}) => ({
  deletionId,
  environmentId,
  baseUrl: harness.service.baseUrl,
  conversationId,
  mode: 'EXPIRE',
  hadData: false,
  environmentName: 'Acme',
  environmentKind: 'test',
  reason: 'duplicate',
  ticket: 'SUP-1',
  sentAt: '2026-11-20T10:00:00.000Z',
  ...more,
});
const answered = { answeredAt: '2026-11-20T10:00:01.000Z' };
const settled = { ...answered, settledAt: '2026-11-20T10:00:02.000Z' };

function write(...deletions: object[]): string {
  const text = JSON.stringify({ version: 1, deletions });
  writeFileSync(file, text);
  return text;
}

/** The texts of the files kept, the oldest first. */
const damaged = () =>
  readdirSync(harness.dataDir)
    .filter((name) => name.startsWith('deletions.json.damaged'))
    .sort()
    .map((name) => readFileSync(join(harness.dataDir, name), 'utf8'));

const takeOver = (request = harness.store.request) =>
  takeOverFile(file, { request }, { actor: 'tester', at: new Date(++clock) });
const register = async () =>
  (await harness.register()).map(({ runId, outcomes, reason, ticket, user }) => [
    runId,
    Object.keys(outcomes).join(),
    reason,
    ticket,
    user,
  ]);

test('open conversations are read as a run that sends nothing, and settled ones are in the register with their ticket', async () => {
  kept.add(2, { status: 'EXPIRED' });
  kept.add(1, { status: 'IN_PROGRESS' }, 'active');
  const unknown = { ...answered, outcome: 'unknown', failedBy: 'closed' };
  write(
    former('pending', 'c-1'),
    former('sent', 'c-2', { ...answered, outcome: 'accepted', httpStatus: 202 }),
    former('unknown', 'active-1', unknown),
    former('finished', 'c-4', { ...settled, outcome: 'confirmed', httpStatus: 202 }),
    former('refused', 'c-5', { ...settled, outcome: 'refused', httpStatus: 409, statusDetail: 'X' }),
    former('failed', 'c-6', { ...settled, outcome: 'not-done', failedBy: 'forbidden' }),
  );
  expect(await takeOver()).toBeUndefined();
  expect(existsSync(file)).toBe(false);
  const states = async () =>
    (await harness.store.request('runs', {})).map(({ runId, state }) => `${runId} ${state}`);
  expect(await states()).toEqual([
    ...['pending cancelled', 'sent cancelled', 'unknown cancelled'],
    ...['finished done', 'refused done', 'failed done'],
  ]);
  await harness.restart();
  for (const { runId } of harness.runs.list()) {
    await harness.until(runId, 'done');
  }
  expect(harness.runs.list().map(({ runId, ticket }) => `${runId} ${ticket}`)).toEqual([
    ...['failed SUP-1', 'refused SUP-1', 'finished SUP-1', 'unknown SUP-1', 'sent SUP-1', 'pending SUP-1'],
  ]);
  const told = ['duplicate', 'SUP-1', 'tester'];
  expect((await register()).sort()).toEqual([
    ['failed', 'failed', ...told],
    ['finished', 'confirmed', ...told],
    ['pending', 'confirmed', ...told],
    ['refused', 'refused', ...told],
    ['sent', 'confirmed', ...told],
    ['unknown', 'unknown', ...told],
  ]);
  expect(harness.service.sent('DELETE')).toEqual([]);
  const receipts = (await harness.receipts()).map(({ conversationId, outcome }) => [conversationId, outcome]);
  expect(receipts.sort()).toEqual([
    ['active-1', 'unknown'],
    ['c-1', 'confirmed'],
    ['c-2', 'confirmed'],
  ]);
});

test('a receipt of the former version belongs to its run, and is not written again', async () => {
  kept.add(1, { status: 'EXPIRED' });
  await harness.done(kept.add(1, { status: 'IN_PROGRESS' }, 'other'), 'EXPIRE');
  const [receipt] = await harness.receipts();
  write(former(receipt?.receiptId ?? '', 'c-1', { ...answered, outcome: 'accepted', httpStatus: 202 }));
  await takeOver();
  await harness.restart();
  expect((await harness.until(receipt?.receiptId ?? '', 'done')).outcomes.confirmed).toBe(1);
  expect(await harness.receipts()).toHaveLength(1);
});

test('a console killed between two records, or before the file was removed, takes over each once', async () => {
  const text = write(former('d1', 'c-1'), former('d2', 'c-2'));
  let taken = 0;
  const request = ((name: never, input: never) => {
    if (name === 'takeOver' && ++taken === 2) {
      throw new Error('killed');
    }
    return harness.store.request(name, input);
  }) as RunStore['request'];
  await expect(takeOver(request)).rejects.toThrow('killed');
  expect(readFileSync(file, 'utf8')).toBe(text);
  await takeOver();
  writeFileSync(file, text);
  await takeOver();
  const runs = await harness.store.request('runs', {});
  expect(runs.map(({ runId }) => runId)).toEqual(['d1', 'd2']);
  expect(existsSync(file)).toBe(false);
});

describe('a file', () => {
  test.each([
    ['no JSON', '{"version":1,"deletions":['],
    ['of another shape', '{"version":2,"deletions":[]}'],
    ['far too long', `{"version":1,"deletions":["${'x'.repeat(17_000_000)}"]}`],
  ])('that is %s is kept under another name, which is said', async (_, text) => {
    writeFileSync(file, text);
    expect(await takeOver()).toContain(`is lost: it is damaged. Open the conversations`);
    expect(damaged()).toEqual([text]);
    expect(existsSync(file)).toBe(false);
  });

  test('with one invalid record is kept, and its others are taken over', async () => {
    const bad = former('bad', 'c-2', { mode: 'SHRED' });
    const text = write(former('d1', 'c-1'), bad, former('d2', 'c-3'));
    expect(await takeOver()).toMatch(/^One deletion in the list/);
    const runs = await harness.store.request('runs', {});
    expect(runs.map(({ runId }) => runId)).toEqual(['d1', 'd2']);
    expect(damaged()).toEqual([text]);
    expect(await takeOver()).toBeUndefined();
  });

  test('that is damaged does not replace one kept earlier', async () => {
    const texts = ['first', 'second', 'third'];
    for (const text of texts) {
      writeFileSync(file, text);
      await takeOver();
    }
    expect(damaged()).toEqual(texts);
  });

  test('that is a directory is kept under another name', async () => {
    mkdirSync(file);
    expect(await takeOver()).toContain('The file is kept at');
    expect(existsSync(file)).toBe(false);
  });
});
