import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { openCase, serveMedia } from '../main.ts';
import { chooseFile, imageOf, showFiles, shownImages } from '../media-view.ts';

/** Opens a case with one file and looks at it. */
async function look(file: string): Promise<void> {
  await openCase('media', await serveMedia([{ file, type: 'DOCUMENT' }]), { view: 'media' });
  await showFiles();
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

test('a complete image is not reported as incomplete', async () => {
  await openCase('media', await serveMedia([{ file: 'photo' }, { file: 'cut photo' }]), { view: 'media' });
  await showFiles();
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

test.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp', 'image/avif'])(
  '30,000 by 30,000 pixels of type %s are refused with their size, also for a thumbnail',
  async (type) => {
    await look(`huge ${type}`);
    await expect
      .element(page.getByText(/The image is 30,000 × 30,000 pixels. Images up to 30,000 pixels a side/))
      .toBeVisible();
    expect(shownImages()).toEqual([]);
    expect(document.querySelectorAll('nav[aria-label=Thumbnails] [aria-pressed=true] canvas')).toHaveLength(
      0,
    );
  },
);

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
