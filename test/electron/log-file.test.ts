import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { redact } from '../../main/features/application/redact.ts';
import { LogFile } from '../../main/hosts/electron/log-file.ts';

describe('the log', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'assay-log-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const log = (directory = join(root, 'logs')) =>
    new LogFile({ directory, home: '/home/anna', now: () => new Date('2026-01-02T03:04:05Z') });

  test('is a file for its owner only, with a time before each line', () => {
    const file = log();
    file.write('one');
    file.write('two');
    const path = join(root, 'logs', 'assay.log');
    expect(readFileSync(path, 'utf8')).toBe('2026-01-02T03:04:05.000Z one\n2026-01-02T03:04:05.000Z two\n');
    expect(file.recent()).toBe('2026-01-02T03:04:05.000Z one\n2026-01-02T03:04:05.000Z two');
    if (process.platform !== 'win32') {
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  });

  test('continues the previous file, and rotates it when it is large', () => {
    log().write('the run before');
    const file = log();
    const line = 'x '.repeat(1900);
    for (let index = 0; index < 300; index++) {
      file.write(line);
    }
    const files = readdirSync(join(root, 'logs')).sort();
    expect(files).toEqual(['assay.1.log', 'assay.log']);
    for (const name of files) {
      expect(statSync(join(root, 'logs', name)).size).toBeLessThanOrEqual(512 * 1024);
    }
  });

  test('cuts an endless line, and keeps a bounded number of lines in memory', () => {
    const file = log();
    for (let index = 0; index < 500; index++) {
      file.write('a b '.repeat(5000));
    }
    const lines = file.recent().split('\n');
    expect(lines).toHaveLength(200);
    expect(lines[0]?.length).toBeLessThan(4100);
  });

  test('that cannot be written stops nothing', () => {
    writeFileSync(join(root, 'logs'), 'a file, not a directory');
    const file = log();
    file.write('one');
    expect(file.recent()).toContain('one');
  });
});

describe('logged text', () => {
  test.each([
    ['at file:///home/anna/assay/out/main.js:1:2', 'at file://~/assay/out/main.js:1:2'],
    ['https://service.example/a?key=secret#frag end', 'https://service.example/a end'],
    ['mail to anna.mueller@example.com today', 'mail to [removed] today'],
    ['token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 end', 'token [removed] end'],
    ['conversation 4f1c22aa-9b1d-4c55-8f63-0123456789ab', 'conversation [removed]'],
    [
      'TypeError\n    at open (compose-BOzDMe8y.js:10:3)',
      'TypeError\n    at open (compose-BOzDMe8y.js:10:3)',
    ],
  ])('%s', (text, redacted) => {
    expect(redact(text, '/home/anna')).toBe(redacted);
  });
});
