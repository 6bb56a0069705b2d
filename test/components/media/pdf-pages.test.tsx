import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { openCase, serveMedia } from '../main.ts';
import { chooseFile, drawnPage, found, pageOf } from '../media-view.ts';
import { press, showData } from '../window.tsx';

const field = page.getByRole('textbox', { name: /^Page, 1 to 60/ });
const search = page.getByRole('textbox', { name: 'Search this PDF' });
const status = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible();
const isAt = (number: number) => expect.element(field).toHaveValue(String(number));
const area = () =>
  document.querySelector<HTMLElement>('main article [role="region"][tabindex="0"]') as HTMLElement;
const layerOf = (number: number) => found(`${pageOf(number)} .textLayer span`);
const drawn = () =>
  [...document.querySelectorAll(drawnPage)].map((canvas) =>
    Number(canvas.closest('.page')?.getAttribute('data-page-number')),
  );
const marked = () =>
  [...document.querySelectorAll('.textLayer .highlight.selected')].map(({ textContent }) => textContent);

/** A case with one PDF of 60 pages, at one of them; every twentieth page names a passport of Anna, from the fifth on. */
async function openPages(at = 1): Promise<void> {
  await openCase('media', await serveMedia([{ file: '60 pages', type: 'REPORT' }]), { view: 'media' });
  await showData();
  await chooseFile(0);
  await layerOf(1);
  if (at > 1) {
    await field.fill(String(at));
    await press('Enter');
    await layerOf(at);
  }
}

test('pages are gone to by number, by keys and buttons, drawn as they come into view, and only a few are kept', async () => {
  await openPages();
  await expect.element(page.getByRole('group', { name: 'Page 2 of 60', exact: true })).toBeInTheDocument();
  await press('Shift+G');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('60{Enter}');
  await layerOf(60);
  await isAt(60);
  area().focus();
  await press('Home');
  await isAt(1);
  await press('PageDown');
  await isAt(2);
  await press('PageUp');
  await isAt(1);
  await page.getByRole('button', { name: 'Next page' }).click();
  await isAt(2);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await isAt(1);

  // At the first page again.
  await expect.poll(drawn).toContain(2);
  area().focus();
  for (let number = 3; number < 15; number += 1) {
    await press('PageDown');
    await expect.poll(drawn).toContain(number);
  }
  await expect.poll(drawn).not.toContain(1);
  expect(drawn().length).toBeLessThanOrEqual(16);
  expect(Number((field.element() as HTMLInputElement).value)).toBeGreaterThan(5);
});

test('pages are zoomed and rotated together, while what is in the middle stays, and have thumbnails in a folded column', async () => {
  await openPages(30);
  area().focus();
  await userEvent.keyboard('++');
  await isAt(30);
  await press('t');
  const canvas = () => document.querySelector<HTMLCanvasElement>(`${pageOf(30)}${drawnPage}`);
  await expect.poll(() => (canvas()?.height ?? 0) > (canvas()?.width ?? 0)).toBe(true);
  await isAt(30);
  // The text lies on its picture: it runs downwards, within the page.
  const words = (await layerOf(30)).getBoundingClientRect();
  expect(words.height).toBeGreaterThan(words.width * 2);
  expect(words.x).toBeGreaterThan((await found(pageOf(30))).getBoundingClientRect().x);

  // A key zooms around the middle, the wheel with Ctrl at the pointer.
  const sheet = await found(pageOf(30));
  const { x, y, width, height } = area().getBoundingClientRect();
  const zooms = async (act: () => unknown, clientY: number) => {
    const place = () => (clientY - sheet.getBoundingClientRect().top) / sheet.offsetHeight;
    const [held, size] = [place(), sheet.offsetHeight];
    await act();
    await expect.poll(() => sheet.offsetHeight).toBeGreaterThan(size);
    expect(Math.abs(place() - held)).toBeLessThan(0.02);
  };
  await zooms(() => userEvent.keyboard('+'), y + height / 2);
  const pointer = { clientX: x + width / 2, clientY: y + height / 4 };
  const wheel = { ...pointer, ctrlKey: true, deltaY: -200, bubbles: true, cancelable: true };
  await zooms(() => area().dispatchEvent(new WheelEvent('wheel', wheel)), pointer.clientY);

  const list = page.getByRole('list', { name: 'Pages' });
  const thumbnail = (number: number) => list.getByRole('button', { name: `Page ${number}`, exact: true });
  expect(list.query()).toBeNull();
  await press('c');
  await expect.element(thumbnail(30)).toBeVisible();
  await expect.poll(() => list.element().querySelectorAll('canvas').length).toBeGreaterThan(2);
  expect(list.getByRole('button').elements().length).toBeLessThan(20);
  (thumbnail(30).element() as HTMLElement).focus();
  await press('ArrowDown');
  await isAt(31);
  await expect.element(thumbnail(31)).toHaveFocus();
  await expectAccessible();
  await press('c');
  await expect.element(list).not.toBeInTheDocument();
});

test('all pages are searched, and matches are marked and gone to by keyboard', async () => {
  await openPages();
  area().focus();
  await press('Control+f');
  await search.fill('PASSPORT of anna');
  await status('1 of 3');
  await layerOf(5);
  await expect.poll(marked).toEqual(['passport of Anna']);
  await expectAccessible();
  await press('Enter');
  await status('2 of 3');
  await isAt(25);
  await expect.poll(marked).toEqual(['passport of Anna']);
  await press('Shift+Enter');
  await press('Shift+Enter');
  await status('3 of 3');
  await isAt(45);
  await search.fill('nothing of that kind');
  await status('Not found');
  await search.fill('sheet');
  await status('45 of 60');
  await press('Escape');
  await expect.element(search).not.toBeInTheDocument();
  expect(marked()).toEqual([]);
  await expect.poll(() => document.activeElement).toBe(area());
});

test('the text lies where it is drawn, is selected and copied, and the clipboard is cleared later', async () => {
  await openPages(5);
  const words = await layerOf(5);
  const canvas = await found<HTMLCanvasElement>(`${pageOf(5)}${drawnPage}`);
  const { width, height } = canvas;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(canvas, 0, 0);
  const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const dark = Array.from({ length: width * height }, (_, at) => at).filter(
    (at) => (data[at * 4] ?? 255) < 100,
  );
  expect(dark.length).toBeGreaterThan(100);
  const shown = canvas.getBoundingClientRect();
  const box = words.getBoundingClientRect();
  const scale = shown.width / width;
  const outside = dark.filter((at) => {
    const x = shown.left + (at % width) * scale;
    const y = shown.top + Math.floor(at / width) * scale;
    return x < box.left - 2 || x > box.right + 2 || y < box.top - 2 || y > box.bottom + 2;
  });
  expect(outside).toEqual([]);
  // The transparent text is within the page.
  expect(box.left).toBeGreaterThan(shown.left + 10);
  expect(box.right).toBeLessThan(shown.right);

  await userEvent.tripleClick(words);
  await expect.poll(() => getSelection()?.toString().trim()).toBe('Sheet 5, a passport of Anna');
  await press('Control+c');
  await expect.element(page.getByText('The clipboard is cleared in 60 seconds').first()).toBeInTheDocument();
  await press('Control+f');
  await search.fill('');
  await press('Control+v');
  await expect.element(search).toHaveValue('Sheet 5, a passport of Anna');
});

test('the first page is the thumbnail of a PDF in the strip, and a locked one has none', async () => {
  await openCase('media', await serveMedia([{ file: 'one page' }, { file: 'locked PDF' }]), {
    view: 'media',
  });
  await showData();
  const strip = page.getByRole('navigation', { name: 'Thumbnails' });
  await found('nav[aria-label=Thumbnails] canvas[data-thumbnail]');
  await chooseFile(1);
  await expect.element(page.getByText('This PDF is protected by a password', { exact: true })).toBeVisible();
  expect(strip.getByRole('listitem').nth(1).element().querySelector('canvas')).toBeNull();
});
