import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { historyText } from '../../../../preload/wording/history.ts';
import { occurrencesInFiles } from '../../../support/byte-search.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';
import { act, env, get, keepDays, openService, record, who } from './index-harness.ts';

const needle = { content: 'needle-of-the-file-8831', name: 'needle-of-the-name-8832.pdf' };
const content = Buffer.from(needle.content.repeat(1000));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-attachments-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const attach = (service: IndexRequests, more: { content?: Uint8Array; text?: string } = {}) =>
  service.attach({
    ...env,
    ...who,
    conversationId: 'c1',
    text: 'see file',
    name: needle.name,
    content,
    ...more,
  });
const fileOf = (service: IndexRequests, note: number) =>
  service.attachment({ ...env, conversationId: 'c1', note });
const noteId = (service: IndexRequests) => get(service, 'c1').notes[0]?.id ?? 0;

function open() {
  const opened = openService(directory);
  record(opened.service, 'c1');
  return opened;
}

/** The files that the list keeps, read from the disk. */
function keptBytes(): number[] {
  const database = new DatabaseSync(join(directory, 'cases.sqlite'), { readOnly: true });
  try {
    return database
      .prepare('SELECT bytes FROM attachment ORDER BY seq')
      .all()
      .map((row) => Number(row.bytes));
  } finally {
    database.close();
  }
}

test('a file is sealed with its note, proved by the journal, and read again as it was', () => {
  const { service, keys } = open();
  expect(attach(service)).toEqual({ affected: 1, touched: ['c1'] });
  const [note] = get(service, 'c1').notes;
  expect(note).toMatchObject({ text: 'see file', file: { name: needle.name, bytes: content.length } });
  const [entry] = get(service, 'c1').history;
  expect(entry && historyText(entry, { reasons: [] }).text).toContain(`SHA-256 ${note?.file?.sha256}`);
  expect(occurrencesInFiles(needle, [directory])).toEqual([]);
  service.close();
  expect(occurrencesInFiles(needle, [directory])).toEqual([]);
  const again = openService(directory, keys).service;
  expect(fileOf(again, noteId(again))).toEqual({ fileName: needle.name, content });
  expect(get(again, 'c1').disagreements).toBeUndefined();
  expect(again.verifyJournal().problems).toEqual([]);
  again.close();
});

test('the files of a case have 20 MB together, and the note of one too many is not saved', () => {
  const { service } = open();
  const large = Buffer.alloc(5_000_000);
  for (let count = 0; count < 4; count += 1) {
    attach(service, { content: large });
  }
  expect(() => attach(service, { content: Buffer.alloc(1) })).toThrow(/more than 20 MB/);
  expect(get(service, 'c1').notes).toHaveLength(4);
  // Another case has its own limit, and a note that is taken back makes room.
  record(service, 'c2');
  service.attach({ ...env, ...who, conversationId: 'c2', text: '', name: 'a', content: large });
  service.undo({
    ...env,
    at: who.at + 1,
    actor: who.actor,
    conversationIds: ['c1'],
    of: 'note',
    done: who.at,
  });
  expect(keptBytes()).toHaveLength(4);
  attach(service, { content: Buffer.alloc(1) });
  expect(keptBytes()).toEqual([5_000_000, 5_000_000, 5_000_000, 5_000_000, 1]);
  service.close();
});

test('a case that is not in the list takes no file', () => {
  const { service } = openService(directory);
  expect(() => attach(service)).toThrow(/not in the list/);
  expect(keptBytes()).toEqual([]);
  service.close();
});

test.each<[string, (service: IndexRequests) => void]>([
  ['forgotten', (service) => service.forget({ ...env, ...who, selection: { ids: ['c1'] } })],
  [
    'reduced to its decision by retention',
    (service) => {
      act(service, ['c1'], { kind: 'decided', details: { decision: 'clear' } });
      keepDays(service, 30, 90);
      for (const days of [0, 7, 14, 21, 28, 31]) {
        const at = who.at + days * 86_400_000;
        service.sweep({ environmentIds: [env.environmentId], max: 10, actor: who.actor, at });
      }
    },
  ],
])('the file goes with a case that is %s', (_, forget) => {
  const { service } = open();
  attach(service);
  const note = noteId(service);
  forget(service);
  expect(keptBytes()).toEqual([]);
  expect(() => fileOf(service, note)).toThrow(/no longer in the list/);
  expect(service.verifyJournal().problems).toEqual([]);
  service.close();
});

test.each([
  ['removed', 'DELETE FROM attachment'],
  [
    'moved to another note',
    'UPDATE attachment SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM attachment)',
  ],
])('a file that another program has %s stays named by its note, and is not saved', (_, sql) => {
  const { service, keys } = open();
  attach(service);
  service.close();
  const database = new DatabaseSync(join(directory, 'cases.sqlite'));
  database.exec(sql);
  database.close();
  const again = openService(directory, keys).service;
  expect(get(again, 'c1').notes[0]?.file?.name).toBe(needle.name);
  expect(() => fileOf(again, noteId(again))).toThrow(/no longer in the list/);
  again.close();
});

test('a file is saved under a name without directories, and its saving is in the history', async () => {
  const { dataDir, remove } = newDataDir();
  const opened = await startConsole(dataDir, new OpenKeychain());
  onTestFinished(async () => {
    await opened.close();
    remove();
  });
  const { bridge, samples } = opened;
  const target = { ...sandbox, conversationId: samples[0]?.id ?? '' };
  await bridge.invoke('conversations.open', target);
  const given = { ...target, text: '', name: '../..\\letter\u202Efdp.exe', content: new Uint8Array(content) };
  expect(await bridge.invoke('cases.attach', given)).toMatchObject({ affected: 1 });
  const note = (await bridge.invoke('cases.get', target)).case?.notes[0]?.id ?? 0;
  const saved = await bridge.invoke('cases.saveAttachment', { ...target, note });
  expect(saved).toMatchObject({ kind: 'download', fileName: '_.._letter_fdp.exe' });
  expect((await bridge.invoke('cases.get', target)).case?.history[0]).toMatchObject({ kind: 'saved' });
  const large = { ...given, content: new Uint8Array(5_000_001) };
  await expect(bridge.invoke('cases.attach', large)).rejects.toThrow(/at most 5 MB/);
});
