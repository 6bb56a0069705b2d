import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pngOf } from '../support/images.ts';
import { type MediaService, startMediaService } from '../support/media-service.ts';
import { wavOf } from '../support/sounds.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';

const asset = (name: string) => readFileSync(join(import.meta.dirname, '../../main/sandbox/assets', name));
const media = [
  { id: 'video', contentType: 'video/webm', bytes: asset('face.webm'), type: 'FACE' },
  { id: 'recording', contentType: 'audio/wav', bytes: wavOf(300), type: 'FACE' },
  { id: 'picture', contentType: 'image/png', bytes: pngOf(300, 200), type: 'DOCUMENT' },
  { id: 'other', contentType: 'image/png', bytes: pngOf(200, 300), type: 'DOCUMENT' },
];

let service: MediaService;
let console: RunningConsole;
let page: Page;
let wire: Wire;
beforeAll(async () => {
  service = await startMediaService(media);
  console = await startConsole({
    keepWire: true,
    async prepare(opened) {
      wire = opened;
      await service.join(opened);
    },
  });
  ({ page } = console);
  const field = page
    .getByRole('combobox', { name: /^Open/ })
    .or(page.getByRole('textbox', { name: /^Open/ }));
  await field.first().fill(service.conversationId);
  await field.first().press('Enter');
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('button', { name: 'Show files' }).click();
});
afterAll(async () => {
  wire?.close();
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

interface Playing {
  time: number;
  speed: number;
  paused: boolean;
  duration: number;
  source: string;
  error: number | undefined;
}
const playing = () =>
  page.evaluate((): Playing => {
    const video = document.querySelector('video');
    return {
      time: video?.currentTime ?? -1,
      speed: video?.playbackRate ?? -1,
      paused: video?.paused ?? true,
      duration: video?.duration ?? -1,
      source: video?.src ?? '',
      error: video?.error?.code,
    };
  });
/** A number that says which frame is on the screen. */
const frame = () =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    const canvas = new OffscreenCanvas(64, 48);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (video) {
      context?.drawImage(video, 0, 0, 64, 48);
    }
    return [...(context?.getImageData(0, 0, 64, 48).data ?? [])].reduce(
      (sum, value, at) => (sum * 31 + value + at) % 1e9,
      7,
    );
  });
const ready = () => page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
const stage = () => page.locator('main article section').first();
const show = (id: string) => page.keyboard.press(String(media.findIndex((medium) => medium.id === id) + 1));

describe('a video', () => {
  test('is moved frame by frame, both ways, and each step is one frame', async () => {
    await show('video');
    await ready();
    await stage().locator('video').focus();
    const frames = [await frame()];
    const times = [(await playing()).time];
    const step = async (key: string) => {
      const before = await frame();
      await page.keyboard.press(key);
      await expect.poll(frame).not.toBe(before);
      frames.push(await frame());
      times.push((await playing()).time);
    };
    for (const key of ['.', '.', '.', '.', '.']) {
      await step(key);
    }
    for (const key of [',', ',', ',']) {
      await step(key);
    }
    // Forward through 0 to 5, back through 4, 3 and 2: the same frames as before.
    expect(new Set(frames.slice(0, 6)).size).toBe(6);
    expect(frames.slice(6)).toEqual([frames[4], frames[3], frames[2]]);
    expect(times[5]).toBeLessThan(0.5);
  });

  test('is sought, played slower and faster, and stops and goes on by key', async () => {
    await expect.poll(async () => (await playing()).duration).toBeGreaterThan(0);
    const { duration } = await playing();
    await page.evaluate((to) => {
      const video = document.querySelector('video');
      if (video) {
        video.currentTime = to;
      }
    }, duration * 0.9);
    await expect.poll(async () => (await playing()).time).toBeCloseTo(duration * 0.9, 1);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await playing()).time).toBeLessThan(0.1);
    await page.keyboard.press('<');
    await page.keyboard.press('<');
    await page.getByText('Speed 0.25').waitFor();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await playing()).paused).toBe(false);
    const from = (await playing()).time;
    await expect.poll(async () => (await playing()).time).toBeGreaterThan(from);
    await page.keyboard.press('Space');
    await expect.poll(async () => (await playing()).paused).toBe(true);
    for (let press = 0; press < 5; press += 1) {
      await page.keyboard.press('>');
    }
    await expect.poll(async () => (await playing()).speed).toBe(4);
    await expect.poll(() => page.getByRole('button', { name: /^Faster/ }).isDisabled()).toBe(true);
  });

  test('fills the screen by key', async () => {
    const whole = () => page.evaluate(() => document.fullscreenElement?.tagName);
    await page.keyboard.press('f');
    await expect.poll(whole).toBe('VIDEO');
    await page.evaluate(() => document.exitFullscreen());
    await expect.poll(whole).toBeUndefined();
    await stage().locator('video').focus();
  });

  test('gives a frame as a still, which is the frame that was on the screen, also where the right picture was folded', async () => {
    await page.keyboard.press('s');
    const still = page.locator('canvas[data-still]');
    await still.waitFor();
    const difference = await page.evaluate(() => {
      const [width, height] = [64, 48];
      const pixels = (source: HTMLVideoElement | HTMLCanvasElement | null) => {
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (source) {
          context?.drawImage(source, 0, 0, width, height);
        }
        return [...(context?.getImageData(0, 0, width, height).data ?? [])];
      };
      const kept = pixels(document.querySelector('canvas[data-still]'));
      const shown = pixels(document.querySelector('video'));
      return {
        sum: shown.reduce((sum, value, at) => sum + Math.abs(value - (kept[at] ?? 0)), 0) / shown.length,
        isPicture: new Set(kept).size > 50,
      };
    });
    expect(difference.sum).toBeLessThan(2);
    expect(difference.isPicture).toBe(true);
    await expectAccessible(page);
    await picture(page, 'video-and-still');
    await page.getByRole('button', { name: 'Close this view' }).click();
    await still.waitFor({ state: 'detached' });
  });
});

describe('a recording', () => {
  test('is played, sought and sped up by key, without the tools of pictures', async () => {
    await show('recording');
    await ready();
    expect((await playing()).duration).toBeCloseTo(300, 0);
    await expectAccessible(page);
    await picture(page, 'recording');
    await stage().locator('video').focus();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await playing()).time).toBeGreaterThan(0.2);
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await playing()).time).toBeGreaterThan(5);
    await page.keyboard.press('>');
    await page.getByText('Speed 1.5').waitFor();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await playing()).paused).toBe(true);
    for (const name of [/frame/i, /^Full screen/]) {
      expect(await page.locator('main article').getByRole('button', { name }).count()).toBe(0);
    }
  });

  test('goes on where it was when its address has ended', async () => {
    const before = await playing();
    await wire.bridge.invoke('media.close', { address: new URL(before.source).pathname });
    await page.evaluate(() => {
      const video = document.querySelector('video');
      if (video) {
        video.currentTime = 290;
      }
    });
    await expect.poll(async () => (await playing()).source).not.toBe(before.source);
    await expect.poll(async () => (await playing()).time).toBeGreaterThan(289);
    expect(await playing()).toMatchObject({ speed: 1.5, error: undefined });
    expect(await page.getByText('Cannot be shown').count()).toBe(0);
  });
});

test('a picture and its thumbnail are one download', async () => {
  await show('picture');
  await page.locator('main img[data-loaded="true"]').waitFor();
  await page
    .getByRole('navigation', { name: 'Thumbnails' })
    .locator('canvas[data-thumbnail]')
    .nth(2)
    .waitFor();
  await page.keyboard.press('Shift+4');
  await page.locator('main img[data-loaded="true"]').first().waitFor();
  for (const id of ['picture', 'other']) {
    const ranges = service.requests.filter(({ mediaId }) => mediaId === id).map(({ range }) => range);
    // Once for its first bytes, by which its type is found, and once for the whole file.
    expect(ranges.filter((range) => range === 'bytes=0-4095')).toHaveLength(1);
    expect(ranges).toHaveLength(2);
  }
  expect(console.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});
