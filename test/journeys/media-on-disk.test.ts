import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesBelow } from '../support/byte-search.ts';
import { startMediaService } from '../support/media-service.ts';
import { chooseMedium, mediaList } from '../support/media-window.ts';
import { unnamedFiles } from '../support/open-files.ts';
import { showData, startConsole } from './console.ts';

const jpeg = readFileSync(
  join(import.meta.dirname, '../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
);
const report = readFileSync(
  join(import.meta.dirname, '../../main/sandbox/assets/specimens/as-entered/report.pdf'),
);
const every = 2048;

/** A file with the same random bytes in every part of 2 KiB, so that any part of it is found. */
function marked(begin: Buffer, size: number): { bytes: Buffer; mark: Buffer } {
  const mark = randomBytes(32);
  const bytes = Buffer.alloc(begin.length + size, ' ');
  begin.copy(bytes);
  for (let at = begin.length; at + mark.length <= bytes.length; at += every) {
    mark.copy(bytes, at);
  }
  return { bytes, mark };
}

const mebi = 1024 * 1024;
const files = {
  image: marked(jpeg, mebi),
  report: marked(report, mebi),
  video: marked(Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), 8 * mebi),
};

/**
 * Chromium's processes share memory in files of this name without a directory entry; with /dev/shm turned off, as Playwright starts it, they
 * are in the temporary directory and hold pictures that are shown. It is assumed, not proved, that these files are only such memory: they are
 * the only ones left out of the search.
 */
function isSharedMemory(place: string): boolean {
  return /\/temporary\/\.org\.chromium\.Chromium\.\w{6} \(deleted\) of process \d+$/.test(place);
}

/** The browser removes files and directories of its profile meanwhile: the search then begins again. */
function namedFiles(directory: string): { place: string; bytes: Buffer }[] {
  for (;;) {
    try {
      return filesBelow([directory]).map((path) => ({ place: path, bytes: readFileSync(path) }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        throw error;
      }
    }
  }
}

/** Returns the places on disk that hold a part of a medium in the clear: files, and files without a name that a process has open. */
function plainMedia(directory: string): string[] {
  const named = namedFiles(directory);
  const unnamed = unnamedFiles(directory).filter(({ place }) => !isSharedMemory(place));
  return [...named, ...unnamed].flatMap(({ place, bytes }) =>
    Object.entries(files)
      .filter(([, { mark }]) => bytes.includes(mark))
      .map(([name]) => `${name} in ${place}`),
  );
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'assay-on-disk-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}

test('the search finds a part of a medium, also in a file without a name', () => {
  const directory = newDirectory();
  const path = join(directory, 'planted');
  writeFileSync(path, files.video.bytes.subarray(5 * mebi, 5 * mebi + 4096));
  expect(plainMedia(directory)).toEqual([`video in ${path}`]);
  const open = openSync(path, 'r');
  unlinkSync(path);
  expect(plainMedia(directory)).toEqual([`video in ${path} (deleted) of process ${process.pid}`]);
  closeSync(open);
  expect(plainMedia(directory)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'no medium is on disk in the clear while it is shown, nor afterwards',
  async () => {
    const root = newDirectory();
    const directory = (name: string) => {
      mkdirSync(join(root, name));
      return join(root, name);
    };
    const service = await startMediaService([
      { id: 'image', type: 'FACE', contentType: 'image/jpeg', bytes: files.image.bytes },
      { id: 'report', contentType: 'application/pdf', bytes: files.report.bytes, sendsParts: false },
      { id: 'video', type: 'FACE', contentType: 'video/mp4', bytes: files.video.bytes, sendsParts: false },
    ]);
    onTestFinished(() => service.close());
    const dataDir = directory('data');
    const console = await startConsole({
      dataDir,
      profileDir: directory('profile'),
      env: { TMPDIR: directory('temporary') },
      prepare: service.join,
    });
    onTestFinished(() => console.stop());
    const { page } = console;
    const field = page
      .getByRole('combobox', { name: /^Open/ })
      .or(page.getByRole('textbox', { name: /^Open/ }))
      .first();
    await field.fill(service.conversationId);
    await field.press('Enter');
    await page.getByRole('tab', { name: 'Files' }).click();
    await mediaList(page).waitFor();
    const sealed = () => unnamedFiles(join(dataDir, 'spool')).filter(({ bytes }) => bytes.length > mebi);
    for (const index of [0, 1, 2]) {
      await chooseMedium(page, index);
      await showData(page);
      await page.waitForLoadState('networkidle');
      expect(plainMedia(root)).toEqual([]);
    }
    // A file of the bytes that passed was there where the service sends no parts, and it was searched too.
    await expect.poll(() => sealed().length).toBeGreaterThan(0);
    expect(plainMedia(root)).toEqual([]);
    await page.evaluate(() => {
      window.location.hash = '#/conversations';
    });
    await expect.poll(() => sealed().length).toBe(0);
    expect(plainMedia(root)).toEqual([]);
    expect(filesBelow([join(root, 'profile')]).length).toBeGreaterThan(20);
    await console.stop();
    expect(plainMedia(root)).toEqual([]);
    for (const { mark } of Object.values(files)) {
      expect(Buffer.from(console.log()).includes(mark)).toBe(false);
    }
  },
);
