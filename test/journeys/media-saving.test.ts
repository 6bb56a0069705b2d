import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MediaService, type ServedMedium, startMediaService } from '../support/media-service.ts';
import { openMediaOf } from '../support/media-window.ts';
import { unzipped } from '../support/unzipped.ts';
import { expectAccessible } from './access.ts';
import { downloadedBytes, type RunningConsole } from './console.ts';

const jpeg = readFileSync(
  join(import.meta.dirname, '../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
);
const media: ServedMedium[] = ['a', 'b', 'c'].map((id) => ({
  id,
  type: 'FACE',
  contentType: 'image/jpeg',
  bytes: jpeg,
}));

let service: MediaService;
let console: RunningConsole;
beforeAll(async () => {
  service = await startMediaService(media);
  console = await openMediaOf(service);
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});
beforeEach(() => {
  for (const medium of media) {
    delete medium.breaksAfter;
    delete medium.breaksOnce;
    medium.sendsParts = true;
  }
});

/** The dialog of the system cannot be answered by a program, so the page is given a real folder of its own instead. */
async function chooseFolder(): Promise<void> {
  await console.page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) {
      await root.removeEntry(name, { recursive: true });
    }
    Object.assign(globalThis, {
      showDirectoryPicker: () => root.getDirectoryHandle('chosen', { create: true }),
    });
  });
}

async function filesInFolder(): Promise<Record<string, number>> {
  return console.page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('chosen');
    const sizes: Record<string, number> = {};
    const entries = (
      folder as unknown as { entries(): AsyncIterable<[string, FileSystemFileHandle]> }
    ).entries();
    for await (const [name, handle] of entries) {
      sizes[name] = (await handle.getFile()).size;
    }
    return sizes;
  });
}

async function openExport() {
  const { page } = console;
  await page.getByRole('button', { name: 'Export the case or its files' }).click();
  return page.getByRole('dialog', { name: 'Export the case' });
}

async function dismiss(): Promise<void> {
  await console.page.getByRole('button', { name: 'Dismiss' }).click();
}

test('all files are saved into a folder, whole, and again beside those that are there', async () => {
  const { page } = console;
  await chooseFolder();
  for (const names of [
    ['1-a.jpg', '2-b.jpg', '3-c.jpg'],
    ['1-a (2).jpg', '1-a.jpg', '2-b (2).jpg', '2-b.jpg', '3-c (2).jpg', '3-c.jpg'],
  ]) {
    await (await openExport()).getByRole('button', { name: 'Files into a folder…' }).click();
    await page.getByText('3 files saved in chosen.').waitFor();
    await dismiss();
    const files = await filesInFolder();
    expect(Object.keys(files).sort()).toEqual(names);
    expect(new Set(Object.values(files))).toEqual(new Set([jpeg.length]));
  }
});

test('a file that breaks off is named and leaves nothing; the others are saved', async () => {
  const { page } = console;
  await chooseFolder();
  Object.assign(media[1] ?? {}, { sendsParts: false, breaksAfter: 9000 });
  const dialog = await openExport();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Files into a folder…' }).click();
  await page.getByText(/2 files saved in chosen\. Without 2 Face: The connection was lost/).waitFor();
  expect(Object.keys(await filesInFolder()).sort()).toEqual(['1-a.jpg', '3-c.jpg']);
  await dismiss();
});

test('a file that the browser does not write leaves nothing, and the reason is said', async () => {
  const { page } = console;
  await chooseFolder();
  await page.evaluate(() => {
    const { prototype } = FileSystemFileHandle;
    const write = prototype.createWritable;
    prototype.createWritable = function (...given) {
      prototype.createWritable = write;
      return this.name.startsWith('1-')
        ? Promise.reject(new DOMException('', 'NoModificationAllowedError'))
        : write.apply(this, given);
    };
  });
  await (await openExport()).getByRole('button', { name: 'Files into a folder…' }).click();
  await page.getByText(/The file could not be written: the file is in use\./).waitFor();
  expect(await filesInFolder()).toEqual({});
  await dismiss();
});

test('a chosen file is left out', async () => {
  const { page } = console;
  await chooseFolder();
  const dialog = await openExport();
  await dialog.getByRole('checkbox', { name: '2 Face' }).click();
  await dialog.getByRole('button', { name: 'Files into a folder…' }).click();
  await page.getByText('2 files saved in chosen.').waitFor();
  expect(Object.keys(await filesInFolder()).sort()).toEqual(['1-a.jpg', '2-c.jpg']);
  await dismiss();
  await (await openExport()).getByRole('checkbox', { name: '2 Face' }).click();
  await page.keyboard.press('Escape');
});

test('a ZIP lacks the file that breaks off, lists it, and so does the window', async () => {
  const { page } = console;
  Object.assign(media[1] ?? {}, { sendsParts: false, breaksAfter: 9000 });
  const dialog = await openExport();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Files as ZIP' }).click(),
  ]);
  const entries = unzipped(await downloadedBytes(download));
  expect([...entries.keys()].sort()).toEqual(['1-a.jpg', '3-c.jpg', 'MISSING.txt']);
  expect(entries.get('3-c.jpg')?.equals(jpeg)).toBe(true);
  expect(entries.get('MISSING.txt')?.toString()).toContain('Face, id b: ');
  await page.getByText(/Downloaded as files-.*\.zip\. Without 2 Face: The connection was lost/).waitFor();
  await dismiss();
});

test('a file that breaks off where the service sends parts is taken up, and saved whole', async () => {
  const { page } = console;
  Object.assign(media[0] ?? {}, { breaksOnce: 9000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('article', { name: 'Face' }).first().getByRole('button', { name: 'Save…' }).click(),
  ]);
  expect((await downloadedBytes(download)).equals(jpeg)).toBe(true);
  await page.getByText(/Downloaded as/).waitFor();
  await dismiss();
});

test('a browser that cannot write into a folder offers the ZIP and says why', async () => {
  const { page } = console;
  await page.evaluate(() => Object.assign(globalThis, { showDirectoryPicker: undefined }));
  const dialog = await openExport();
  await dialog.getByText('This browser cannot write into a folder.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Files into a folder…' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
});
