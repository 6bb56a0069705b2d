import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { withOrientation } from '../support/exif.ts';
import { type MediaService, startMediaService } from '../support/media-service.ts';
import { chooseMedium, openMediaOf } from '../support/media-window.ts';
import type { RunningConsole } from './console.ts';
import { colourName, coloursOf } from './pixels.ts';

/** What the corners show, from the upper left one in reading order, for each value of the Exif tag (Exif 2.32, 4.6.4). */
const expected: Record<number, string> = {
  1: 'red green blue white',
  2: 'green red white blue',
  3: 'white blue green red',
  4: 'blue white red green',
  5: 'red blue green white',
  6: 'blue red white green',
  7: 'white green blue red',
  8: 'green white red blue',
};
const orientations = Object.keys(expected).map(Number);
const corners = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

let service: MediaService;
let console: RunningConsole;
beforeAll(async () => {
  const jpeg = await paintedJpeg();
  service = await startMediaService(
    orientations.map((orientation) => ({
      id: `orientation-${orientation}`,
      contentType: 'image/jpeg',
      type: 'DOCUMENT',
      bytes: withOrientation(jpeg, orientation),
    })),
  );
  console = await openMediaOf(service);
  await console.page.getByRole('button', { name: 'Show files' }).click();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

/** 240 by 120 pixels in four colours. */
async function paintedJpeg(): Promise<Buffer> {
  const browser = await launchBrowser({ own: false });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const text = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 240, height: 120 });
      const drawing = canvas.getContext('2d');
      ['#f00', '#0f0', '#00f', '#fff'].forEach((colour, index) => {
        if (drawing) {
          drawing.fillStyle = colour;
          drawing.fillRect((index % 2) * 120, Math.floor(index / 2) * 60, 120, 60);
        }
      });
      return canvas.toDataURL('image/jpeg', 0.95);
    });
    return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
  } finally {
    await context.close();
  }
}

const names = async (shown: Parameters<typeof coloursOf>[0]) =>
  (await coloursOf(shown, corners)).map(colourName).join(' ');

describe('a photograph is turned as its Exif orientation says', () => {
  test.each(orientations)('%i: in the viewer, under the loupe and as a thumbnail', async (orientation) => {
    const { page } = console;
    await chooseMedium(page, orientation - 1);
    const image = page.locator('main img[data-loaded="true"]');
    await image.waitFor();
    await page.waitForFunction((isTall) => {
      const shown = document.querySelector<HTMLImageElement>('main img[data-loaded="true"]');
      return shown !== null && shown.naturalHeight > shown.naturalWidth === isTall;
    }, orientation >= 5);
    await page
      .getByText(orientation >= 5 ? '120 × 240' : '240 × 120', { exact: true })
      .first()
      .waitFor();
    await expect.poll(() => names(image)).toBe(expected[orientation]);
    const thumbnail = page
      .getByRole('navigation', { name: 'Thumbnails' })
      .getByRole('listitem')
      .nth(orientation - 1)
      .locator('canvas');
    await thumbnail.waitFor();
    const picture = await thumbnail.evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const context = canvas.getContext('2d');
      const [width, height] = [canvas.width, canvas.height];
      return [0.25, 0.75].flatMap((y) =>
        [0.25, 0.75].map((x) => [
          ...(context?.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data ?? []),
        ]),
      );
    });
    expect(picture.map(colourName).join(' ')).toBe(expected[orientation]);
    // The loupe is at the middle of the area, where the four colours meet.
    await page.keyboard.press('l');
    const loupe = page.locator('main article canvas[aria-hidden]');
    await loupe.waitFor();
    const inner = [
      [0.35, 0.35],
      [0.65, 0.35],
      [0.35, 0.65],
      [0.65, 0.65],
    ] as const;
    await expect
      .poll(async () => (await coloursOf(loupe, inner)).map(colourName).join(' '))
      .toBe(expected[orientation]);
    await page.keyboard.press('l');
  });
});

test('a picture that was turned by its Exif orientation is turned and mirrored further by key', async () => {
  const { page } = console;
  await chooseMedium(page, 5);
  const image = page.locator('main img[data-loaded="true"]');
  await expect.poll(() => names(image)).toBe(expected[6]);
  await page.keyboard.press('t');
  await expect.poll(() => names(image)).toBe(expected[3]);
  await page.keyboard.press('m');
  await expect.poll(() => names(image)).toBe(expected[4]);
  expect(console.complaints).toEqual([]);
});

test('pictures are blurred and masked once the window has been without the focus for a minute', async () => {
  const { page } = console;
  await chooseMedium(page, 0);
  const image = page.locator('main img[data-loaded="true"]');
  await expect.poll(() => names(image)).toBe(expected[1]);
  // Where red meets green there is neither: each side is one colour up to the edge.
  const edge = [
    [0.47, 0.25],
    [0.53, 0.25],
  ] as const;
  const isMixed = async () => {
    const [left = [], right = []] = await coloursOf(image, edge);
    return (left[1] ?? 0) > 50 && (right[0] ?? 0) > 50;
  };
  const blurred = () => page.evaluate(() => document.documentElement.dataset.blurred);
  expect(await isMixed()).toBe(false);
  await page.evaluate(() => {
    document.documentElement.dataset.blurred = 'true';
  });
  await expect.poll(isMixed).toBe(true);
  await page.evaluate(() => {
    document.documentElement.dataset.blurred = 'false';
  });
  await page.clock.install();
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.clock.runFor(59_000);
  expect({ blurred: await blurred(), shown: await image.count() }).toEqual({ blurred: 'false', shown: 1 });
  await page.clock.runFor(2_000);
  await expect.poll(blurred).toBe('true');
  await expect.poll(() => image.count()).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(blurred).toBe('false');
  await page.getByText('Masked', { exact: true }).waitFor();
});
