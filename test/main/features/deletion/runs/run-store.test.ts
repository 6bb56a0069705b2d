import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runMigrations } from '../../../../../main/features/deletion/runs/store/migrations.ts';
import { RunStore, type RunStoreDeps } from '../../../../../main/features/deletion/runs/store/run-store.ts';
import type { StoredReceipt } from '../../../../../main/features/records/receipts/receipt.ts';
import { openSqliteFile } from '../../../../../main/store/sqlite-file.ts';

const newReceipt = (seq: number): StoredReceipt => ({
  seq,
  receiptId: `r-${seq}`,
  environmentId: 'acme',
  conversationId: `c-${seq}`,
  mode: 'DELETE_DATA',
  reason: 'other',
  outcome: 'confirmed',
  at: seq,
  digest: '0',
  runId: undefined,
  itemId: undefined,
  content: JSON.stringify({ user: seq % 2 === 0 ? 'anna' : 'bert', ticket: `SUP-${seq}` }),
  signature: { keyId: 'k', publicKey: '', kept: 'session', value: '' } as never,
});

let path: string;
beforeEach(() => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-runs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  path = join(directory, 'runs.sqlite');
});

function openStore(
  journal: RunStoreDeps['journal'] = () => Promise.reject(new Error('There is no journal.')),
) {
  return new RunStore({
    path,
    signer: () => Promise.reject(new Error('There is no key.')),
    journal,
    now: () => 1,
    log: () => undefined,
  });
}

test('a file that is still being opened when the console closes is not waited for', async () => {
  const store = openStore();
  const runs = store.request('runs', {});
  const cancelled = expect(runs).rejects.toMatchObject({ code: 'cancelled' });
  await store.stopOpening();
  await cancelled;
  await store.close();
});

test('a file that was opened stays open until the console has closed what uses it', async () => {
  const store = openStore();
  expect(await store.request('runs', {})).toEqual([]);
  await store.stopOpening();
  expect(await store.request('runs', {})).toEqual([]);
  await store.close();
});

test('closing a file that was never opened does not make it', async () => {
  const store = openStore();
  await store.close();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('an error of recording says if something may have been sent before', async () => {
  const store = openStore();
  const failures = ['create', 'apply'] as const;
  const [create, apply] = await Promise.all(
    failures.map((name) => store.request(name, {} as never).catch((error: unknown) => error)),
  );
  expect(create).toMatchObject({
    message: 'Nothing was sent because it could not be recorded on this computer first.',
    hint: 'Check that the disk is not full and that Assay may write to its data directory, then try again.',
  });
  expect(apply).toMatchObject({
    message: 'Nothing more was sent because it could not be recorded on this computer first.',
    hint: 'Check that the disk is not full and that Assay may write to its data directory, then go on.',
  });
  await store.close();
});

test('a search of the register leaves others their turn, and is not repeated for its next page', async () => {
  const store = openStore();
  const receipts = Array.from({ length: 3500 }, (_, index) => newReceipt(index + 1));
  await store.request('apply', { changes: [], receipts });
  const order: string[] = [];
  const search = (from: number) => store.receipts({ filter: { user: 'anna', text: 'sup-' }, from, count: 2 });
  const searching = search(0).finally(() => order.push('search'));
  // It is asked for after the first step of the search.
  await store.request('runs', {});
  await store.request('runs', {}).finally(() => order.push('other'));
  const first = await searching;
  expect(order).toEqual(['other', 'search']);
  expect(first.total).toBe(1750);
  expect(first.receipts.map(({ seq }) => seq)).toEqual([3500, 3498]);
  const asked: string[] = [];
  const { request } = store;
  Object.assign(store, {
    request: (name: string, ...rest: unknown[]) => {
      asked.push(name);
      return (request as (...given: unknown[]) => unknown)(name, ...rest);
    },
  });
  expect((await search(2)).receipts.map(({ seq }) => seq)).toEqual([3496, 3494]);
  expect(asked).toEqual(['lastReceipt', 'receiptsOf']);
  await store.request('apply', { changes: [], receipts: [newReceipt(3502)] });
  expect((await search(0)).total).toBe(1751);
  await store.close();
});

test('a file with the former log of calls keeps its receipts, and loses the log', async () => {
  const former = openSqliteFile(path, runMigrations.slice(0, 1));
  former.exec(
    `INSERT INTO receipt VALUES (1, 'r-1', NULL, NULL, 'acme', 'c-1', 'EXPIRE', 'other', 'confirmed', 1, '0', '', '{}', 1, NULL)`,
  );
  former.close();
  const store = openStore();
  expect(await store.request('lastReceipt', {})).toEqual({ seq: 1, digest: '0' });
  await store.close();
  const present = openSqliteFile(path, runMigrations);
  onTestFinished(() => present.close());
  expect(present.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'call%'").all()).toEqual([]);
});

test('a receipt that is made after the last look for one is entered in the journal, too', async () => {
  const entered: number[] = [];
  const store = openStore(async (receipts) => void entered.push(...receipts.map(({ seq }) => seq)));
  const { request } = store;
  let looks = 0;
  const requestAndAdd = async (name: never, input: never) => {
    const output = await request(name, input);
    if (name === 'notJournaled' && ++looks === 1) {
      await request('apply', { changes: [], receipts: [newReceipt(1)] });
      store.enterReceipts();
    }
    return output;
  };
  Object.assign(store, { request: requestAndAdd });
  store.enterReceipts();
  await expect.poll(() => entered).toEqual([1]);
  await store.close();
});
