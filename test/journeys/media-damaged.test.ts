import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hugeImages, pngOf } from '../support/images.ts';
import { type MediaService, type ServedMedium, startMediaService } from '../support/media-service.ts';
import { chooseMedium, openMediaOf } from '../support/media-window.ts';
import { expectAccessible } from './access.ts';
import { downloadedBytes, type RunningConsole } from './console.ts';

const jpeg = readFileSync(
  join(import.meta.dirname, '../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
);
const png = pngOf(400, 300);
const media: (ServedMedium & { id: string })[] = [
  { id: 'whole', contentType: 'image/jpeg', bytes: jpeg },
  { id: 'cut JPEG', contentType: 'image/jpeg', bytes: jpeg.subarray(0, jpeg.length / 2) },
  { id: 'cut PNG', contentType: 'image/png', bytes: png.subarray(0, png.length / 2) },
  { id: 'huge', contentType: 'image/png', bytes: pngOf(60_000, 50_000, 1) },
  ...hugeImages(30_000).map(([contentType, bytes]) => ({ id: `30,000 ${contentType}`, contentType, bytes })),
  { id: 'breaks off', contentType: 'image/jpeg', bytes: jpeg, breaksAfter: 9000 },
];

let service: MediaService;
let console: RunningConsole;
beforeAll(async () => {
  service = await startMediaService(media.map((medium) => ({ ...medium, type: 'DOCUMENT' })));
  console = await openMediaOf(service);
  await console.page.getByRole('button', { name: 'Show files' }).click();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

const choose = (id: string) =>
  chooseMedium(
    console.page,
    media.findIndex((medium) => medium.id === id),
  );

test.each(['cut JPEG', 'cut PNG'])(
  'the available part of a %s is shown and reported as incomplete',
  async (id) => {
    await choose(id);
    await console.page.locator('main img[data-loaded="true"]').waitFor();
    await console.page.getByText(/This file is incomplete: it ends before the image does/).waitFor();
    await expectAccessible(console.page);
  },
);

test('a complete image is not reported as incomplete', async () => {
  await choose('whole');
  await console.page.locator('main img[data-loaded="true"]').waitFor();
  await console.page.waitForLoadState('networkidle');
  expect(await console.page.getByText('This file is incomplete').count()).toBe(0);
});

test('an image too large to decode is not decoded, and its size is shown', async () => {
  await choose('huge');
  await console.page.getByText(/The image is 60,000 × 50,000 pixels/).waitFor();
  expect(await console.page.locator('main img').count()).toBe(0);
  await expectAccessible(console.page);
});

test.each(hugeImages(30_000).map(([type]) => type))(
  '30,000 by 30,000 pixels of type %s are refused with their size, also for a thumbnail',
  async (type) => {
    const { page } = console;
    await choose(`30,000 ${type}`);
    await page.getByText(/The image is 30,000 × 30,000 pixels. Images up to 30,000 pixels a side/).waitFor();
    expect(await page.locator('main article img').count()).toBe(0);
    const { count } = await page.evaluate(() => ({
      count: document.querySelectorAll('nav[aria-label=Thumbnails] [aria-pressed=true] canvas').length,
    }));
    expect(count).toBe(0);
  },
);

test('an interrupted download is not reported as saved', async () => {
  const { page } = console;
  await choose('breaks off');
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save…' }).click()]);
  const strip = page.getByRole('status').filter({ hasText: /broke|ended|closed|reset|complete/ });
  await strip.first().waitFor();
  expect(await page.getByText(/Downloaded as/).count()).toBe(0);
});

test('a complete download is reported as saved', async () => {
  const { page } = console;
  await choose('whole');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save…' }).click(),
  ]);
  expect((await downloadedBytes(download)).equals(jpeg)).toBe(true);
  await page.getByText(/Downloaded as .*\.jpg/).waitFor();
});
