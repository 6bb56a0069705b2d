import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningConsole, showData, startConsole } from '../journeys/console.ts';
import { openServiceHarness, type ServiceHarness } from '../journeys/service-harness.ts';
import { elementsIn, longestTask } from '../support/window-tasks.ts';
import { longResponses, manyMedia, manySources } from './window-responses.ts';

/**
 * In milliseconds of processor time. The promise for a legal response of 1 MB is no task over 50 ms; drawing all of such a response takes many
 * seconds. The time of the tasks is printed, and the test only tells the one from the other, so that a busy machine does not fail it.
 */
const maxAllowed = 1500;
/** Elements on the page for any response. */
const maxElements = 6000;

let harness: ServiceHarness;
let console: RunningConsole;
beforeAll(async () => {
  harness = await openServiceHarness();
  console = await startConsole({ ownBrowser: true, prepare: harness.join() });
  await console.page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await harness?.close();
});

const vendor = 'application/vnd.service.v1.1+json';
const answerWith = (path: string, body: unknown) =>
  harness.control('/faults', {
    match: { method: 'GET', path },
    fault: { status: 200, body, contentType: vendor },
    times: 1,
  });

async function expectBounded(page: Page, what: string, act: () => Promise<unknown>): Promise<void> {
  const { cpu, wall } = await longestTask(page, act);
  const elements = await elementsIn(page);
  process.stdout.write(
    `${what}: longest task ${cpu.toFixed(0)} ms of the processor (${wall.toFixed(0)} ms on the clock), ${elements} elements\n`,
  );
  expect(elements, `${what}: elements in the page`).toBeLessThan(maxElements);
  expect(cpu, `${what}: longest task`).toBeLessThan(maxAllowed);
}

async function open(page: Page, id: string, view = ''): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/conversations/${id}${view}`);
}

test.each(Object.entries(longResponses))(
  'a response with %s neither blocks nor overfills the window',
  { timeout: 240_000 },
  async (name, make) => {
    const { page } = console;
    const id = `long-${Object.keys(longResponses).indexOf(name)}`;
    const response = make();
    expect(Buffer.byteLength(JSON.stringify(response)), 'a legal response of at most 1 MB').toBeLessThan(
      1_000_000,
    );
    await answerWith(`/api/conversations/${id}`, response);
    await answerWith(`/api/conversations/${id}/databaseVerification/info`, manySources());
    await page.keyboard.press('Control+Shift+M');
    await expectBounded(page, `${name}, opened`, async () => {
      await open(page, id);
      await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor({ timeout: 60_000 });
    });

    await expectBounded(page, `${name}, shown`, () => showData(page));
    await expectBounded(page, `${name}, raw`, async () => {
      await page.getByRole('tab', { name: 'Raw response' }).click();
      await page.getByRole('region', { name: 'Raw response' }).waitFor();
    });
    await expectBounded(page, `${name}, back at the result`, () =>
      page.getByRole('tab', { name: 'Result' }).click(),
    );
  },
);

test('a thousand files neither block nor overfill the window', { timeout: 240_000 }, async () => {
  const { page } = console;
  await answerWith('/api/conversations/long-media', { status: 'FINISHED', result: {} });
  await answerWith('/api/conversations/long-media/identity/metadata', manyMedia());
  await expectBounded(page, 'a thousand media', async () => {
    await open(page, 'long-media', '/media');
    await page.getByText('1,000 files').waitFor();
  });
});

test('no error was logged', () => {
  expect(console.complaints).toEqual([]);
});
