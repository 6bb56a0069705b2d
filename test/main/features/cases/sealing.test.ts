import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casesPath } from '../../../../main/features/cases/index/case-file.ts';
import { newSealingKey, Sealer, UnsealFailure } from '../../../../main/store/sealing.ts';
import { act, env, get, openService, record, who } from './index-harness.ts';

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

test('a queue moved to another environment is none there, and cases are forgotten all the same', () => {
  const { service, keys } = openService(directory);
  record(service, 'c1');
  service.saveQueue({ environmentId: 'other', queue: { title: 'Theirs', ids: ['c1'], at: 0, reviewed: [] } });
  service.close();
  tamper(`UPDATE meta SET name = 'queue/${env.environmentId}' WHERE name = 'queue/other'`);
  const again = openService(directory, keys).service;
  expect(again.queue(env)).toBeUndefined();
  again.forget({ ...env, ...who, selection: { ids: ['c1'] } });
  expect(again.get({ ...env, conversationId: 'c1' })).toBeUndefined();
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

test('values that an earlier version sealed with the key before the present one are read with both keys', () => {
  const first = openService(directory);
  fill(first.service);
  first.service.close();
  const both = [newSealingKey(), ...first.keys] as typeof first.keys;
  for (const text of ['first', 'second']) {
    const { service, notices } = openService(directory, both);
    expect(notices).toEqual([]);
    expectWhole(service);
    act(service, ['c1'], { kind: 'noted', details: { text } });
    expect(get(service, 'c1').notes[0]?.text).toBe(text);
    service.close();
  }
});
