import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseFile } from '../media-view.ts';
import { drawn, openPdf, text } from '../pdf-view.ts';
import { coloursIn } from '../pixels.ts';
import { showData } from '../window.tsx';

// One kind that needs a decoder and one with a font of its own are in pdf.test.tsx.

async function look(file: string): Promise<void> {
  await openPdf(file);
  await showData();
  await chooseFile(0);
}

test('CMYK is drawn by a colour profile', async () => {
  await look('ink');
  const [[red = 0, green = 0, blue = 0] = []] = coloursIn(await drawn(), [[0.5, 0.5]]);
  // The file contains magenta; without the profile the conversion would give another colour.
  expect([red, green, blue]).not.toEqual([255, 0, 255]);
  expect(red).toBeGreaterThan(green + 80);
});

test('Japanese is drawn by a predefined character map', async () => {
  await look('Japanese');
  await text('日本');
  const line = Array.from({ length: 40 }, (_, index) => [0.05 + index * 0.01, 0.6] as const);
  expect(coloursIn(await drawn(), line).some(([red = 255]) => red < 100)).toBe(true);
});

test('bytes before the header are ignored', async () => {
  await look('shifted PDF');
  await text('Shifted page');
});

test('an image of 65,000 by 65,000 pixels is left out', async () => {
  await look('huge image PDF');
  await expect.element(page.getByText('1 image on this page could not be drawn.')).toBeVisible();
});
