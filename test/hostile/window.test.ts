import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningConsole, startConsole } from '../journeys/console.ts';
import { openSetting, type Setting } from '../journeys/setting.ts';
import { longReplies, manyMedia, manySources } from './window-replies.ts';

/** What the window promises of a legal reply of 1 MB, in milliseconds, on a machine that has nothing else to do. */
const longestTask = 50;
/** Elements in the page, whatever the reply. */
const mostElements = 6000;

let setting: Setting;
let console: RunningConsole;
beforeAll(async () => {
  setting = await openSetting();
  console = await startConsole({ prepare: setting.join() });
  await console.page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor();
  await watchTasks(console.page);
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await setting?.close();
});

const vendor = 'application/vnd.service.v1.1+json';
const answerWith = (path: string, body: unknown) =>
  setting.control('/faults', {
    match: { method: 'GET', path },
    fault: { status: 200, body, contentType: vendor },
    times: 1,
  });

/** Collects the window's long tasks from now on. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/**
 * The longest task since this was last asked, once the window is at rest, and how many times slower than it could be the
 * machine ran meanwhile because of other work: the slowest of many equal pieces of work beside the fastest.
 */
async function atRest(page: Page): Promise<{ longest: number; slowdown: number; elements: number }> {
  return page.evaluate(async () => {
    const idle = () => new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
    for (let turn = 0; turn < 10; turn += 1) await idle();
    const tasks = (window as unknown as { longTasks: number[] }).longTasks;
    const longest = Math.max(0, ...tasks.splice(0));
    const pieces: number[] = [];
    for (let piece = 0; piece < 60; piece += 1) {
      const began = performance.now();
      let sum = 0;
      for (let step = 0; step < 400_000; step += 1) sum += step % 7;
      if (sum > 0) pieces.push(performance.now() - began);
      if (piece % 10 === 9) await idle();
    }
    const usable = pieces.slice(5);
    return {
      longest,
      slowdown: Math.max(...usable) / Math.min(...usable),
      elements: document.getElementsByTagName('*').length,
    };
  });
}

async function expectBounded(page: Page, what: string): Promise<void> {
  const { longest, slowdown, elements } = await atRest(page);
  process.stdout.write(
    `${what}: longest task ${longest.toFixed(0)} ms, machine ${slowdown.toFixed(1)} × slower at worst, ${elements} elements\n`,
  );
  expect(elements, `${what}: elements in the page`).toBeLessThan(mostElements);
  expect(longest, `${what}: longest task`).toBeLessThan(longestTask * Math.max(3, 1.5 * slowdown));
}

async function open(page: Page, id: string, view = ''): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/conversations/${id}${view}`);
}

test.each(Object.entries(longReplies))(
  'a reply with %s neither stops nor fills the window',
  { timeout: 120_000 },
  async (name, make) => {
    const { page } = console;
    const id = `long-${Object.keys(longReplies).indexOf(name)}`;
    const reply = make();
    expect(JSON.stringify(reply).length, 'a legal reply of at most 1 MB').toBeLessThan(1_048_576);
    await answerWith(`/api/conversations/${id}`, reply);
    await answerWith(`/api/conversations/${id}/databaseVerification/info`, manySources());
    await open(page, id);
    await page.getByRole('heading', { level: 1, name: /\.$/ }).waitFor();
    await expectBounded(page, `${name}, opened`);

    const reveal = page.getByRole('button', { name: /^Show personal data/ });
    if (await reveal.count()) {
      await reveal.first().click();
      await expectBounded(page, `${name}, shown`);
    }
    await page.getByRole('tab', { name: 'Raw reply' }).click();
    const show = page.getByRole('button', { name: 'Show the raw reply' });
    if (await show.count()) await show.click();
    await page.getByRole('region', { name: 'Raw reply' }).waitFor();
    await expectBounded(page, `${name}, raw`);
    await page.getByRole('tab', { name: 'Result' }).click();
    await expectBounded(page, `${name}, back at the result`);
  },
);

test('a thousand media neither stop nor fill the window', { timeout: 120_000 }, async () => {
  const { page } = console;
  await answerWith('/api/conversations/long-media', { status: 'FINISHED', result: {} });
  await answerWith('/api/conversations/long-media/identity/metadata', manyMedia());
  await open(page, 'long-media', '/media');
  await page.getByText('1000 media').waitFor();
  await expectBounded(page, 'a thousand media');
});

test('nothing of it was an error', () => {
  expect(console.complaints).toEqual([]);
});
