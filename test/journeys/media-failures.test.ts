import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MediaService, type ServedMedium, startMediaService } from '../support/media-service.ts';
import { chooseMedium, openMediaOf } from '../support/media-window.ts';
import { expectAccessible } from './access.ts';
import type { RunningConsole } from './console.ts';
import { picture } from './picture.ts';

// Each failure of one file is said once, and the other files stay usable.
const jpeg = readFileSync(
  join(import.meta.dirname, '../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
);
const image = { type: 'FACE', contentType: 'image/jpeg', bytes: jpeg };
const media: ServedMedium[] = [
  { ...image, id: 'good' },
  { ...image, id: 'not there', thenRefuses: 404 },
  { ...image, id: 'gone', thenRefuses: 410 },
  { ...image, id: 'removed half way', breaksOnce: 9000, thenRefuses: 410 },
  { ...image, id: 'lost half way', sendsParts: false, breaksAfter: 9000 },
  { ...image, id: 'stalls', sendsParts: false, stallsAfter: 9000 },
  { ...image, id: 'token expires', breaksOnce: 9000, thenExpires: true },
];

let service: MediaService;
let console: RunningConsole;
beforeAll(async () => {
  service = await startMediaService(media.map((medium) => ({ ...medium })));
  console = await openMediaOf(service, { scheme: 'oauth' });
  await console.page.getByRole('button', { name: 'Show files' }).click();
  await console.page.locator('main img[data-loaded="true"]').waitFor();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

async function choose(id: string): Promise<void> {
  const served = service.media.find((one) => one.id === id);
  const wanted = media.find((one) => one.id === id);
  // The thumbnail may have used up what happens only once.
  Object.assign(served ?? {}, wanted);
  await chooseMedium(
    console.page,
    media.findIndex((one) => one.id === id),
  );
}

async function timesShown(page: Page, message: string): Promise<number> {
  return (await page.locator('body').innerText()).split(message).length - 1;
}

test.each([
  ['not there', /The service does not have this file \(404\)/],
  ['gone', /no longer available/],
  ['removed half way', /no longer available/],
  ['lost half way', /connection was (lost|closed)/],
])('a file that is %s is reported once, and the next one is shown', async (id, reason) => {
  const { page } = console;
  await choose(id);
  const shown = page.locator('main article').getByText(reason).first();
  await shown.waitFor();
  const message = (await shown.innerText()).trim();
  expect(await timesShown(page, message), message).toBe(1);
  await expectAccessible(page);
  await picture(page, `media-failure-${id.replaceAll(' ', '-')}`);
  await choose('good');
  await page.locator('main article[data-file="good"] img[data-loaded="true"]').waitFor();
  expect(await timesShown(page, message)).toBe(0);
});

test('a file whose token expires half way is shown whole', async () => {
  const { page } = console;
  const before = service.tokens;
  await choose('token expires');
  await page.locator('main article[data-file="token expires"] img[data-loaded="true"]').waitFor();
  expect(service.tokens).toBeGreaterThan(before);
  expect(await page.getByText('This file is incomplete').count()).toBe(0);
});

test('a file that stops arriving is said to be awaited, can be stopped and opened again', async () => {
  const { page } = console;
  await choose('stalls');
  const file = page.locator('main article[data-file="stalls"]');
  await file.getByText('Waiting for the file').waitFor();
  await expectAccessible(page);
  await picture(page, 'media-awaited');
  await file.getByRole('button', { name: 'Stop' }).click();
  await file.getByText('The file has not arrived.').waitFor();
  delete service.media.find(({ id }) => id === 'stalls')?.stallsAfter;
  await file.getByRole('button', { name: 'Open again' }).click();
  await file.locator('img[data-loaded="true"]').waitFor();
  expect(await page.getByText('Waiting for the file').count()).toBe(0);
});
