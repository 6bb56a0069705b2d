import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { openCase, serveMedia } from '../main.ts';
import { press } from '../window.tsx';

const dialog = page.getByRole('dialog', { name: 'Export the case' });
const intoFolder = dialog.getByRole('button', { name: 'Files into a folder…' });
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeInTheDocument();
const breaksOff = { sendsParts: false, breaksAfter: 9000 };

// The dialog of the system cannot be answered by a program, so the page is given a real folder of its own instead.
beforeEach(async () => {
  const root = await navigator.storage.getDirectory();
  for await (const name of root.keys()) {
    await root.removeEntry(name, { recursive: true });
  }
  Object.assign(globalThis, {
    showDirectoryPicker: () => root.getDirectoryHandle('chosen', { create: true }),
  });
});

/** The names and sizes of the files in the folder. */
async function filesInFolder(): Promise<Record<string, number>> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('chosen');
  const sizes: Record<string, number> = {};
  for await (const [name, handle] of folder.entries()) {
    sizes[name] = (await (handle as FileSystemFileHandle).getFile()).size;
  }
  return sizes;
}
const namesInFolder = async () => Object.keys(await filesInFolder()).sort();

/** A case with three photographs, `b` of them served in another way. */
async function openThree(b = {}): Promise<void> {
  const media = ['a', 'b', 'c'].map((id) => ({ id, file: 'photo', ...(id === 'b' ? b : {}) }));
  await openCase('media', await serveMedia(media), { view: 'media' });
  await openExport();
}

async function openExport(): Promise<void> {
  await page.getByRole('button', { name: 'Export the case or its files' }).click();
  await expect.element(dialog).toBeVisible();
}

test('all files are saved into a folder, whole, and again beside those that are there', async () => {
  await openThree();
  for (const names of [
    ['1-a.jpg', '2-b.jpg', '3-c.jpg'],
    ['1-a (2).jpg', '1-a.jpg', '2-b (2).jpg', '2-b.jpg', '3-c (2).jpg', '3-c.jpg'],
  ]) {
    await intoFolder.click();
    await says('3 files saved in chosen.');
    expect(await namesInFolder()).toEqual(names);
    expect(new Set(Object.values(await filesInFolder())).size).toBe(1);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await openExport();
  }
});

test('a file that breaks off is named and leaves nothing; the others are saved', async () => {
  await openThree(breaksOff);
  await expectAccessible();
  await intoFolder.click();
  await says(/2 files saved in chosen\. Without 2 Face: The connection was lost/);
  expect(await namesInFolder()).toEqual(['1-a.jpg', '3-c.jpg']);
});

test('a file that the browser does not write leaves nothing, and the reason is said', async () => {
  await openThree();
  const { createWritable } = FileSystemFileHandle.prototype;
  const written = vi.spyOn(FileSystemFileHandle.prototype, 'createWritable');
  written.mockImplementation(function (this: FileSystemFileHandle, ...given) {
    return this.name.startsWith('1-')
      ? Promise.reject(new DOMException('', 'NoModificationAllowedError'))
      : createWritable.apply(this, given);
  });
  try {
    await intoFolder.click();
    await says(/The file could not be written: the file is in use\./);
  } finally {
    written.mockRestore();
  }
  expect(await filesInFolder()).toEqual({});
});

test('a chosen file is left out', async () => {
  await openThree();
  await dialog.getByRole('checkbox', { name: '2 Face' }).click();
  await intoFolder.click();
  await says('2 files saved in chosen.');
  expect(await namesInFolder()).toEqual(['1-a.jpg', '2-c.jpg']);
});

test('a ZIP lacks the file that breaks off, and the window says so', async () => {
  await openThree(breaksOff);
  await dialog.getByRole('button', { name: 'Files as ZIP' }).click();
  await says(/Downloaded as files-.*\.zip\. Without 2 Face: The connection was lost/);
});

test('a browser that cannot write into a folder offers the ZIP and says why', async () => {
  Object.assign(globalThis, { showDirectoryPicker: undefined });
  await openThree();
  await says('This browser cannot write into a folder.');
  expect(intoFolder.query()).toBeNull();
});

test.each([
  ['that breaks off is not said to be saved', breaksOff, /The connection was (lost|closed)/],
  [
    'that breaks off where the service sends parts is taken up, and said to be saved',
    { breaksOnce: 9000 },
    /Downloaded as/,
  ],
] as const)('a file %s', async (_what, behaviour, outcome) => {
  const id = await serveMedia([{ id: 'only', file: 'photo', ...behaviour }]);
  await openCase('media', id, { view: 'media' });
  await page.getByRole('article', { name: 'Face' }).getByRole('button', { name: 'Save…' }).click();
  await says(outcome);
  expect(page.getByText(/Downloaded as/).elements().length > 0).toBe(outcome.source === 'Downloaded as');
});

test('a case of more files than fit into the window is exported, all of them or some', async () => {
  const many = Array.from({ length: 600 }, (_, index) => ({ id: `file-${index}`, file: 'text' }));
  const { bridge } = await openCase('media', await serveMedia(many), { view: 'media' });
  await says('600 files');
  await openExport();
  await says('540 more in the report');
  // Only those in view are in the page.
  const boxes = dialog.getByRole('checkbox', { name: /^\d/ });
  await expect.poll(() => boxes.elements().length).toBeGreaterThan(0);
  expect(boxes.elements().length).toBeLessThan(60);
  await dialog.getByRole('checkbox', { name: 'All 600 files' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Files as ZIP' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: '1 Face', exact: true }).click();
  await dialog.getByRole('checkbox', { name: '2 Face', exact: true }).click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Files as ZIP' }).click();
  await says(/Downloaded as files-/);
  expect(bridge.inputs('evidence.saveFiles')).toMatchObject([{ mediaIds: ['file-0', 'file-1'], to: 'zip' }]);
});

test('an export is closed by key', async () => {
  await openThree();
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
});
