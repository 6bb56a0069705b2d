import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningConsole } from '../journeys/console.ts';
import { type MediaService, startMediaService } from '../support/media-service.ts';
import { chooseMedium, largestRenderer, longTasks, openMediaOf } from '../support/media-window.ts';
import { doubleFlate, hugeImage, manyObjects, muchText, nestedForms, plainPdf } from './media-pdfs.ts';

const pdf = 'application/pdf';
const files: [name: string, bytes: Buffer, expected: RegExp][] = [
  ['forms within forms', nestedForms(), /takes too long|too complex|too much memory/],
  ['20 MB of text in 20 kB', muchText(), /takes too long|too complex|too much memory|drawn/],
  ['4 GB deflated twice', doubleFlate(), /takes too long|too much memory/],
  ['an image of 65,000 × 65,000 pixels', hugeImage(), /could not be drawn/],
  ['eight million dictionaries', manyObjects(), /takes too long|too much memory/],
];

/** In milliseconds, far more than a busy machine delays a task: a PDF parsed on the window's thread blocks it for longer. */
const maxFreezeMs = 5000;

let service: MediaService;
let console: RunningConsole;
beforeAll(async () => {
  const hostile = files.map(([id, bytes]) => ({ id, contentType: pdf, bytes }));
  service = await startMediaService([
    ...hostile,
    { id: 'harmless', contentType: pdf, bytes: plainPdf(['Harmless']) },
  ]);
  console = await openMediaOf(service, { ownBrowser: true });
  await console.page.getByRole('button', { name: 'Show personal data' }).first().click();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

/** The notice the window shows in its file or, where that is enough, that something of a page is drawn. */
async function outcome(expected: RegExp): Promise<string> {
  const handle = await console.page.waitForFunction(
    (isDrawnEnough) => {
      const article = document.querySelector<HTMLElement>('main article');
      const notice = /(takes too long|too complex|too much memory|could not be drawn).*/.exec(
        article?.innerText ?? '',
      )?.[0];
      const isDrawn = article?.querySelector('.page[data-loaded]:not(.loadingIcon) canvas') !== null;
      return notice ?? (isDrawn && isDrawnEnough ? 'drawn' : undefined);
    },
    expected.test('drawn'),
    { timeout: 60_000 },
  );
  return (await handle.jsonValue()) ?? '';
}

test.each(files.map(([name, , expected], index) => [name, index, expected] as const))(
  '%s: reported, bounded in memory, and the window goes on',
  async (_name, index, expected) => {
    await longTasks(console.page);
    const before = largestRenderer();
    let max = before;
    const watch = setInterval(() => {
      max = Math.max(max, largestRenderer());
      if (max > 4000) {
        // Closes the window instead of exhausting the machine; the test then fails.
        void console.page.close();
      }
    }, 250);
    try {
      await chooseMedium(console.page, index);
      expect(await outcome(expected)).toMatch(expected);
      expect(max - before).toBeLessThan(2500);
      expect(Math.max(0, ...(await longTasks(console.page)))).toBeLessThan(maxFreezeMs);
    } finally {
      clearInterval(watch);
    }
    // Ends the workers and releases their memory.
    await chooseMedium(console.page, files.length);
    await console.page.locator('.textLayer', { hasText: 'Harmless' }).waitFor();
    await expect.poll(() => largestRenderer()).toBeLessThan(before + 300);
    await expect.poll(() => console.page.workers().length).toBe(2);
    expect(console.complaints).toEqual([]);
  },
  120_000,
);

test('leaving a PDF while it is drawn ends its workers', async () => {
  await chooseMedium(console.page, 0);
  await expect.poll(() => console.page.workers().length).toBe(2);
  await console.page.getByRole('navigation', { name: 'Pages' }).getByText('Calls').click();
  await expect.poll(() => console.page.workers().length).toBe(0);
});
