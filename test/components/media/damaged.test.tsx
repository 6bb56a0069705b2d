import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { failing } from '../fake-bridge.ts';
import { openCase, serveMedia } from '../main.ts';
import { chooseFile, found, imageOf, shownImages } from '../media-view.ts';
import { showData } from '../window.tsx';

/** Opens a case with one file and looks at it. */
async function look(file: string): Promise<void> {
  await openCase('media', await serveMedia([{ file, type: 'DOCUMENT' }]), { view: 'media' });
  await showData();
  await chooseFile(0);
}

const incomplete = page.getByText(/This file is incomplete: it ends before the image does/);

test.each(['cut photo', 'cut picture'])(
  'the available part of a %s is shown and reported as incomplete',
  async (file) => {
    await look(file);
    await imageOf(file);
    await expect.element(incomplete).toBeVisible();
    await expectAccessible();
  },
);

test.each([
  ['could be checked', () => ({ mismatches: [], files: [], isComplete: false })],
  ['was checked because the check failed', failing({ code: 'internal' })],
] as const)('the list says where none of the files %s', async (_what, checkContents) => {
  const replies = { 'media.checkContents': checkContents };
  await openCase('media', await serveMedia([{ file: 'photo' }]), { view: 'media', replies });
  await expect.element(page.getByText('1 could not be checked')).toBeVisible();
});

test('a complete image is not reported as incomplete', async () => {
  await openCase('media', await serveMedia([{ file: 'photo' }, { file: 'cut photo' }]), { view: 'media' });
  await showData();
  await chooseFile(0);
  await imageOf('photo');
  expect(incomplete.query()).toBeNull();
});

test('an image too large to decode is not decoded, and its size is shown', async () => {
  await look('huge picture');
  await expect.element(page.getByText(/The image is 60,000 × 50,000 pixels/)).toBeVisible();
  expect(document.querySelectorAll('main img')).toHaveLength(0);
  await expectAccessible();
});

test('30,000 by 30,000 pixels of each type are refused with their size, also for a thumbnail', async () => {
  const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp', 'image/avif'];
  const files = types.map((type) => ({ id: type, file: `huge ${type}`, type: 'DOCUMENT' }));
  await openCase('media', await serveMedia(files), { view: 'media' });
  await showData();
  for (const [index, type] of types.entries()) {
    await chooseFile(index);
    const well = await found(`main article[data-file="${type}"]`);
    await expect
      .poll(() => well.textContent, { message: type })
      .toMatch(/The image is 30,000 × 30,000 pixels. Images up to 30,000 pixels a side/);
    expect(shownImages(), type).toEqual([]);
  }
  expect(document.querySelectorAll('nav[aria-label=Thumbnails] [data-shown=true] canvas')).toHaveLength(0);
});

test('a file whose content does not match its type is not shown, with its first bytes', async () => {
  await look('web page');
  await expect.element(page.getByText('Not what it claims to be').first()).toBeVisible();
  await expect.element(page.getByText(/says image\/jpeg.*text\/html/)).toBeVisible();
  const bytes = page.getByText(/00000000 {2}3c 21 64 6f 63/);
  await expect.element(bytes).toBeVisible();
  const lines = document.createRange();
  lines.selectNodeContents(bytes.element());
  await page.viewport(700, 700);
  const tops = new Set([...lines.getClientRects()].map(({ top }) => top));
  expect(tops.size, 'a row of bytes is broken').toBe(lines.toString().split('\n').length);
  await page.viewport(1280, 800);
  expect(document.querySelectorAll('main img')).toHaveLength(0);
  await expectAccessible();
});
