import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainPdf } from '../hostile/media-pdfs.ts';
import { listen } from '../support/listen.ts';
import { type MediaService, startMediaService } from '../support/media-service.ts';
import { chooseMedium, openMediaOf } from '../support/media-window.ts';
import { activePage, lockedPdf } from '../support/pdf-samples.ts';
import { expectAccessible } from './access.ts';
import type { RunningConsole } from './console.ts';
import { picture } from './picture.ts';

const pages = Array.from(
  { length: 60 },
  (_, index) => `Sheet ${index + 1}${index % 20 === 4 ? ', a passport of Anna' : ''}`,
);
let asked = 0;
const elsewhere = createServer((_request, response) => {
  asked += 1;
  response.end();
});

let service: MediaService;
let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  const address = `http://127.0.0.1:${await listen(elsewhere)}`;
  service = await startMediaService(
    [plainPdf(pages), activePage(address), lockedPdf].map((bytes, index) => ({
      id: `pdf-${index}`,
      contentType: 'application/pdf',
      bytes,
    })),
  );
  console = await openMediaOf(service);
  ({ page } = console);
  await page.getByRole('button', { name: 'Show files' }).click();
  await page.locator('[data-page-text="1"]', { hasText: 'Sheet 1' }).waitFor();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
  elsewhere.close();
});

const field = () => page.getByRole('textbox', { name: /^Page, 1 to 60/ });
const area = () => page.locator('main article section[tabindex="0"]');
const drawn = () =>
  page
    .locator('[data-page] canvas[data-drawn="true"]')
    .evaluateAll((all) =>
      all.map((canvas) => Number(canvas.closest('[data-page]')?.getAttribute('data-page'))),
    );
const marked = (name: string) =>
  page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map((range) => range.toString()), name);

describe('the pages of a PDF', () => {
  test('are drawn as they come into view, and only a few are kept', async () => {
    await expect.poll(drawn).toContain(2);
    for (let turn = 0; turn < 12; turn += 1) {
      await area().evaluate((element) => element.scrollBy(0, element.clientHeight * 0.8));
      await expect.poll(async () => (await drawn()).length).toBeGreaterThan(0);
    }
    const now = await drawn();
    expect(now).not.toContain(1);
    expect(now.length).toBeLessThanOrEqual(16);
    expect(Number(await field().inputValue())).toBeGreaterThan(5);
  });

  test('are gone to by number, by keys and from one to the next', async () => {
    await page.keyboard.press('Shift+G');
    await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await page.locator('[data-page-text="60"]', { hasText: 'Sheet 60' }).waitFor();
    await expect.poll(() => field().inputValue()).toBe('60');
    await area().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => field().inputValue()).toBe('1');
    await page.keyboard.press('PageDown');
    await expect.poll(() => field().inputValue()).toBe('2');
    await page.keyboard.press('PageUp');
    await expect.poll(() => field().inputValue()).toBe('1');
  });

  test('are zoomed and rotated together, and what is in the middle stays', async () => {
    await field().fill('30');
    await field().press('Enter');
    await page.locator('[data-page-text="30"]').waitFor();
    await area().focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(() => field().inputValue()).toBe('30');
    await page.keyboard.press('t');
    await expect
      .poll(() =>
        page
          .locator('[data-page="30"] canvas[data-drawn="true"]')
          .evaluate((canvas) => (canvas as HTMLCanvasElement).height > (canvas as HTMLCanvasElement).width),
      )
      .toBe(true);
    await expect.poll(() => field().inputValue()).toBe('30');
    const [text, box] = await Promise.all(
      ['[data-page-text="30"] > span', '[data-page="30"]'].map((one) =>
        page.locator(one).first().boundingBox(),
      ),
    );
    // The text lies on its picture: it runs downwards, within the page.
    expect(text?.height).toBeGreaterThan((text?.width ?? 0) * 2);
    expect(text?.x).toBeGreaterThan(box?.x ?? 0);
    await page.keyboard.press('Shift+T');
    await page.keyboard.press('d');
  });

  test('have thumbnails in a column that is folded, drawn as they come into view', async () => {
    const list = page.getByRole('list', { name: 'Pages' });
    expect(await list.count()).toBe(0);
    await page.keyboard.press('c');
    await list.getByRole('button', { name: 'Page 30', exact: true }).waitFor();
    await page.locator('[data-page-thumbnail="true"]').nth(2).waitFor();
    expect(await list.getByRole('button').count()).toBeLessThan(20);
    await list.getByRole('button', { name: 'Page 30', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => field().inputValue()).toBe('31');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Page 31');
    await expectAccessible(page);
    await picture(page, 'pdf-thumbnails');
    await page.keyboard.press('c');
    await expect.poll(() => list.count()).toBe(0);
  });
});

describe('the text of a PDF', () => {
  test('is searched on all pages, with matches marked and gone to by keyboard', async () => {
    await field().fill('1');
    await field().press('Enter');
    await area().focus();
    await page.keyboard.press('Control+f');
    const search = page.getByRole('textbox', { name: 'Search this PDF' });
    await search.fill('PASSPORT of anna');
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await page.locator('[data-page-text="5"]').waitFor();
    await expect.poll(() => marked('pdf-current-match')).toEqual(['passport of Anna']);
    await expectAccessible(page);
    await picture(page, 'pdf-search');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 3', { exact: true }).waitFor();
    await expect.poll(() => field().inputValue()).toBe('25');
    await expect.poll(() => marked('pdf-current-match')).toEqual(['passport of Anna']);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await page.getByText('3 of 3', { exact: true }).waitFor();
    await expect.poll(() => field().inputValue()).toBe('45');
    await search.fill('nothing of that kind');
    await page.getByText('Not found', { exact: true }).waitFor();
    await search.fill('sheet');
    await page.getByText('45 of 60', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await search.count()).toBe(0);
    expect(await marked('pdf-current-match')).toEqual([]);
    await expect.poll(() => area().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('is selected and copied, and taken out of the clipboard later', async () => {
    await field().fill('5');
    await field().press('Enter');
    const text = page.locator('[data-page-text="5"] > span').first();
    await text.waitFor();
    const box = await text.boundingBox();
    if (!box) {
      throw new Error('The text is not on the screen.');
    }
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(pages[4]);
    // The transparent text is as long as the drawn one.
    const canvas = await page.locator('[data-page="5"] canvas').boundingBox();
    expect(box.x).toBeGreaterThan((canvas?.x ?? 0) + 10);
    expect(box.x + box.width).toBeLessThan((canvas?.x ?? 0) + (canvas?.width ?? 0));
    await page.keyboard.press('Control+c');
    await page.getByText('The clipboard is cleared in 60 seconds').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Control+f');
    const search = page.getByRole('textbox', { name: 'Search this PDF' });
    await search.fill('');
    await page.keyboard.press('Control+v');
    await expect.poll(() => search.inputValue()).toBe(pages[4]);
    await page.keyboard.press('Escape');
  });

  test('lies where it is drawn', async () => {
    await field().fill('5');
    await field().press('Enter');
    await page.locator('[data-page-text="5"] > span').first().waitFor();
    await page.locator('[data-page="5"] canvas[data-drawn="true"]').waitFor();
    // The darkest column and row of the drawn page are inside the boxes of its text.
    const isInside = await page.evaluate(() => {
      const sheet = document.querySelector('[data-page="5"]');
      const canvas = sheet?.querySelector('canvas');
      const box = sheet?.querySelector('[data-page-text] > span')?.getBoundingClientRect();
      if (!canvas || !box) {
        return undefined;
      }
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d');
      context?.drawImage(canvas, 0, 0);
      const { data } = context?.getImageData(0, 0, copy.width, copy.height) ?? { data: [] };
      const shown = canvas.getBoundingClientRect();
      const scale = shown.width / canvas.width;
      const dark = Array.from({ length: copy.width * copy.height }, (_, at) => at).filter(
        (at) => (data[at * 4] ?? 255) < 100,
      );
      return {
        count: dark.length,
        outside: dark.filter((at) => {
          const x = shown.left + (at % copy.width) * scale;
          const y = shown.top + Math.floor(at / copy.width) * scale;
          return x < box.left - 2 || x > box.right + 2 || y < box.top - 2 || y > box.bottom + 2;
        }).length,
      };
    });
    expect(isInside?.count).toBeGreaterThan(100);
    expect(isInside?.outside).toBe(0);
  });
});

test('the first page is its thumbnail in the strip, and a locked file has none', async () => {
  const strip = page.getByRole('navigation', { name: 'Thumbnails' });
  await expect.poll(() => strip.locator('canvas[data-thumbnail]').count()).toBe(2);
  await expect.poll(() => page.workers().length).toBe(2);
  expect(await strip.getByRole('listitem').nth(2).locator('canvas').count()).toBe(0);
});

test('scripts, links, forms and programs named in a file do nothing', async () => {
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  const before = page.url();
  await chooseMedium(page, 1);
  await page.locator('[data-page-text="1"]', { hasText: 'Active page' }).waitFor();
  // The button of the form is drawn as the file draws it, and is part of the picture.
  const colour = await page.locator('[data-page="1"] canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext('2d');
    context?.drawImage(canvas, 0, 0);
    return [...(context?.getImageData(canvas.width / 2, canvas.height * 0.6, 1, 1).data ?? [])].slice(0, 3);
  });
  expect(colour).toEqual([51, 153, 255]);
  await page.locator('[data-page="1"]').click({ position: { x: 20, y: 20 } });
  const box = await page.locator('[data-page="1"]').boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) * 0.6);
  expect(await page.locator('[data-page="1"] :is(a, input, button, iframe, form, script)').count()).toBe(0);
  expect(page.url()).toBe(before);
  expect(console.context.pages()).toHaveLength(1);
  expect({ dialogs, asked }).toEqual({ dialogs: 0, asked: 0 });
  expect(console.complaints).toEqual([]);
});
