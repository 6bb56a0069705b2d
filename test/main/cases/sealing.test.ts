import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casesPath } from '../../../main/cases/index/index-file.ts';
import { sealedColumns } from '../../../main/cases/keys/reseal.ts';
import { Failure } from '../../../main/failure.ts';
import { newSealingKey, Sealer, UnsealFailure } from '../../../main/store/sealing.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';
import { act, env, get, openInMemory, openService, record, who } from './index-harness.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-sealing-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const place = { table: 't', column: 'c', environmentId: 'e', row: 'r' };

test('a sealed value opens only where it belongs', () => {
  const sealer = new Sealer([newSealingKey()]);
  const sealed = sealer.seal('secret', place);
  expect(sealer.openText(sealed, place)).toBe('secret');
  for (const other of ['table', 'column', 'environmentId', 'row']) {
    expect(() => sealer.open(sealed, { ...place, [other]: 'x' })).toThrow(UnsealFailure);
  }
});

test('a sealed value with any bit changed does not open', () => {
  const sealer = new Sealer([newSealingKey()]);
  const sealed = sealer.seal('secret', place);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => sealer.open(changed, place)).toThrow(UnsealFailure);
  }
  expect(() => sealer.open(sealed.subarray(0, 20), place)).toThrow(UnsealFailure);
  expect(() => new Sealer([newSealingKey()]).open(sealed, place)).toThrow(UnsealFailure);
});

test('sealing the same value twice gives different results', () => {
  const sealer = new Sealer([newSealingKey()]);
  expect(sealer.seal('secret', place)).not.toEqual(sealer.seal('secret', place));
});

/** Changes the list without the console. */
function tamper(sql: string) {
  const database = new DatabaseSync(casesPath(directory));
  database.exec(sql);
  database.close();
}

test.each([
  ['user keys show neither', 'user_key', ({ row }: ReturnType<typeof get>) => row.userKey, []],
  [
    'comments show what the journal says',
    'comment',
    ({ comment }: ReturnType<typeof get>) => comment,
    ['comment of c1', 'comment of c2'],
  ],
])('two cases with swapped %s', (_what, column, shown, expected: string[]) => {
  const { service, keys } = openService(directory);
  for (const id of ['c1', 'c2']) {
    record(service, id);
    act(service, [id], { kind: 'decided', details: { decision: 'clear', comment: `comment of ${id}` } });
  }
  expect(shown(get(service, 'c1'))).toMatch(/c1/);
  service.close();
  tamper(
    `CREATE TEMP TABLE was AS SELECT id, ${column} AS value FROM conversation;
     UPDATE conversation SET ${column} = (SELECT value FROM was WHERE was.id <> conversation.id)`,
  );
  const again = openService(directory, keys).service;
  expect(['c1', 'c2'].flatMap((id) => shown(get(again, id)) ?? [])).toEqual(expected);
  again.close();
});

test('a reading moved to another case is not shown there', () => {
  const { service, keys } = openService(directory);
  record(service, 'c1');
  record(service, 'c2');
  service.close();
  tamper('UPDATE reading SET case_id = 3 - case_id');
  const again = openService(directory, keys).service;
  const readId = get(again, 'c1').reads[0]?.id ?? 0;
  expect(() => again.reading({ ...env, conversationId: 'c1', readId })).toThrow(UnsealFailure);
  again.close();
});

function fill(service: ReturnType<typeof openService>['service']) {
  for (let index = 0; index < 40; index += 1) {
    record(service, `c${index}`);
    act(service, [`c${index}`], { kind: 'noted', details: { text: `note ${index}` } });
  }
  act(service, ['c7'], { kind: 'decided', details: { decision: 'reject', comment: 'why' } });
  act(service, ['c7'], { kind: 'labelled', details: { label: 'VIP' } });
  const view = { name: 'Mine', filter: {}, sort: { by: 'opened', descending: true } } as const;
  service.saveView({ ...env, view });
  service.saveSettings({ ...env, ...who, reasons: [{ code: 'own', label: 'Own', kinds: ['reject'] }] });
}

function expectWhole(service: ReturnType<typeof openService>['service']) {
  const { row, notes, comment, reads, history } = get(service, 'c7');
  expect(row).toMatchObject({ userKey: 'user-c7', labels: ['VIP'] });
  expect(notes[0]?.text).toBe('note 7');
  expect(comment).toBe('why');
  expect(history.map(({ details }) => details)).toContainEqual({ text: 'note 7' });
  expect(service.reading({ ...env, conversationId: 'c7', readId: reads[0]?.id ?? 0 })?.conversation.id).toBe(
    'c7',
  );
  expect(service.views(env)[0]?.name).toBe('Mine');
  expect(service.settings(env).reasons[0]?.label).toBe('Own');
  expect(service.search({ ...env, text: 'PAS c7', max: 3 })).toHaveLength(1);
  expect(service.verifyJournal().problems).toEqual([]);
}

/** Whether a file contains a value sealed with this key. */
function isInAFile(keyId: string): boolean {
  const id = Buffer.from(keyId, 'hex');
  return readdirSync(directory).some((name) => readFileSync(join(directory, name)).includes(id));
}

test('a key rotation interrupted anywhere is completed, and the old key is not needed afterwards', () => {
  const first = openService(directory);
  fill(first.service);
  first.service.close();
  const old = first.keys[0];
  const [fresh, both] = [newSealingKey(), () => [fresh, old] as [typeof fresh, typeof old]];
  const current = { indexId: 'an-index', keyId: fresh.id };
  for (let interrupted = 0; interrupted < 12; interrupted += 1) {
    const { service } = openService(directory, both());
    for (let slice = 0; slice < interrupted; slice += 1) {
      service.reseal({ max: 10, ...current });
    }
    expectWhole(service);
    service.close();
  }
  const { service } = openService(directory, both());
  let slices = 0;
  while (service.reseal({ max: 10, ...current })) {
    slices += 1;
  }
  expect(slices).toBeGreaterThan(10);
  service.close();
  expect(isInAFile(old.id)).toBe(false);
  expect(isInAFile(fresh.id)).toBe(true);
  const last = openService(directory, [fresh]).service;
  expectWhole(last);
  act(last, ['c1'], { kind: 'noted', details: { text: 'after' } });
  expect(get(last, 'c1').history[0]?.details).toEqual({ text: 'after' });
  last.close();
});

test('an index whose key is not being replaced never reports that everything is resealed', () => {
  const { service, keys } = openService(directory);
  fill(service);
  const fresh = newSealingKey();
  // Its sealer lacks the new key, so the keychain must keep the old one.
  expect(() => service.reseal({ max: 10, indexId: 'an-index', keyId: fresh.id })).toThrow(Failure);
  expect(() => service.reseal({ max: 10, indexId: 'another', keyId: keys[0].id })).toThrow(Failure);
  service.close();
  // During the rotation the user chose to keep secrets for this session only.
  const inMemory = openInMemory();
  expect(() => inMemory.reseal({ max: 10, indexId: 'an-index', keyId: fresh.id })).toThrow(Failure);
  inMemory.close();
});

test('every sealed column is resealed', () => {
  const { service } = openService(directory);
  service.close();
  const database = new DatabaseSync(casesPath(directory));
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const blobs = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT name FROM pragma_table_info('${name}') WHERE type = 'BLOB'`)
      .all()
      .map((column) => `${name}.${column.name}`),
  );
  database.close();
  // Hashes and digests use the lookup key, which does not change.
  const hashes = ['identifier.hash', 'label.name_hash', 'conversation.content_digest'];
  const covered = sealedColumns.map(({ update }) =>
    /UPDATE (\w+) SET (\w+)/.exec(update)?.slice(1).join('.'),
  );
  expect(blobs.filter((name) => !hashes.includes(name)).sort()).toEqual(covered.sort());
});

test('after replacing the key the list is unchanged', async () => {
  const { dataDir, remove } = newDataDir();
  const keychain = new OpenKeychain();
  const console = await startConsole(dataDir, keychain);
  const conversationId = console.samples[0]?.id ?? '';
  const selection = { ids: [conversationId] };
  await console.bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await expect
    .poll(() => console.bridge.invoke('cases.note', { ...sandbox, selection, text: 'a note' }), {
      timeout: 30_000,
    })
    .toEqual({ affected: 1 });
  const keys = () => JSON.parse([...keychain.secrets.values()].find((text) => text.startsWith('[')) ?? '[]');
  const before = keys();
  await console.bridge.invoke('cases.rotateKey', {});
  expect(keys()).toHaveLength(1);
  expect(keys()).not.toEqual(before);
  const { case: found } = await console.bridge.invoke('cases.get', { ...sandbox, conversationId });
  expect(found?.notes[0]?.text).toBe('a note');
  await console.close();
  expect(console.logged).toEqual([]);
  remove();
});
