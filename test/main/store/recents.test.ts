import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Failure } from '../../../main/failure.ts';
import { openDatabase } from '../../../main/store/database.ts';
import { createRecents } from '../../../main/store/recents.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'assay-store-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('recent conversations survive a restart, newest first, each once', () => {
  const first = openDatabase(dir);
  const recents = createRecents(first);
  recents.remember({ environmentId: 'a', conversationId: '1', status: 'CREATED', at: 1000 });
  recents.remember({ environmentId: 'a', conversationId: '2', at: 2000 });
  recents.remember({ environmentId: 'b', conversationId: '3', at: 2500 });
  recents.remember({ environmentId: 'a', conversationId: '1', status: undefined, at: 3000 });
  first.close();
  const second = openDatabase(dir);
  expect(createRecents(second).list('a')).toEqual([
    { environmentId: 'a', conversationId: '1', openedAt: '1970-01-01T00:00:03.000Z', status: 'CREATED' },
    { environmentId: 'a', conversationId: '2', openedAt: '1970-01-01T00:00:02.000Z' },
  ]);
  second.close();
});

test('a time that no console wrote does not take the list away', () => {
  const database = openDatabase(dir);
  const recents = createRecents(database);
  recents.remember({ environmentId: 'a', conversationId: '1', status: 'CREATED', at: 1000 });
  const insert = database.prepare("INSERT INTO recent_conversation VALUES ('a', ?, ?, NULL)");
  insert.run('2', 2n ** 63n - 1n);
  insert.run('3', -(2n ** 63n));
  expect(recents.list('a')).toEqual([
    { environmentId: 'a', conversationId: '2', openedAt: '+275760-09-13T00:00:00.000Z' },
    { environmentId: 'a', conversationId: '1', openedAt: '1970-01-01T00:00:01.000Z', status: 'CREATED' },
    { environmentId: 'a', conversationId: '3', openedAt: '-271821-04-20T00:00:00.000Z' },
  ]);
  database.close();
});

test('forgetting one leaves the others, forgetting all leaves other environments', () => {
  const database = openDatabase(dir);
  const recents = createRecents(database);
  for (const id of ['1', '2', '3']) {
    recents.remember({ environmentId: 'a', conversationId: id, at: Number(id) });
  }
  recents.remember({ environmentId: 'b', conversationId: '9', at: 1 });
  recents.forget('a', '2');
  expect(recents.list('a').map((recent) => recent.conversationId)).toEqual(['3', '1']);
  recents.forget('a');
  expect(recents.list('a')).toEqual([]);
  expect(recents.list('b')).toHaveLength(1);
  database.close();
});

test('only the newest two hundred of an environment are kept', () => {
  const database = openDatabase(dir);
  const recents = createRecents(database);
  for (let at = 0; at < 205; at += 1) {
    recents.remember({ environmentId: 'a', conversationId: `c${at}`, at });
  }
  const kept = recents.list('a');
  expect(kept).toHaveLength(200);
  expect(kept.at(-1)?.conversationId).toBe('c5');
  database.close();
});

test('the database can be read by its owner only', () => {
  openDatabase(dir).close();
  expect(statSync(join(dir, 'assay.sqlite')).mode & 0o077).toBe(0);
});

test('a database of a newer version is refused and left as it is', () => {
  const path = join(dir, 'assay.sqlite');
  const newer = new DatabaseSync(path);
  newer.exec('CREATE TABLE theirs (x); PRAGMA user_version = 99;');
  newer.close();
  expect(() => openDatabase(dir)).toThrowError(
    expect.objectContaining({ code: 'settings-newer' }) as Failure,
  );
  const still = new DatabaseSync(path);
  expect(still.prepare('SELECT count(*) AS n FROM theirs').get()).toEqual({ n: 0 });
  still.close();
});
