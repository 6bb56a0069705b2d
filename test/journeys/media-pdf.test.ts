import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainPdf } from '../hostile/media-pdfs.ts';
import { type MediaService, startMediaService } from '../support/media-service.ts';
import { chooseMedium, openMediaOf } from '../support/media-window.ts';
import {
  brokenImage,
  cjkPage,
  inkPage,
  japanesePage,
  lockedPdf,
  scannedPages,
} from '../support/pdf-samples.ts';
import { expectAccessible } from './access.ts';
import type { RunningConsole } from './console.ts';

const contentType = 'application/pdf';
/** Large enough to be read in parts: two pages, and an unused stream between them. */
const large = plainPdf(['First page', 'Last page'], 6_000_000);
const files: Record<string, Buffer> = {
  ...scannedPages,
  'a broken image': brokenImage,
  ink: inkPage,
  Japanese: japanesePage(),
  'a CJK font': cjkPage(),
  locked: lockedPdf,
  'bytes before the header': Buffer.concat([
    Buffer.from('\r\n\0junk\r\n'.repeat(40)),
    plainPdf(['Shifted page']),
  ]),
  damaged: Buffer.from('%PDF-1.7\nnothing of a PDF'),
  'large, in parts': large,
  'large, as a whole': large,
  'too large as a whole': plainPdf(['Too large'], 70_000_000),
  'claims parts and sends none': large,
};
const names = Object.keys(files);

let service: MediaService;
let console: RunningConsole;
beforeAll(async () => {
  service = await startMediaService(
    names.map((id) => ({
      id,
      contentType,
      bytes: files[id] ?? Buffer.alloc(0),
      sendsParts: id.startsWith('claims') ? 'claimed' : !id.includes('as a whole'),
    })),
  );
  console = await openMediaOf(service);
  await console.page.getByRole('button', { name: 'Show files' }).click();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

const choose = (name: string) => chooseMedium(console.page, names.indexOf(name));
const drawn = () => console.page.locator('main canvas[data-drawn="true"]').waitFor();
const text = (words: string) => console.page.locator('[data-page-text]', { hasText: words }).waitFor();

/** The colour of a point of the drawn page; its position is given as fractions of width and height. */
function colourAt(x: number, y: number): Promise<number[]> {
  return console.page.evaluate(
    ([across, down]) => {
      const page = document.querySelector('main canvas') as HTMLCanvasElement;
      const copy = new OffscreenCanvas(page.width, page.height);
      const context = copy.getContext('2d');
      context?.drawImage(page, 0, 0);
      const at = [Math.floor(page.width * (across ?? 0)), Math.floor(page.height * (down ?? 0))] as const;
      return [...(context?.getImageData(...at, 1, 1).data ?? [])];
    },
    [x, y],
  );
}

describe('files from scanners and office programs are drawn', () => {
  test.each(Object.keys(scannedPages))('a page that is one %s image', async (name) => {
    await choose(name);
    await drawn();
    expect((await colourAt(0.25, 0.5))[0]).toBeLessThan(40);
    expect((await colourAt(0.75, 0.5))[0]).toBeGreaterThan(215);
    expect(await console.page.getByText('could not be drawn').count()).toBe(0);
  });

  test('CMYK by a colour profile', async () => {
    await choose('ink');
    await drawn();
    const [red = 0, green = 0, blue = 0] = await colourAt(0.5, 0.5);
    // The file contains magenta; without the profile the conversion would give another colour.
    expect([red, green, blue]).not.toEqual([255, 0, 255]);
    expect(red).toBeGreaterThan(green + 80);
  });

  test('characters of a CJK font that is in the file, stroke by stroke', async () => {
    await choose('a CJK font');
    await text('日目田');
    // The page is 400 by 300; each character 100 wide from 50 on, on the line at 100.
    const at = (character: number, x: number, y: number) =>
      colourAt((50 + 100 * character + x / 10) / 400, (200 - y / 10) / 300).then(([red = 0]) => red < 128);
    // The frame, the bars inside it, and what is between them.
    expect(await Promise.all([at(0, 150, 400), at(0, 500, 400), at(0, 500, 220), at(0, 500, 580)])).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await Promise.all([at(1, 500, 280), at(1, 500, 520), at(1, 500, 400), at(1, 500, 160)])).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await Promise.all([at(2, 500, 200), at(2, 300, 400), at(2, 300, 200), at(2, 700, 600)])).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('Japanese by a predefined character map', async () => {
    await choose('Japanese');
    await text('日本');
    const points = await Promise.all(
      Array.from({ length: 40 }, (_, index) => colourAt(0.05 + index * 0.01, 0.6)),
    );
    expect(points.some(([red = 255]) => red < 100)).toBe(true);
  });
});

test('an image that cannot be drawn is reported', async () => {
  await choose('a broken image');
  await drawn();
  await console.page.getByText('1 image on this page could not be drawn.').waitFor();
  await expectAccessible(console.page);
});

test('a protected file asks for its password, reports a wrong one, and opens', async () => {
  const { page } = console;
  await choose('locked');
  await page.getByText('This PDF is protected by a password').waitFor();
  await expectAccessible(page);
  await page.getByLabel('File password').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('Wrong password').waitFor();
  await page.getByLabel('File password').fill('letmein');
  await page.keyboard.press('Enter');
  await text('Locked page');
});

test('bytes before the header are ignored', async () => {
  await choose('bytes before the header');
  await text('Shifted page');
});

test('a damaged file is reported as damaged', async () => {
  await choose('damaged');
  await console.page.getByText('This PDF is damaged').waitFor();
  await expectAccessible(console.page);
});

describe('a large file', () => {
  test('is fetched in the parts that its pages need', async () => {
    service.ranges.length = 0;
    service.sent = 0;
    await choose('large, in parts');
    await text('First page');
    await console.page.getByRole('button', { name: /^Next page/ }).click();
    await text('Last page');
    expect(service.ranges.filter((range) => range !== '').length).toBeGreaterThan(1);
    const parts = service.ranges
      .map((range) => /bytes=(\d+)-(\d+)/.exec(range))
      .filter((part) => part !== null);
    const asked = parts.reduce((sum, [, first, last]) => sum + Number(last) - Number(first) + 1, 0);
    expect(asked).toBeLessThan(large.length / 2);
  });

  test('is read whole if the service sends no parts', async () => {
    await choose('large, as a whole');
    await text('First page');
  });

  test('is read whole if the service wrongly claims to send parts', async () => {
    await choose('claims parts and sends none');
    await text('First page');
  });

  test('is read in parts from what has passed if it is too large to be read whole', async () => {
    service.ranges.length = 0;
    await choose('too large as a whole');
    await text('Too large');
    expect(service.ranges.length).toBeLessThanOrEqual(2);
  });
});

test('causes no errors on the page', () => {
  expect(console.complaints).toEqual([]);
});
