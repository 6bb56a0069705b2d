import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pngOf } from '../support/images.ts';
import { type MediaService, type ServedMedium, startMediaService } from '../support/media-service.ts';
import { openMediaOf } from '../support/media-window.ts';
import { wavOf } from '../support/sounds.ts';
import { expectAccessible } from './access.ts';
import type { RunningConsole } from './console.ts';
import { picture } from './picture.ts';

const recording: ServedMedium = {
  id: 'recording',
  type: 'FACE',
  contentType: 'audio/wav',
  bytes: wavOf(120),
  sendsParts: false,
};

let service: MediaService;
let console: RunningConsole;
let page: Page;
beforeEach(async () => {
  recording.breaksAfter = 400_000;
  const image = { id: 'picture', type: 'FACE', contentType: 'image/png', bytes: pngOf(300, 200) };
  service = await startMediaService([recording, image]);
  console = await openMediaOf(service);
  ({ page } = console);
});
afterEach(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

const playing = () =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    return { time: video?.currentTime ?? -1, source: video?.src ?? '' };
  });

test('a recording whose connection breaks says so once, and goes on where it was when it is opened again', async () => {
  const reason = page.getByText(/The connection was lost in the middle of the reply/);
  await page.getByRole('button', { name: 'Show files' }).first().click();
  await page.keyboard.press('1');
  await page.waitForFunction(() => document.querySelector('video')?.duration === 120);
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video) {
      video.currentTime = 100;
    }
  });
  await reason.waitFor();
  expect(await reason.count()).toBe(1);
  await expectAccessible(page);
  await picture(page, 'recording-broken');

  const { source } = await playing();
  delete recording.breaksAfter;
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect.poll(async () => (await playing()).source).not.toBe(source);
  await expect.poll(async () => (await playing()).time).toBeCloseTo(100, 0);
  await expect.poll(() => reason.count()).toBe(0);
  await page.keyboard.press('2');
  await page.locator('main article[data-file="picture"] img[data-loaded="true"]').waitFor();
});
