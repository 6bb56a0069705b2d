import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { pngOf } from '../support/images.ts';
import { listen } from '../support/listen.ts';
import { longWebm } from '../support/long-webm.ts';
import { startMediaService } from '../support/media-service.ts';
import { longTasks, openMediaOf } from '../support/media-window.ts';
import { type BenchRow, median } from './row.ts';

const asset = (name: string) => readFileSync(join(import.meta.dirname, '../../main/sandbox/assets', name));
const thumbnails = 200;
const rounds = 5;
/** 13 minutes and about 200 MiB. */
const video = () => longWebm(asset('face.webm'), 200, 4000, 1024 * 1024);

/** Measures the waits in the viewers, in a real browser: thumbnails, frames while a picture is moved, frames of a video. */
export async function benchMediaViewers(): Promise<BenchRow[]> {
  const webm = video();
  const service = await startMediaService([
    { id: 'picture', contentType: 'image/png', bytes: pngOf(4000, 3000), type: 'DOCUMENT' },
    { id: 'video', contentType: 'video/webm', bytes: webm, type: 'FACE' },
    ...Array.from({ length: thumbnails }, (_, index) => ({
      id: `photograph-${index}`,
      contentType: 'image/jpeg',
      bytes: asset('specimens/polish/passport-photo.jpg'),
      type: 'DOCUMENT',
    })),
  ]);
  const console = await openMediaOf(service, { ownBrowser: true });
  const load = loadavg()[0]?.toFixed(1);
  try {
    const { page } = console;
    await page.getByRole('button', { name: 'Show personal data' }).first().click();
    await page.locator('main img[data-loaded="true"]').waitFor();
    await longTasks(page);
    const strip = await allThumbnails(page);
    const stripTask = Math.max(0, ...(await longTasks(page)));
    const frames = await panAndZoom(page);
    const frameTask = Math.max(0, ...(await longTasks(page)));
    const played = await videoTimes(page, webm);
    return [
      {
        name: `${thumbnails} thumbnails of photographs of 40 kB`,
        value: strip,
        unit: 'ms',
        detail: `${(strip / thumbnails).toFixed(0)} ms each; longest task ${stripTask.toFixed(0)} ms; load ${load}`,
      },
      {
        name: 'frame time while a picture of 12 megapixels is moved and zoomed, 95th of 100',
        value: percentile(frames, 0.95),
        unit: 'ms',
        detail: `median ${median(frames).toFixed(1)} ms, ${frames.length} frames, drawn without a GPU; longest task ${frameTask.toFixed(0)} ms; load ${load}`,
      },
      {
        name: 'first frame of a video of 200 MiB, beside the same browser with a static server that sends ranges',
        value: played.console.first / played.plain.first,
        unit: '×',
        detail: `medians of ${rounds}: ${played.console.first.toFixed(0)} and ${played.plain.first.toFixed(0)} ms; load ${load}`,
      },
      {
        name: 'the frame at 90 % of it',
        value: played.console.late / played.plain.late,
        unit: '×',
        detail: `medians of ${rounds}: ${played.console.late.toFixed(0)} and ${played.plain.late.toFixed(0)} ms; load ${load}`,
      },
    ];
  } finally {
    await console[Symbol.asyncDispose]();
    await service.close();
  }
}

/** Scrolls through the strip as soon as what is in view has its thumbnails. */
function allThumbnails(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const row = document.querySelector<HTMLElement>('nav[aria-label="Thumbnails"] ol');
    if (!row) {
      throw new Error('There is no strip.');
    }
    const began = performance.now();
    for (let left = 0; ; left += row.clientWidth) {
      row.scrollTo({ left });
      await new Promise<void>((done) => {
        const look = () => {
          const { left: from, right: to } = row.getBoundingClientRect();
          const inView = [...row.querySelectorAll('button')].filter((button) => {
            const box = button.getBoundingClientRect();
            return box.right > from && box.left < to && !button.getAttribute('aria-label')?.includes('Face');
          });
          const isReady = inView.every((button) => button.querySelector('canvas[data-thumbnail]'));
          requestAnimationFrame(isReady && inView.length > 0 ? () => done() : look);
        };
        requestAnimationFrame(look);
      });
      if (left + row.clientWidth >= row.scrollWidth) {
        return performance.now() - began;
      }
    }
  });
}

/** The times between frames, in milliseconds, while a picture is zoomed in, dragged and zoomed out. */
async function panAndZoom(page: Page): Promise<number[]> {
  await page.keyboard.press('1');
  const image = page.locator('main article img[data-loaded="true"]');
  await image.waitFor();
  const box = await page.locator('main article section').first().boundingBox();
  if (!box) {
    throw new Error('The picture is not on the screen.');
  }
  await page.evaluate(() => {
    const kept = globalThis as unknown as { frames: number[]; stopped: boolean };
    kept.frames = [];
    kept.stopped = false;
    let last = performance.now();
    const note = (now: number) => {
      kept.frames.push(now - last);
      last = now;
      if (!kept.stopped) {
        requestAnimationFrame(note);
      }
    };
    requestAnimationFrame(note);
  });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, -60);
  }
  await page.mouse.down();
  await page.mouse.move(x - 200, y - 100, { steps: 30 });
  await page.mouse.move(x + 200, y + 100, { steps: 30 });
  await page.mouse.up();
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, 60);
  }
  return page.evaluate(() => {
    const kept = globalThis as unknown as { frames: number[]; stopped: boolean };
    kept.stopped = true;
    return kept.frames.slice(1);
  });
}

interface Times {
  first: number;
  late: number;
}

async function videoTimes(page: Page, webm: Buffer): Promise<{ console: Times; plain: Times }> {
  const server = createServer((request, response) => {
    if (request.url !== '/video.webm') {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>plain</title>');
      return;
    }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = to ? Number(to) + 1 : webm.length;
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'content-length': end - start,
      ...(from !== undefined && { 'content-range': `bytes ${start}-${end - 1}/${webm.length}` }),
    });
    response.end(webm.subarray(start, end));
  });
  const port = await listen(server);
  const browser = await launchBrowser({ own: true });
  const samples = { console: [] as Times[], plain: [] as Times[] };
  try {
    const plain = await browser.newPage();
    await plain.goto(`http://127.0.0.1:${port}/`);
    for (let round = 0; round < rounds; round += 1) {
      samples.plain.push(await timesOf(plain, () => addVideo(plain)));
      samples.console.push(
        await timesOf(page, async () => {
          await page.keyboard.press('1');
          await page.locator('main article img[data-loaded="true"]').waitFor();
          const began = performance.now();
          await page.keyboard.press('2');
          return began;
        }),
      );
    }
  } finally {
    await browser.close();
    server.close();
  }
  const of = (times: Times[]) => ({
    first: median(times.map(({ first }) => first)),
    late: median(times.map(({ late }) => late)),
  });
  return { console: of(samples.console), plain: of(samples.plain) };
}

async function addVideo(page: Page): Promise<number> {
  const began = performance.now();
  await page.evaluate(() => {
    document.querySelector('video')?.remove();
    const element = document.createElement('video');
    element.preload = 'metadata';
    element.src = '/video.webm';
    document.body.append(element);
  });
  return began;
}

/** @param show returns when it was asked for, by `performance.now()` */
async function timesOf(page: Page, show: () => Promise<number>): Promise<Times> {
  const began = await show();
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2, undefined, {
    polling: 'raf',
  });
  const first = performance.now() - began;
  const late = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const element = document.querySelector('video');
        const from = performance.now();
        element?.requestVideoFrameCallback(() => resolve(performance.now() - from));
        if (element) {
          element.currentTime = element.duration * 0.9;
        }
      }),
  );
  return { first, late };
}

function percentile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
