import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { caseMigrations, casesPath } from '../../../../main/features/cases/index/case-file.ts';
import { indexService } from '../../../../main/features/cases/index/index-service.ts';
import { journalMigrations, journalPath } from '../../../../main/features/records/journal/journal-file.ts';
import { copiesOf, copyFile, makeDailyCopy } from '../../../../main/store/file-copies.ts';
import { type Migration, openSqliteFile } from '../../../../main/store/sqlite-file.ts';
import { fullTests } from '../../../support/full-tests.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';
import {
  act,
  damage,
  env,
  expectWorked,
  fill,
  get,
  ids,
  openInMemory,
  openService,
  record,
  who,
} from './index-harness.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-files-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test.each([
  ['list of cases', casesPath, caseMigrations],
  ['journal', journalPath, journalMigrations],
] as const)('a newer %s is refused and left unchanged', (_what, pathIn, migrations) => {
  const { service, keys } = openService(directory);
  fill(service);
  service.close();
  const path = pathIn(directory);
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA user_version = ${(migrations.at(-1)?.version ?? 0) + 1}`);
  database.close();
  const before = readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))]);
  expect(() => openService(directory, keys)).toThrow(/newer version of Assay/);
  expect(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))])).toEqual(before);
});

test('a list of an older version is copied before its upgrade, and the copy can be restored', () => {
  const first = openService(directory);
  fill(first.service);
  first.service.close();
  const migrations = caseMigrations as Migration[];
  const version = (migrations.at(-1)?.version ?? 0) + 1;
  migrations.push({ version, sql: 'ALTER TABLE conversation ADD COLUMN later TEXT' });
  onTestFinished(() => {
    migrations.pop();
  });

  const { service } = openService(directory, first.keys);
  expectWorked(service);
  const [copy, ...others] = service.files({ directory }).copies;
  expect(others).toEqual([]);
  expect(statSync(join(directory, copy?.name ?? '')).mode & 0o777).toBe(0o600);

  service.forget({ ...env, ...who, selection: { ids: ['c3'] } });
  act(service, ['c8'], { kind: 'noted', details: { text: 'after the copy' } });
  record(service, 'later');
  service.restore({ directory, name: copy?.name ?? '', at: who.at });
  const restored = openService(directory, first.keys).service;
  expectWorked(restored);
  expect(get(restored, 'c8').notes[0]?.text).toBe('after the copy');
  expect(get(restored, 'later').row.openedAt).toBe(who.at);
  expect(restored.get({ ...env, conversationId: 'c3' })).toBeUndefined();
  restored.close();
});

test('one copy is made each day, the last three are kept, and a damaged file that was set aside stays', () => {
  const { service } = openService(directory);
  service.close();
  const path = casesPath(directory);
  const database = openSqliteFile(path, caseMigrations);
  copyFile(database, path, 'damaged', new Date('2026-11-03T10:00:00Z'));
  const made = () => copiesOf(path).map(({ why, at }) => `${why} ${at.slice(5, 16)}`);
  for (const time of ['20T10:00', '20T23:59', '21T00:00', '21T10:00']) {
    makeDailyCopy(database, path, new Date(`2026-11-${time}:00Z`));
  }
  const damaged = 'damaged 11-03T10:00';
  expect(made()).toEqual(['copy 11-21T00:00', 'copy 11-20T10:00', damaged]);
  for (const time of ['22T10:00', '23T10:00']) {
    makeDailyCopy(database, path, new Date(`2026-11-${time}:00Z`));
  }
  expect(made()).toEqual(['copy 11-23T10:00', 'copy 11-22T10:00', 'copy 11-21T00:00', damaged]);
  database.close();
});

test('a forgotten case is removed from the copies too', () => {
  const { service } = openService(directory);
  fill(service);
  record(service, 'canary-conversation');
  const database = new DatabaseSync(casesPath(directory));
  copyFile(database, casesPath(directory), 'copy', new Date(who.at));
  database.close();
  const holders = () =>
    readdirSync(directory).filter((name) =>
      readFileSync(join(directory, name)).includes('canary-conversation'),
    );
  expect(holders().some((name) => name.includes('.copy-'))).toBe(true);
  service.forget({ ...env, ...who, selection: { ids: ['canary-conversation'] } });
  expect(holders()).toEqual([]);
  expect(service.files({ directory }).copies).toHaveLength(1);
  service.close();
});

/** Everything in the files of the directory, copies and logs too. */
const bytesOf = () => readdirSync(directory).map((name) => readFileSync(join(directory, name)));
const isIn = (bytes: string | Uint8Array) =>
  bytesOf().some((file) => file.includes(typeof bytes === 'string' ? bytes : Buffer.from(bytes)));

test('labels, views and queues of a forgotten environment are in no copy any more', () => {
  const { service } = openService(directory);
  fill(service);
  const view = { name: 'Mine', filter: {}, sort: { by: 'opened', descending: true } } as const;
  const [saved] = service.saveView({ ...env, view });
  service.saveQueue({ ...env, queue: { title: 'Mine', ids: ['c1'], at: 0, reviewed: [] } });
  const database = new DatabaseSync(casesPath(directory));
  const sealed = [
    'SELECT name AS value FROM label',
    'SELECT content AS value FROM view',
    "SELECT value FROM meta WHERE name LIKE 'queue/%'",
  ].map((sql) => database.prepare(sql).get()?.value as Uint8Array);
  database.close();
  service.copyDaily({ directory, at: who.at });
  expect(sealed.map(isIn)).toEqual([true, true, true]);
  while (service.forgetEnvironment({ ...env, ...who })) {
    // In slices.
  }
  expect(service.files({ directory }).copies).toHaveLength(1);
  expect(sealed.map(isIn)).toEqual([false, false, false]);
  expect(isIn(saved?.id ?? '')).toBe(false);
  service.close();
});

test('an environment whose forgetting was interrupted is forgotten at the next start', () => {
  const { service, keys } = openService(directory);
  for (let index = 0; index < 510; index += 1) {
    record(service, `gone-${index}`);
  }
  expect(service.forgetEnvironment({ ...env, ...who })).toBe(true);
  expect(ids(service)).toHaveLength(10);
  service.close();
  const again = openService(directory, keys).service;
  expect(ids(again)).toEqual([]);
  expect(isIn('gone-')).toBe(false);
  expect(again.verifyJournal().problems).toEqual([]);
  again.close();
});

test('an environment deleted while the list cannot be opened is forgotten once it is', () => {
  const { service, keys } = openService(directory);
  fill(service);
  service.close();
  const sealed = openInMemory();
  sealed.markForgotten({ directory, ...env });
  sealed.close();
  const again = openService(directory, keys).service;
  expect(ids(again)).toEqual([]);
  again.close();
});

test('bytes that another process kept in the log, or that are in a large file (test:all), are removed later', () => {
  const { service } = openService(directory);
  fill(service);
  record(service, 'canary-conversation');
  const other = new DatabaseSync(casesPath(directory));
  if (fullTests) {
    // Above the size that is rewritten at once.
    other.exec("INSERT INTO meta (name, value) VALUES ('large', zeroblob(140000000))");
  }
  other.exec('BEGIN; SELECT * FROM meta');
  service.forget({ ...env, ...who, selection: { ids: ['canary-conversation'] } });
  expect(service.isRewriteDue()).toBe(true);
  // Another process still reads the file.
  expect(service.rewrite()).toBe(true);
  expect(isIn('canary-conversation')).toBe(true);
  other.exec('COMMIT');
  other.close();
  expect(service.rewrite()).toBe(false);
  expect(service.isRewriteDue()).toBe(false);
  expect(isIn('canary-conversation')).toBe(false);
  service.close();
});

test('a copy is restored with its notes, and what was forgotten stays forgotten', () => {
  const { service, keys } = openService(directory);
  fill(service);
  service.saveQueue({ ...env, queue: { title: 'Mine', ids: ['c1'], at: 0, reviewed: [] } });
  service.copyDaily({ directory, at: who.at });
  const [{ name } = { name: '' }] = service.files({ directory }).copies;
  act(service, ['c8'], { kind: 'noted', details: { text: 'after the copy' } });
  service.forget({ ...env, ...who, selection: { ids: ['c9'] } });
  service.close();
  const last = openService(directory, keys).service;
  expect(last.queue(env)?.title).toBe('Mine');
  last.restore({ directory, name, at: who.at + 1 });
  const restored = openService(directory, keys);
  expect(restored.notices).toEqual([]);
  expectWorked(restored.service);
  expect(get(restored.service, 'c8').notes[0]?.text).toBe('after the copy');
  expect(restored.service.get({ ...env, conversationId: 'c9' })).toBeUndefined();
  expect(isIn('"c9"')).toBe(false);
  restored.service.close();
});

test('a copy that is damaged, gone, or sealed with another key is not restored, and the list stays', () => {
  const { service } = openService(directory);
  fill(service);
  service.copyDaily({ directory, at: who.at });
  const [{ name } = { name: '' }] = service.files({ directory }).copies;
  const restore = (copy: string) => () => service.restore({ directory, name: copy, at: who.at });
  const path = join(directory, name);
  const whole = readFileSync(path);
  damage(path, 0, 4096);
  expect(restore(name)).toThrow(/damaged/);
  writeFileSync(path, whole);
  const database = new DatabaseSync(path);
  database.exec("UPDATE meta SET value = randomblob(69) WHERE name = 'lookup_key'");
  database.close();
  expect(restore(name)).toThrow(/another key|no longer in the keychain/);
  expect(restore('cases.sqlite.copy-none')).toThrow(/no longer exists/);
  expectWorked(service);
  service.close();
});

test('older copies of the list and the journal, put back together, are noticed by what the keychain has', () => {
  const { service, keys } = openService(directory);
  fill(service);
  service.close();
  const older = readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))] as const);
  const later = openService(directory, keys).service;
  act(later, ['c1'], { kind: 'noted', details: { text: 'to be hidden' } });
  const kept = later.head();
  later.close();
  for (const [name, bytes] of older) {
    writeFileSync(join(directory, name), bytes);
  }
  expect(openService(directory, keys).service.verifyJournal().problems).toEqual([]);
  const again = indexService();
  const { cut } = again.open({
    storage: 'disk',
    directory,
    indexId: 'an-index',
    keys,
    keychainHead: kept,
    ...who,
  });
  expect(cut).toMatch(/older copies of the files may have been restored/);
  expect(again.verifyJournal().problems).toMatchObject([{ kind: 'cut', seq: kept?.seq }]);
  again.close();
});

test('without its keychain the list is in memory; once that is back, the list on disk is opened unless something was recorded', async () => {
  const { dataDir, remove } = newDataDir();
  const keychain = new OpenKeychain();
  const begun = await startConsole(dataDir, keychain);
  const [one = '', other = ''] = begun.samples.map(({ id }) => id);
  const status = ({ bridge }: typeof begun) => bridge.invoke('cases.status', sandbox);
  const note = ({ bridge }: typeof begun, id: string, text: string) =>
    bridge.invoke('cases.note', { ...sandbox, selection: { ids: [id] }, text });
  const locked = { state: 'locked', message: 'The keyring is locked.' } as const;
  const open = { state: 'available', message: 'Open.' } as const;
  await begun.bridge.invoke('conversations.open', { ...sandbox, conversationId: one });
  await note(begun, one, 'on disk');
  // The key is known, so nothing changes when the keychain is locked later.
  keychain.status = locked;
  await begun.bridge.invoke('keychain.check', {});
  await note(begun, one, 'locked meanwhile');
  expect(await status(begun)).toEqual({ storage: 'disk', notices: [], total: 1 });
  await begun.close();

  const startLocked = async () => {
    keychain.status = locked;
    const started = await startConsole(dataDir, keychain);
    await started.bridge.invoke('keychain.check', {});
    return started;
  };
  const second = await startLocked();
  expect(await status(second)).toMatchObject({ storage: 'memory', total: 0 });
  keychain.status = open;
  await second.bridge.invoke('keychain.check', {});
  await expect.poll(() => status(second)).toEqual({ storage: 'disk', notices: [], total: 1 });
  await second.close();

  const third = await startLocked();
  await third.bridge.invoke('conversations.open', { ...sandbox, conversationId: other });
  await note(third, other, 'in memory');
  keychain.status = open;
  await third.bridge.invoke('keychain.check', {});
  await expect
    .poll(() => status(third))
    .toEqual({ storage: 'memory', notices: [expect.stringMatching(/restart Assay/)], total: 1 });
  await third.close();

  const last = await startConsole(dataDir, keychain);
  expect(await status(last)).toEqual({ storage: 'disk', notices: [], total: 1 });
  const { case: found } = await last.bridge.invoke('cases.get', { ...sandbox, conversationId: one });
  expect(found?.notes.map(({ text }) => text)).toEqual(['locked meanwhile', 'on disk']);
  await last.close();
  remove();
});
