import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { openCase, serveMedia } from '../main.ts';
import { press } from '../window.tsx';

const dialog = page.getByRole('dialog', { name: 'Export the case' });
const preview = dialog.getByRole('region', { name: 'Preview of the report' });
const pictures = dialog.getByRole('switch', { name: 'Pictures in the report' });
const mismatch = 'Face is not what it claims to be: declared as image/jpeg, but is text/html';
const isVisible = (one: ReturnType<typeof page.getByText>) => expect.element(one).toBeVisible();

async function openFive(): Promise<void> {
  const files = ['photo', 'web page', 'cut photo', 'garbled picture', 'damaged PDF'];
  await openCase('media', await serveMedia(files.map((file) => ({ file }))), { view: 'media' });
}

const openExport = () => page.getByRole('button', { name: 'Export the case or its files' }).click();

test('a file that is not what it claims to be is a finding in head, files and report, whose preview names the pictures it cannot have', async () => {
  await openFive();
  await isVisible(page.getByText('1 is not what it claims'));
  await isVisible(page.getByText('Really text/html.'));
  const strip = page.getByRole('navigation', { name: 'Thumbnails' });
  await expect
    .element(strip.getByRole('button', { name: '2, Face, not what it claims to be' }))
    .toBeInTheDocument();
  await openExport();
  await isVisible(preview.getByRole('heading', { name: mismatch }));
  await expect.element(preview.getByText(mismatch).first()).toBeInTheDocument();
  await expect.element(preview.getByText('A•••').first()).toBeInTheDocument();
  expect(preview.getByRole('img').elements()).toEqual([]);
  await pictures.click();
  await expect.element(preview.getByRole('img', { name: 'Face' })).toBeInTheDocument();
  for (const reason of [
    /left out: The file says image\/jpeg, but its content looks like text\/html/,
    /left out: It is incomplete: the file ends before the image does/,
  ]) {
    await expect.element(preview.getByText(reason)).toBeInTheDocument();
  }
  expect(preview.getByText(/is left out/).elements()).toHaveLength(4);
  expect(preview.getByRole('img').elements()).toHaveLength(1);
  const canvas = preview.getByRole('img').element() as HTMLCanvasElement;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  expect(new Set(pixels).size).toBeGreaterThan(50);
  await expectAccessible();
  await press('Escape');
  await page.getByRole('tab', { name: 'Result' }).click();
  await isVisible(page.getByRole('button', { name: mismatch }));
});

test('how an export of a case without files ended is said', async () => {
  await openCase('media', await serveMedia([]));
  await openExport();
  await dialog.getByRole('button', { name: 'Report as JSON' }).click();
  await isVisible(page.getByRole('status').getByText(/^Case report: /));
});

test('a report begins with the case in a box, and has thumbnails of videos and PDF files', async () => {
  const files = [{ file: 'video' }, { file: 'one page' }, { file: 'text' }];
  await openCase('media', await serveMedia(files), { view: 'media' });
  await openExport();
  const box = preview.getByRole('region', { name: 'Case' });
  await isVisible(box.getByRole('row', { name: /^Person A•••/ }));
  await isVisible(box.getByRole('row', { name: 'Decision None' }));
  await pictures.click();
  const shown = () =>
    [...preview.getByRole('img').elements(), ...preview.getByText(/is left out/).elements()].map(
      (one) => one.ariaLabel ?? one.textContent,
    );
  await expect.poll(shown).toEqual(['Face', 'Face']);
});

test('a video that takes too long to show is left out as such, not as damaged', async () => {
  const ended = new DOMException('Too long', 'TimeoutError');
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const late = new AbortController();
    queueMicrotask(() => late.abort(ended));
    return late.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await openCase('media', await serveMedia([{ file: 'video' }]), { view: 'media' });
  await openExport();
  await pictures.click();
  await expect
    .element(preview.getByText(/is left out: It took longer than 10 seconds to show\./))
    .toBeInTheDocument();
});

test('a report of another case with a file of the same id has that case’s picture', async () => {
  const serve = (file: string) => serveMedia([{ id: 'same', file }]);
  const [first, second] = await Promise.all([serve('picture'), serve('tall picture')]);
  const width = async () => {
    await openExport();
    if (!(pictures.element() as HTMLInputElement).checked) {
      await pictures.click();
    }
    await expect.element(preview.getByRole('img', { name: 'Face' })).toBeInTheDocument();
    return (preview.getByRole('img').element() as HTMLCanvasElement).width;
  };
  await openCase('media', first, { view: 'media' });
  expect(await width()).toBe(300);
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
  location.hash = `#/conversations/${second}/media`;
  await isVisible(page.getByRole('main').getByText(second).first());
  expect(await width()).toBe(200);
});
