import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markAsDownloaded } from '../../main/hosts/electron/downloaded-mark.ts';

test('a saved file is marked as downloaded in the stream Windows reads, and not on Linux', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-mark-'));
  const path = join(directory, 'passport.jpg');
  await writeFile(path, 'x');
  await markAsDownloaded(path, 'linux', new Date());
  expect(await readdir(directory)).toEqual(['passport.jpg']);
  // On other systems the stream is a file of that name, whose content is checked here.
  await markAsDownloaded(path, 'win32', new Date());
  expect(await readFile(`${path}:Zone.Identifier`, 'utf8')).toBe('[ZoneTransfer]\r\nZoneId=3\r\n');
  expect(await readFile(path, 'utf8')).toBe('x');
  await rm(directory, { recursive: true });
});

test('on macOS it is given the quarantine attribute by the system’s own program', async () => {
  const ran: unknown[] = [];
  const at = new Date('2026-11-21T12:00:00Z');
  await markAsDownloaded('/saved/passport.jpg', 'darwin', at, async (...call) => ran.push(call));
  const seconds = (at.getTime() / 1000).toString(16);
  expect(ran).toEqual([
    ['/usr/bin/xattr', ['-w', 'com.apple.quarantine', `0081;${seconds};Assay;`, '/saved/passport.jpg']],
  ]);
});
