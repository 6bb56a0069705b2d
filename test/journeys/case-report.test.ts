import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pngOf } from '../support/images.ts';
import { type MediaService, type ServedMedium, startMediaService } from '../support/media-service.ts';
import { mediaList, openMediaOf } from '../support/media-window.ts';
import { unzipped } from '../support/unzipped.ts';
import { expectAccessible } from './access.ts';
import { downloadedBytes, type RunningConsole } from './console.ts';

const jpeg = readFileSync(
  join(import.meta.dirname, '../../main/sandbox/assets/specimens/polish/passport-photo.jpg'),
);
const media: ServedMedium[] = [
  { id: 'whole', contentType: 'image/jpeg', bytes: jpeg },
  { id: 'page', contentType: 'image/jpeg', bytes: Buffer.from('<!doctype html><html></html>') },
  { id: 'cut', contentType: 'image/jpeg', bytes: jpeg.subarray(0, jpeg.length / 2) },
  { id: 'garbled', contentType: 'image/png', bytes: Buffer.from('\x89PNG\r\n\x1a\n garbled', 'latin1') },
  { id: 'report', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n') },
];

let service: MediaService;
let console: RunningConsole;
beforeAll(async () => {
  service = await startMediaService(media.map((medium) => ({ ...medium, type: 'FACE' })));
  console = await openMediaOf(service);
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

test('a file that is not what it claims to be is a finding before any file is shown, in head, files and report', async () => {
  const { page } = console;
  const text = 'Face is not what it claims to be: declared as image/jpeg, but is text/html';
  await page.getByRole('tab', { name: 'Result' }).click();
  await page.getByRole('button', { name: text }).waitFor();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByText('1 is not what it claims').waitFor();
  await page.getByText('Really text/html.').waitFor();
  const strip = page.getByRole('navigation', { name: 'Thumbnails' });
  await strip.getByRole('button', { name: '2, Face, not what it claims to be' }).waitFor();
  expect(service.ranges.filter((range) => range === 'bytes=0-4095')).toHaveLength(media.length);
  await page.getByRole('button', { name: 'Export the case or its files' }).click();
  const preview = page.getByRole('region', { name: 'Preview of the report' });
  await preview.getByRole('heading', { name: 'Needs review' }).waitFor();
  await preview.getByText(text).waitFor();
  await page.keyboard.press('Escape');
});

test('a report shows chosen pictures before it is saved, and names those it cannot have', async () => {
  const { page } = console;
  await page.getByRole('button', { name: 'Export the case or its files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the case' });
  const preview = dialog.getByRole('region', { name: 'Preview of the report' });
  await preview.getByText('A•••').waitFor();
  expect(await preview.getByRole('img').count()).toBe(0);
  await dialog.getByRole('switch', { name: 'Pictures in the report' }).click();
  await preview.getByRole('img', { name: 'Face' }).waitFor();
  expect(await preview.getByRole('img').count()).toBe(1);
  await preview
    .getByText(/left out: The file says image\/jpeg, but its content looks like text\/html/)
    .waitFor();
  await preview.getByText(/left out: It is incomplete: the file ends before the image does/).waitFor();
  expect(await preview.getByText(/is left out/).count()).toBe(3);
  const drawn = await preview.getByRole('img').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return new Set(pixels).size;
  });
  expect(drawn).toBeGreaterThan(50);
  await expectAccessible(page);
  if (process.env.ASSAY_SCREENSHOTS) {
    await page.screenshot({ path: join(process.env.ASSAY_SCREENSHOTS, 'case-report.png') });
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Report as PDF' }).click(),
  ]);
  const bytes = await downloadedBytes(download);
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  let text = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }
  expect(text).toContain('A•••');
  expect(text).not.toContain('Anna');
  expect(text).toContain('its content looks like text/html');
  expect(bytes.toString('latin1').match(/\/DCTDecode/g)).toHaveLength(1);
  await page.getByText(/Downloaded as case-report-/).waitFor();
  expect(console.complaints).toEqual([]);
});

test('the list of cases says the same', async () => {
  const { page } = console;
  await page.evaluate(() => {
    window.location.hash = '#/conversations';
  });
  const row = page.locator('[role=row][data-conversation]').first();
  await row.getByText('Face is not what it claims to be').first().waitFor();
  await row.getByText('Needs review').first().waitFor();
});

test('a report of another case with a file of the same id has that case’s picture', async () => {
  const { page } = console;
  service.others.set('another-conversation', [
    { id: 'whole', type: 'FACE', contentType: 'image/png', bytes: pngOf(300, 200) },
  ]);
  const reportOf = async (conversationId: string, files: number) => {
    await page.evaluate((id) => {
      window.location.hash = `#/conversations/${id}`;
    }, conversationId);
    await page.getByRole('tab', { name: 'Files' }).click();
    await expect.poll(() => mediaList(page).getByRole('listitem').count()).toBe(files);
    await page.getByRole('button', { name: 'Export the case or its files' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export the case' });
    await expect.poll(() => dialog.getByRole('checkbox', { name: /^\d/ }).count()).toBe(files);
    const pictures = dialog.getByRole('switch', { name: 'Pictures in the report' });
    if (!(await pictures.isChecked())) {
      await pictures.click();
    }
    const drawn = dialog.getByRole('img', { name: 'Face' });
    await drawn.waitFor();
    const width = await drawn.evaluate((canvas: HTMLCanvasElement) => canvas.width);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return width;
  };
  expect(await reportOf(service.conversationId, media.length)).not.toBe(300);
  expect(await reportOf('another-conversation', 1)).toBe(300);
});

test('a case of more files than fit into the window is exported, all of them or some', async () => {
  const { page } = console;
  const many = Array.from({ length: 600 }, (_, index) => ({
    id: `file-${index}`,
    type: 'FACE',
    contentType: 'text/plain',
    bytes: Buffer.from(`${index}`),
  }));
  service.others.set('case-of-many-files', many);
  await page.evaluate(() => {
    window.location.hash = '#/conversations/case-of-many-files';
  });
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByText('600 files').waitFor();
  await page.getByRole('button', { name: 'Export the case or its files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the case' });
  await dialog.getByText('540 more in the report').waitFor();
  // Only those in view are in the page.
  expect(await dialog.getByRole('checkbox', { name: /^\d/ }).count()).toBeLessThan(60);
  await dialog.getByRole('checkbox', { name: 'All 600 files' }).uncheck();
  await dialog.getByRole('button', { name: 'Files as ZIP' }).and(page.locator(':disabled')).waitFor();
  await dialog.getByRole('checkbox', { name: '1 Face', exact: true }).check();
  await dialog.getByRole('checkbox', { name: '2 Face', exact: true }).check();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Files as ZIP' }).click(),
  ]);
  const files = unzipped(await downloadedBytes(download));
  expect([...files.values()].map(String)).toEqual(['0', '1']);
});
