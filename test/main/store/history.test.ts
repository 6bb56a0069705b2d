import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { History } from '../../../main/store/history.ts';

const fullDisk = fileURLToPath(new URL('./full-disk-program.ts', import.meta.url));

let dir: string;
let path: string;
let elapsed: number;
let notices: (string | undefined)[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'assay-history-'));
  path = join(dir, 'assay.sqlite');
  elapsed = 0;
  notices = [];
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open(): History {
  const history: History = new History({
    dataDir: dir,
    now: () => Date.UTC(2026, 0, 2),
    elapsed: () => elapsed,
    onNotice: () => notices.push(history.notice),
    log: () => undefined,
  });
  onTestFinished(() => history.close());
  return history;
}

const seen = (conversationId: string, at = 1) => ({ environmentId: 'a', conversationId, at });
const listed = (history: History) => history.list('a').map(({ conversationId }) => conversationId);
const setAside = () => readdirSync(dir).filter((name) => name.startsWith('assay.sqlite.damaged-'));

/** A history file with 150 conversations in it, whole and closed. */
function written(): Buffer {
  const history = new History({
    dataDir: dir,
    now: () => 0,
    elapsed: () => 0,
    onNotice: () => undefined,
    log: () => undefined,
  });
  for (let at = 0; at < 150; at += 1) {
    history.remember(seen(`conversation-${at}-${'x'.repeat(100)}`, at));
  }
  history.close();
  return readFileSync(path);
}

describe('A file that cannot be used is set aside whole, a new list is begun, and it is said', () => {
  test.each([
    ['with a table missing', () => change('DROP TABLE recent_conversation')],
    ['with an index missing', () => change('DROP INDEX recent_by_time')],
    [
      'with another table of this name',
      () => change('ALTER TABLE recent_conversation RENAME COLUMN status TO state'),
    ],
    ['of another program', () => change('PRAGMA user_version = 0')],
    [
      'that is no database',
      () => writeFileSync(path, 'somebody’s notes, and long enough to be looked at '.repeat(20)),
    ],
    ['with a damaged page', () => damage(written().length - 4096 * 3)],
    ['cut short', () => writeFileSync(path, written().subarray(0, 4096 * 2 + 100))],
    ['far too large', () => writeFileSync(path, Buffer.alloc(64 * 1024 * 1024 + 1))],
  ])('%s', (_, spoil) => {
    written();
    spoil();
    const spoilt = readFileSync(path);
    const history = open();
    expect(history.notice).toContain('was set aside as');
    const [aside = ''] = setAside();
    expect(readFileSync(join(dir, aside)).equals(spoilt)).toBe(true);
    history.remember(seen('new'));
    expect(listed(history)).toEqual(['new']);
  });

  test('also when the damage shows only while it is used', () => {
    written();
    const history = open();
    expect(listed(history)).toHaveLength(150);
    expect(history.notice).toBeUndefined();
    // Past the size of the cache of any one statement: another process overwrites the pages below the running console.
    damage(4096, statSync(path).size - 4096);
    const other = new DatabaseSync(path);
    other.exec('PRAGMA user_version = 1');
    other.close();
    history.remember(seen('new'));
    expect(listed(history)).toEqual(['new']);
    expect(setAside()).not.toEqual([]);
    expect(notices.at(-1)).toContain('was set aside as');
  });
});

test('A file of a newer version is left as it is, and it is said', () => {
  written();
  change('PRAGMA user_version = 99');
  const before = readFileSync(path);
  const history = open();
  expect(history.notice).toContain('newer version');
  history.remember(seen('new'));
  expect(listed(history)).toEqual(['new']);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(setAside()).toEqual([]);
});

describe('A file that another program has locked', () => {
  async function lock() {
    const locking = `
      const { DatabaseSync } = require('node:sqlite');
      const other = new DatabaseSync(process.argv[1]);
      other.exec('BEGIN IMMEDIATE');
      console.log('locked');
      process.stdin.on('data', () => { other.exec('COMMIT'); other.close(); process.exit(); });`;
    const other = spawn(process.execPath, ['-e', locking, path]);
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    return async () => {
      other.stdin.write('go\n');
      await once(other, 'exit');
    };
  }

  test('holds a call no longer than promised; it is said, and goes on when the lock is gone', async () => {
    written();
    const history = open();
    const unlock = await lock();
    const began = performance.now();
    history.remember(seen('skipped'));
    // 50 ms, and room for a busy machine; without the limit it would wait for ever.
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(history.notice).toContain('another program has locked');
    expect(notices).toHaveLength(1);
    await unlock();
    elapsed += 1_000;
    history.remember(seen('after', 1_000));
    expect(listed(history)[0]).toBe('after');
    expect(listed(history)).not.toContain('skipped');
    expect(notices.at(-1)).toBeUndefined();
  });

  test('is not waited for again within the next second', async () => {
    written();
    const history = open();
    await lock();
    history.remember(seen('first'));
    const began = performance.now();
    for (let at = 0; at < 100; at += 1) {
      history.remember(seen('next'));
    }
    expect(performance.now() - began).toBeLessThan(50);
  });

  test('at the start is said as well', async () => {
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const history = open();
    expect(history.notice).toContain('another program has locked');
    history.remember(seen('in memory'));
    expect(listed(history)).toEqual(['in memory']);
  });
});

// A limit of the operating system on the size of files stands for the disk: writing past it fails as on a full one.
test.skipIf(process.platform === 'win32')(
  'A full disk takes no conversation away, and is said to be full',
  async () => {
    written();
    const blocks = Math.ceil(statSync(path).size / 1024) + 64;
    const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', limited, process.execPath, fullDisk, dir]);
    const { notice, notices: said, listed: count } = JSON.parse(stdout);
    expect(notice).toContain('most likely because the disk is full');
    expect(said).toHaveLength(1);
    expect(count).toBeGreaterThan(0);
  },
);

function change(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  database.close();
}

function damage(from: number, length = 4096): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, from, from + length);
  const copy = `${path}.copy`;
  writeFileSync(copy, bytes);
  copyFileSync(copy, path);
  rmSync(copy);
}
