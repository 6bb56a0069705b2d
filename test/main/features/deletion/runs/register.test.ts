import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { completeList } from '../../../../../main/features/cases/reading/look-up-list.ts';
import { parseList } from '../../../../../main/features/cases/reading/read-list.ts';
import { csvReport, jsonReport } from '../../../../../main/features/deletion/runs/report/run-report.ts';
import type { StoredLine, StoredRun } from '../../../../../main/features/deletion/runs/store/records.ts';
import { receiptHandlers } from '../../../../../main/features/records/receipts/handlers.ts';
import { verifyReceiptFile } from '../../../../../main/features/records/receipts/receipt-verification.ts';
import type { UnsentRow } from '../../../../../main/features/records/receipts/register-table.ts';
import { KeptCases, sendError } from './kept-cases.ts';
import { environmentId, RunHarness } from './run-harness.ts';
import { sessionKey } from './session-key.ts';

let harness: RunHarness;
let kept: KeptCases;

beforeEach(async () => {
  harness = await RunHarness.start();
  kept = new KeptCases(harness.service);
});
afterEach(() => harness.close());

/** The text of the register as it is saved. */
async function exported(format: 'csv' | 'json'): Promise<string> {
  const { dataDir, store } = harness;
  const key = sessionKey({ dataDir, isSessionOnly: false, now: () => 0, log: () => undefined });
  let saved = '';
  const handlers = receiptHandlers({
    page: (filter, from, count, order) => store.receipts({ filter, from, count, order }),
    unsent: (filter, from, count) => store.request('unsent', { filter, from, count }),
    find: (receiptId) => store.request('receipt', { receiptId }),
    signer: () => key.signer(),
    actor: 'tester',
    printer: { print: () => Promise.reject(new Error('The register is not printed here.')) },
    onExported: async () => undefined,
    host: {
      async saveFile(file, { signal }) {
        saved = await text((await file.open(signal)).body);
        return { kind: 'saved', path: file.fileName, bytes: saved.length };
      },
    },
    now: () => 0,
  });
  await handlers['receipts.export']({ filter: {}, format }, {
    signal: new AbortController().signal,
  } as never);
  return saved;
}

const problemsOf = (file: string) =>
  verifyReceiptFile(file, undefined).problems.map(({ where, message }) => `${where}: ${message}`);

test('the register is saved with its receipts, and verifies', async () => {
  await harness.done(kept.add(3, { status: 'FINISHED' }), 'DELETE_DATA');
  const file = await exported('json');
  expect(
    JSON.parse(file).receipts.map(({ receipt }: { receipt: { number: number } }) => receipt.number),
  ).toEqual([1, 2, 3]);
  expect(verifyReceiptFile(file, undefined)).toMatchObject({ receipts: 3, hasSummary: true, problems: [] });
  const parsed = JSON.parse(file);
  parsed.receipts.pop();
  expect(problemsOf(JSON.stringify(parsed))).toEqual([
    'Summary: The report was made with 3 receipts and has 2 now.',
  ]);
});

describe('every line that was asked for', () => {
  const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
  const elsewhere = uuid('e');
  /** A run of a list with a line of each kind; one conversation of it is sent. */
  async function ofList() {
    const [sent = '', excluded = ''] = kept.add(2, { status: 'FINISHED' }, 'finished');
    const [active = ''] = kept.add(1, { status: 'IN_PROGRESS' }, 'active');
    const [gone = ''] = kept.add(1, { status: 'FINISHED', gone: true }, 'gone');
    const list = ['Dear colleagues of support', sent, excluded, active, gone, 'missing-1', sent, elsewhere];
    const parsed = completeList(parseList(list.join('\n')), [{ text: elsewhere, environmentName: 'Live' }]);
    const { draftId } = harness.runs.prepare(
      environmentId,
      parsed.ids.map((conversationId, index) => ({ conversationId, line: parsed.lines[index] })),
      parsed.unsent,
    );
    const draft = harness.runs.draft(environmentId, draftId);
    await vi.waitUntil(() => draft.view().state === 'ready');
    draft.include({ ids: [excluded, active] }, false);
    const { runId } = await harness.begin(draft.view());
    return { run: await harness.until(runId, 'done'), sent };
  }
  const expected = [
    [1, undefined, 'no-id'],
    [3, 'finished-2', 'excluded'],
    [4, 'active-1', 'excluded'],
    [5, 'gone-1', 'gone'],
    [6, 'missing-1', 'not-found'],
    [7, 'finished-1', 'duplicate'],
    [8, elsewhere, 'other-environment'],
  ];

  test('is in the report of the run and in the register', async () => {
    const { run, sent } = await ofList();
    expect(run).toMatchObject({ total: 1, leftOut: 7, outcomes: { confirmed: 1 } });
    const { dataDir, store } = harness;
    const key = sessionKey({ dataDir, isSessionOnly: false, now: () => 0, log: () => undefined });
    const counts = await store.request('counts', { runId: run.runId });
    const stored = (await store.request('run', { runId: run.runId })) as StoredRun;
    const source = {
      run: { ...stored, texts: { actor: 'tester' } },
      counts,
      store,
      signer: await key.signer(),
      now: 0,
    };
    const report = await text(Readable.from(jsonReport(source)));
    expect(problemsOf(report)).toEqual([]);
    const reported = JSON.parse(report).items as StoredLine[];
    const others = reported.filter(({ outcome }) => outcome === 'not-sent');
    expect(others.map((one) => [one.line, one.conversationId, one.detail])).toEqual(expected);
    expect(reported.filter((one) => !others.includes(one))).toMatchObject([
      { conversationId: sent, outcome: 'confirmed', line: 2 },
    ]);
    const register = await exported('json');
    expect(problemsOf(register)).toEqual([]);
    const { items, receipts } = JSON.parse(register);
    expect(items.map((one: UnsentRow) => [one.line, one.conversationId, one.outcome])).toEqual(expected);
    expect(receipts).toHaveLength(1);
    for (const table of [await text(Readable.from(csvReport(source))), await exported('csv')]) {
      expect(table.trim().split('\r\n')).toHaveLength(9);
      expect(table).toContain('not-found');
      expect(table).not.toContain('Dear colleagues');
    }
    expect(register + report).not.toContain('Dear colleagues');
  });

  test('is a line of the run in the register, in the order of the list', async () => {
    const { run, sent } = await ofList();
    const { store } = harness;
    const page = { from: 0, count: 100 };
    const { lines, total } = await store.request('lines', { runId: run.runId, ...page });
    expect(total).toBe(8);
    expect(lines.map(({ line, conversationId, outcome }) => [line, conversationId, outcome])).toEqual(
      [[2, sent, 'confirmed'], ...expected].toSorted(([one], [other]) => Number(one) - Number(other)),
    );
    expect(await harness.register()).toMatchObject([
      { runId: run.runId, total: 1, leftOut: 7, outcomes: { confirmed: 1 }, user: 'tester' },
    ]);
    const found = await store.lines({ runId: run.runId, text: 'GONE', ...page });
    expect(found).toMatchObject({ total: 1, lines: [{ line: 5, conversationId: 'gone-1' }] });
    // A ticket finds the whole run.
    expect((await store.lines({ runId: run.runId, text: 'sup-1', ...page })).total).toBe(8);
  });

  test('stays counted when its case is forgotten, without its id', async () => {
    await ofList();
    const [{ runId } = { runId: '' }] = await harness.register();
    await harness.store.request('forget', { environmentId, conversationIds: ['missing-1', 'finished-1'] });
    const register = await exported('json');
    expect(register).not.toContain('missing-1');
    expect(JSON.parse(register).items).toHaveLength(7);
    // So do the lines with a call: only the receipt names the conversation.
    expect(await harness.register()).toMatchObject([{ total: 1, leftOut: 7, outcomes: { confirmed: 1 } }]);
    const file = new DatabaseSync(join(harness.dataDir, 'deletion-runs.sqlite'), { readOnly: true });
    expect(file.prepare('SELECT conversation_id FROM item').all()).toEqual([{ conversation_id: '' }]);
    file.close();
    const { lines } = await harness.store.lines({ runId, from: 1, count: 1 });
    expect(lines).toMatchObject([{ conversationId: 'finished-1', receiptIds: [expect.any(String)] }]);
  });

  test('is in the register too where only its first step was carried out, and says what was asked for', async () => {
    const [first = ''] = kept.add(1, { status: 'IN_PROGRESS' }, 'active');
    const [only = ''] = kept.add(1, { status: 'IN_PROGRESS' }, 'only');
    kept.disturb = (id, response, count) => {
      // It is monitored since it was expired, and the other one finishes before it can be expired.
      kept.of(first).monitored = true;
      if (id === only && count === 1) {
        kept.of(only).status = 'FINISHED';
      }
      if (id === first && count === 2) {
        sendError(response, 409, 'CONFLICT', 'ActiveSubscriptionExists');
        return true;
      }
      return false;
    };
    const { draftId } = harness.runs.prepare(environmentId, [
      { conversationId: first },
      { conversationId: only },
    ]);
    const draft = harness.runs.draft(environmentId, draftId);
    await vi.waitUntil(() => draft.view().state === 'ready');
    draft.choose('expire', { ids: [only] });
    const { runId } = await harness.begin(draft.view());
    const { outcomes } = await harness.until(runId, 'done');
    expect(outcomes).toMatchObject({ refused: 2 });
    const { items, receipts } = JSON.parse(await exported('json'));
    expect(receipts).toHaveLength(1);
    expect(items).toMatchObject([
      { conversationId: first, mode: 'DELETE_DATA', outcome: 'refused' },
      { conversationId: only, mode: 'EXPIRE', outcome: 'refused' },
    ]);
    const [, ...rows] = (await exported('csv')).trim().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(3, 8).filter(Boolean))).toEqual([
      [first, 'EXPIRE', 'retention-ended', 'SUP-1', 'confirmed'],
      [first, 'DELETE_DATA', 'retention-ended', 'SUP-1', 'refused'],
      [only, 'EXPIRE', 'retention-ended', 'SUP-1', 'refused'],
    ]);
    const expiries = { filter: { mode: 'EXPIRE' }, from: 0, count: 9 };
    expect((await harness.store.request('unsent', expiries)).rows).toMatchObject([{ conversationId: only }]);
  });

  test('is in the register too where its first step was accepted and not confirmed, and needs attention', async () => {
    const [done = ''] = kept.add(1, { status: 'FINISHED' }, 'done');
    const [active = ''] = kept.add(1, { status: 'IN_PROGRESS' }, 'active');
    kept.disturb = (id, response) => {
      if (id === active) {
        response.writeHead(202).end();
      }
      return id === active;
    };
    const { runId } = await harness.begin(await harness.prepared([done, active], 'DELETE_DATA'));
    await vi.waitUntil(() => harness.view(runId).underWay === 1 && harness.view(runId).waiting === 0);
    await harness.runs.control(runId, 'stopReading');
    const { total, outcomes } = await harness.until(runId, 'done');
    expect(outcomes).toMatchObject({ confirmed: 1, accepted: 0, incomplete: 1 });
    expect(total).toBe(2);
    expect(kept.deletesOf(active)).toEqual(['EXPIRE']);
    const page = { runId, from: 0, count: 9, isUrgentFirst: true };
    expect((await harness.store.request('lines', page)).lines).toMatchObject([
      { conversationId: active, outcome: 'incomplete', detail: 'first-not-confirmed', done: [] },
      { conversationId: done, outcome: 'confirmed' },
    ]);
    const [, ...rows] = (await exported('csv')).trim().split('\r\n');
    expect(
      rows
        .map((row) =>
          row
            .split(',')
            .slice(3, 5)
            .concat(row.split(',')[7] ?? ''),
        )
        .toSorted(),
    ).toEqual([
      [active, 'DELETE_DATA', 'incomplete'],
      [active, 'EXPIRE', 'accepted'],
      [done, 'DELETE_DATA', 'confirmed'],
    ]);
  });

  test('is in the register too where it was refused, or cancelled before it was sent', async () => {
    harness.holdMs = 60_000;
    await harness.restart();
    const given = kept.add(2, { status: 'FINISHED' });
    const conversations = given.map((conversationId, index) => ({ conversationId, line: index + 4 }));
    const { draftId } = harness.runs.prepare('acme', conversations);
    const draft = harness.runs.draft('acme', draftId);
    await expect.poll(() => draft.view().state).toBe('ready');
    const { runId } = await harness.begin(draft.view());
    await harness.runs.control(runId, 'cancel');
    await harness.until(runId, 'done');
    expect(JSON.parse(await exported('json')).items).toMatchObject([
      { conversationId: 'c-1', line: 4, outcome: 'withdrawn' },
      { conversationId: 'c-2', line: 5, outcome: 'withdrawn' },
    ]);
  });
});

test('a person is found by the whole user key also where the service has refused, and nothing was sent', async () => {
  const ids = kept.add(2, { status: 'FINISHED' });
  kept.disturb = (id, response) => {
    if (id === 'c-2') {
      sendError(response, 409, 'CONFLICT', 'ActiveSubscriptionExists');
    }
    return id === 'c-2';
  };
  const { runId } = await harness.done(ids, 'DELETE_DATA');
  const { store } = harness;
  const page = { from: 0, count: 9 };
  const found = async (text: string) => {
    const sort = { by: 'when', descending: true } as const;
    const { runs } = await store.register({ ...page, filter: { text }, sort });
    const { lines } = await store.lines({ ...page, runId, text });
    const { rows } = await store.request('unsent', { ...page, filter: { text } });
    return [runs.length, lines.map(({ conversationId }) => conversationId), rows.length];
  };
  expect(await found('user-of-c-1')).toEqual([1, ['c-1'], 0]);
  expect(await found('user-of-c-2')).toEqual([1, ['c-2'], 1]);
  expect(await found('user-of-c')).toEqual([0, [], 0]);
});

test('conversations that a run has only expired are counted apart from those it has deleted, also after a restart', async () => {
  const [deleted = '', expired = ''] = [
    ...kept.add(1, { status: 'FINISHED' }, 'finished'),
    ...kept.add(1, { status: 'IN_PROGRESS' }, 'active'),
  ];
  const { draftId } = harness.runs.prepare(environmentId, [
    { conversationId: deleted },
    { conversationId: expired },
  ]);
  const draft = harness.runs.draft(environmentId, draftId);
  await vi.waitUntil(() => draft.view().state === 'ready');
  draft.choose('expire', { ids: [expired] });
  const { runId } = await harness.begin(draft.view());
  const counted = { mode: 'DELETE_DATA', total: 2, expired: 1, outcomes: { confirmed: 2 } };
  expect(await harness.until(runId, 'done')).toMatchObject(counted);
  expect(await harness.register()).toMatchObject([counted]);
  await harness.restart();
  expect(harness.view(runId)).toMatchObject(counted);
});

test('a planned run is in the register of the month in which it was planned, and of that in which it deleted', async () => {
  const planned = Date.now();
  const startsAt = planned + 20 * 86_400_000;
  const ids = kept.add(1, { status: 'FINISHED' });
  harness.longestWaitMs = 10;
  const { runId } = await harness.begin(await harness.prepared(ids, 'DELETE_DATA'), {}, { startsAt });
  harness.now = () => startsAt;
  await harness.until(runId, 'done');
  const sort = { by: 'when', descending: true } as const;
  const found = async (from: number, to: number) =>
    (await harness.store.register({ filter: { from, to }, sort, from: 0, count: 9 })).runs;
  const hour = 3_600_000;
  expect(await found(planned - hour, planned + hour)).toMatchObject([{ runId, startsAt }]);
  expect(await found(startsAt - hour, startsAt + hour)).toMatchObject([{ runId }]);
  expect(await found(planned + hour, startsAt - hour)).toEqual([]);
});
