import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifyJournalCommand } from '../../../../../main/features/records/journal/verify-command.ts';
import { startDeletion } from '../../../../support/deletion-run.ts';
import {
  type CaseConsole,
  newDataDir,
  OpenKeychain,
  sandbox,
  startConsole,
} from '../../cases/cases-harness.ts';

let place: ReturnType<typeof newDataDir>;
let keychain: OpenKeychain;
let conversationId: string;
beforeEach(async () => {
  place = newDataDir();
  keychain = new OpenKeychain();
  const opened = await startConsole(place.dataDir, keychain);
  conversationId = opened.samples[0]?.id ?? '';
  const kept = opened.samples[1]?.id ?? '';
  await opened.bridge.invoke('conversations.open', { ...sandbox, conversationId: kept });
  await opened.bridge.invoke('cases.note', { ...sandbox, selection: { ids: [kept] }, text: 'a note' });
  await deleteCase(opened);
  await opened.close();
});
afterEach(() => place.remove());

async function deleteCase({ bridge }: CaseConsole): Promise<void> {
  await startDeletion(bridge, { ...sandbox, conversationId });
  const of = { ...sandbox, conversationId };
  await vi.waitUntil(async () => (await bridge.invoke('receipts.of', of)).receipts.length > 0, 20_000);
}

async function verify(readable: Pick<OpenKeychain, 'get'> = keychain) {
  const written: string[] = [];
  const out = { write: (text: string) => written.push(text) };
  const before = new Map(keychain.secrets);
  const files = () => readdirSync(place.dataDir).filter((name) => !/-(wal|shm)$/.test(name));
  const names = files();
  const code = await verifyJournalCommand(['--data-dir', place.dataDir], {
    keychain: readable,
    stdout: out,
    stderr: out,
  });
  expect(keychain.secrets).toEqual(before);
  expect(files()).toEqual(names);
  return { code, text: written.join('') };
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(join(place.dataDir, file));
  database.exec(sql);
  database.close();
}

test('with the key it compares the list and the register, and says so', async () => {
  const { code, text } = await verify();
  expect([code, text]).toEqual([
    0,
    expect.stringContaining('The list of cases and the register of receipts were compared with the journal.'),
  ]);
  expect(text).not.toContain('NOT COMPARED');
});

test('with the key it names a case that another program changed, and changes no file', async () => {
  change('cases.sqlite', "UPDATE conversation SET decision = 'clear', state = 'done' WHERE note_count > 0");
  const before = readFileSync(join(place.dataDir, 'cases.sqlite'));
  const { code, text } = await verify();
  expect([code, text]).toEqual([1, expect.stringMatching(/PROBLEM {2}Case \S+: .*“Approved/)]);
  expect(readFileSync(join(place.dataDir, 'cases.sqlite'))).toEqual(before);
});

test('with the key it names receipts that the register lacks', async () => {
  for (const name of readdirSync(place.dataDir).filter((one) => one.startsWith('deletion-runs.sqlite'))) {
    rmSync(join(place.dataDir, name));
  }
  const { code, text } = await verify();
  expect([code, text]).toEqual([1, expect.stringContaining('receipt 1 is missing')]);
});

test('a journal that only the keychain knows of is a problem', async () => {
  const journal = join(place.dataDir, 'journal.sqlite');
  rmSync(journal);
  expect(await verify()).toMatchObject({
    code: 1,
    text: expect.stringMatching(/The journal is missing, with \d+ entries/),
  });
  rmSync(join(place.dataDir, 'cases.sqlite'));
  expect(await verify()).toMatchObject({
    code: 1,
    text: expect.stringMatching(/The list of cases and the journal .* are missing, with \d+ entries/),
  });
});

test('without the key it says what was not compared', async () => {
  const locked = {
    get: async () => {
      throw new Error('locked');
    },
  };
  expect(await verify(locked)).toMatchObject({ code: 0, text: expect.stringContaining('NOT COMPARED') });
  keychain.secrets.delete([...keychain.secrets.keys()].find((name) => name.endsWith('/data-key')) ?? '');
  expect(await verify()).toMatchObject({
    code: 0,
    text: expect.stringContaining('NOT COMPARED  The keychain has no key of these files'),
  });
});
