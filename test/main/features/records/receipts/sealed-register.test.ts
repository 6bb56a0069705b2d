import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runMigrations } from '../../../../../main/features/deletion/runs/store/migrations.ts';
import { sealedText } from '../../../../../main/features/records/receipts/receipt.ts';
import { openSqliteFile } from '../../../../../main/store/sqlite-file.ts';
import { startDeletion } from '../../../../support/deletion-run.ts';
import {
  type CaseConsole,
  newDataDir,
  OpenKeychain,
  sandbox,
  startConsole,
} from '../../cases/cases-harness.ts';

const ticket = 'CANARY-4821';
const absent = { state: 'absent', message: 'There is none.' } as const;
const open = { state: 'available', message: 'Open.' } as const;

let place: ReturnType<typeof newDataDir>;
let keychain: OpenKeychain;
beforeEach(() => {
  place = newDataDir();
  keychain = new OpenKeychain();
});
afterEach(() => place.remove());

const start = () => startConsole(place.dataDir, keychain);
const register = () => join(place.dataDir, 'deletion-runs.sqlite');

/** Returns whether the files of the register contain the ticket in the clear. */
function isInTheClear(): boolean {
  return ['', '-wal']
    .map((suffix) => register() + suffix)
    .some((path) => existsSync(path) && readFileSync(path).includes(ticket));
}

/** The receipts of a conversation, the newest first: of the sample that is deleted, unless another one is named. */
async function receiptsOf({ bridge, samples }: CaseConsole, conversationId = samples[0]?.id ?? '') {
  return (await bridge.invoke('receipts.of', { ...sandbox, conversationId })).receipts;
}

async function tickets(console: CaseConsole, conversationId?: string) {
  return (await receiptsOf(console, conversationId)).map((row) => row.ticket);
}

async function deleteSample(console: CaseConsole): Promise<string> {
  const before = (await receiptsOf(console)).length;
  await startDeletion(console.bridge, { ...sandbox, conversationId: console.samples[0]?.id ?? '', ticket });
  await vi.waitUntil(async () => (await receiptsOf(console)).length > before, 20_000);
  return (await receiptsOf(console))[0]?.receiptId ?? '';
}

/** A register that was written without a keychain, with a run, one of its lines that was left out, and a receipt. */
function registerInTheClear(): void {
  const database = openSqliteFile(register(), runMigrations);
  const receipt = { receiptId: 'receipt-1', number: 1, environment: { id: 'sandbox', name: 'Sandbox' } };
  const rest = { conversationId: 'c-1', mode: 'EXPIRE', reason: 'other', outcome: 'confirmed', ticket };
  const more = { askedAt: '2026-01-01T10:00:00Z', user: 'earlier', key: { id: 'k', kept: 'keychain' } };
  const texts = { userKeyHash: null, steps: ['EXPIRE'], runId: 'run-1', httpStatus: 202, requestId: null };
  const content = JSON.stringify({
    format: 'assay-receipt-1',
    previous: '0',
    ...receipt,
    ...rest,
    ...more,
    ...texts,
    environment: { ...receipt.environment, kind: 'sandbox', baseUrl: 'http://x' },
    acceptedAt: null,
    read: null,
  });
  database.exec(`
    INSERT INTO run (run_id, environment_id, environment_name, environment_kind, base_url, mode, reason, ticket, actor, created_at, state, pace)
      VALUES ('run-1', 'sandbox', 'Sandbox', 'sandbox', 'http://x', 'EXPIRE', 'other', '${ticket}', 'earlier', 1, 'done', '{"concurrency":1,"stopAfter":1}');
    INSERT INTO unsent (run_id, line, conversation_id, reason) VALUES ('run-1', 2, 'c-2', 'not-found');
    INSERT INTO receipt (seq, receipt_id, run_id, environment_id, conversation_id, mode, reason, outcome, at, digest, content, signature, is_journaled)
      VALUES (1, 'receipt-1', 'run-1', 'sandbox', 'c-1', 'EXPIRE', 'other', 'confirmed', 1, 'd', '${content}', '{}', 1);`);
  database.close();
}

test('tickets and receipts are sealed, and read with the key after a start', async () => {
  const first = await start();
  await deleteSample(first);
  expect(isInTheClear()).toBe(false);
  expect(await tickets(first)).toEqual([ticket]);
  await first.close();
  const second = await start();
  await deleteSample(second);
  expect(await tickets(second)).toEqual([ticket, ticket]);
  await second.close();
  expect(isInTheClear()).toBe(false);
});

test('the register can still be read after the list of cases and the journal were deleted', async () => {
  const first = await start();
  await deleteSample(first);
  await first.close();
  for (const name of readdirSync(place.dataDir).filter((one) => /^(cases|journal)\.sqlite/.test(one))) {
    rmSync(join(place.dataDir, name));
  }
  const second = await start();
  expect(await tickets(second)).toEqual([ticket]);
  await deleteSample(second);
  await second.close();
  const third = await start();
  expect(await tickets(third)).toEqual([ticket, ticket]);
  await third.close();
});

test('a file written in the clear is sealed at the start', async () => {
  registerInTheClear();
  // There is a list of cases, and so a key.
  const first = await start();
  await first.bridge.invoke('conversations.open', { ...sandbox, conversationId: first.samples[0]?.id ?? '' });
  await vi.waitUntil(() => existsSync(join(place.dataDir, 'cases.sqlite')), 10_000);
  await first.close();
  const second = await start();
  expect(await tickets(second, 'c-1')).toEqual([ticket]);
  await second.close();
  expect(isInTheClear()).toBe(false);
  const third = await start();
  // The texts are read when the keychain has given the key, which the list of runs does not wait for.
  await expect.poll(() => third.bridge.invoke('deletionRuns.list', {})).toMatchObject({ runs: [{ ticket }] });
  await third.close();
});

test('without a keychain the register is kept in the clear, and sealed as soon as there is one', async () => {
  keychain.status = absent;
  const first = await start();
  await deleteSample(first);
  await first.close();
  const second = await start();
  expect(await tickets(second)).toEqual([ticket]);
  await second.close();
  expect(isInTheClear()).toBe(true);
  keychain.status = open;
  const third = await start();
  await deleteSample(third);
  expect(await tickets(third)).toEqual([ticket, ticket]);
  await third.close();
  expect(isInTheClear()).toBe(false);
});

test('while the keychain is locked, sealed receipts are listed without their texts and not exported', async () => {
  const first = await start();
  const receiptId = await deleteSample(first);
  await first.close();
  keychain.status = { state: 'locked', message: 'Locked.' };
  const locked = await start();
  expect(await receiptsOf(locked)).toMatchObject([
    { receiptId, ticket: sealedText, user: sealedText, outcome: 'confirmed' },
  ]);
  await expect(locked.bridge.invoke('receipts.save', { receiptId })).rejects.toMatchObject({
    view: { code: 'keychain-locked' },
  });
  await locked.close();
  keychain.status = open;
  const unlocked = await start();
  expect(await tickets(unlocked)).toEqual([ticket]);
  expect(await unlocked.bridge.invoke('receipts.save', { receiptId })).toMatchObject({ kind: 'download' });
  await unlocked.close();
});
