import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../support/listen.ts';
import { type MediaService, startMediaService } from '../support/media-service.ts';
import { chooseMedium, openMediaOf } from '../support/media-window.ts';
import { activePage } from '../support/pdf-samples.ts';
import { wavOf } from '../support/sounds.ts';
import { downloadedBytes, type RunningConsole } from './console.ts';

// One of each kind through main, the bridge and the window; test/components/media shows what is done with them.
const asset = (name: string) => readFileSync(join(import.meta.dirname, '../../main/sandbox/assets', name));
const photo = asset('specimens/polish/passport-photo.jpg');
let asked = 0;
const elsewhere = createServer((_request, response) => {
  asked += 1;
  response.end();
});

let service: MediaService;
let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  const report = activePage(`http://127.0.0.1:${await listen(elsewhere)}`);
  service = await startMediaService([
    { id: 'photo', type: 'FACE', contentType: 'image/jpeg', bytes: photo },
    { id: 'video', type: 'FACE', contentType: 'video/webm', bytes: asset('face.webm') },
    { id: 'recording', type: 'FACE', contentType: 'audio/wav', bytes: wavOf(60) },
    { id: 'report', contentType: 'application/pdf', bytes: report },
  ]);
  console = await openMediaOf(service);
  ({ page } = console);
  await page.getByRole('button', { name: 'Show personal data' }).first().click();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
  elsewhere.close();
});

test('a picture is shown, and saved byte for byte', async () => {
  await chooseMedium(page, 0);
  await page.locator('main img[data-loaded="true"]').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save…' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.jpg$/);
  expect((await downloadedBytes(download)).equals(photo)).toBe(true);
  await page.getByText(/Downloaded as .*\.jpg/).waitFor();
});

test.each([
  ['video', 1],
  ['recording', 2],
])('a %s is played', async (_kind, index) => {
  const player = (of: 'currentTime' | 'readyState') =>
    page.evaluate((name) => document.querySelector('video')?.[name] ?? -1, of);
  await chooseMedium(page, index);
  await expect.poll(() => player('readyState')).toBeGreaterThanOrEqual(2);
  await page.locator('video').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => player('currentTime')).toBeGreaterThan(0.1);
});

test('a video fills the screen by key', async () => {
  await chooseMedium(page, 1);
  await page.locator('video').focus();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('VIDEO');
  await page.evaluate(() => document.exitFullscreen());
});

test('a PDF is drawn, and scripts, links, forms and programs named in it do nothing', async () => {
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  const before = page.url();
  await chooseMedium(page, 3);
  await page.locator('.textLayer', { hasText: 'Active page' }).waitFor();
  await page.locator('.page[data-loaded]:not(.loadingIcon) canvas').waitFor();
  // The button of the form is drawn as the file draws it, and is part of the picture.
  const colour = await page.locator('.page[data-page-number="1"] canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext('2d');
    context?.drawImage(canvas, 0, 0);
    return [...(context?.getImageData(canvas.width / 2, canvas.height * 0.6, 1, 1).data ?? [])].slice(0, 3);
  });
  expect(colour).toEqual([51, 153, 255]);
  await page.locator('.page[data-page-number="1"]').click({ position: { x: 20, y: 20 } });
  const box = await page.locator('.page[data-page-number="1"]').boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) * 0.6);
  expect(
    await page.locator('.page[data-page-number="1"] :is(a, input, button, iframe, form, script)').count(),
  ).toBe(0);
  expect(page.url()).toBe(before);
  expect(console.windows()).toHaveLength(1);
  expect({ dialogs, asked }).toEqual({ dialogs: 0, asked: 0 });
  expect(console.complaints).toEqual([]);
});
