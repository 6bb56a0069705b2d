import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MrzReader } from '../../../../../main/features/media/mrz/mrz-reader.ts';
import { straighten } from '../../../../../main/features/media/mrz/straighten.ts';
import { type Corners, inverse, projectionOnto } from '../../../../../preload/shared/perspective.ts';
import { type Damage, damages, mrzPictures } from '../../../../specimens/mrz-pictures.ts';
import { launchBrowser } from '../../../../support/browser.ts';
import { fullTests, tried } from '../../../../support/full-tests.ts';
import { expectedReading, greyPicture } from '../../../../support/mrz-specimens.ts';

let browser: Browser;
let pages: [drawing: Page, decoding: Page];
const reader = new MrzReader();

beforeAll(async () => {
  browser = await launchBrowser();
  pages = [await browser.newPage(), await browser.newPage()];
});

afterAll(async () => {
  await reader.close();
  await browser.close();
});

test('zones in specimens that are turned, blurred, dark or cropped are read, none of them wrongly, and nothing is read of those cut off', async () => {
  const read = new Map<Damage, number>();
  const count = fullTests ? 240 : damages.length;
  for await (const { damage, lines, jpeg } of mrzPictures(pages[0], count)) {
    const reading = await reader.read(await greyPicture(pages[1], jpeg));
    if (reading) {
      expect(expectedReading(lines)).toMatchObject(reading);
      read.set(damage, (read.get(damage) ?? 0) + 1);
    }
  }
  const each = count / damages.length;
  expect(read.get('cut')).toBeUndefined();
  for (const damage of damages.filter((one) => one !== 'cut')) {
    expect([damage, (read.get(damage) ?? 0) / each]).toEqual([damage, 1]);
  }
}, 1_200_000);

test.each(tried(['number', 'birth', 'expiry', 'last'] as const, 1))(
  'a zone in which the check digit is wrong says nothing: %s',
  async (field) => {
    const { jpeg } = await specimen(([first = '', second = '']) => [first, wrongAt(second, places[field])]);
    expect(await reader.read(await greyPicture(pages[1], jpeg))).toBeUndefined();
  },
);

test('noise and an empty picture say nothing', async () => {
  const size = { width: 1200, height: 800 };
  const length = size.width * size.height;
  expect(await reader.read({ ...size, grey: new Uint8Array(length).fill(255) })).toBeUndefined();
  let state = 1;
  const noise = Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  });
  expect(await reader.read({ ...size, grey: noise })).toBeUndefined();
});

// Each reads a picture several times.
if (fullTests) {
  test('a picture that stands on its head or on its side is read', async () => {
    const { lines, jpeg } = await specimen();
    const picture = await greyPicture(pages[1], jpeg);
    const { width, height, grey } = picture;
    const side = new Uint8Array(grey.length);
    for (const [at, value] of grey.entries()) {
      side[(at % width) * height + (height - 1 - Math.floor(at / width))] = value;
    }
    const { number, birth, expiry } = expectedReading(lines);
    const head = { width, height, grey: grey.toReversed() };
    expect(await reader.read(head)).toMatchObject({ number, birth, expiry });
    expect(await reader.read({ width: height, height: width, grey: side })).toMatchObject({
      number,
      birth,
      expiry,
    });
  });

  test('a picture taken at a steep angle is read between the corners that a user places', async () => {
    const { lines, jpeg } = await specimen();
    const picture = await greyPicture(pages[1], jpeg);
    const around: Corners = [
      { x: 0, y: 0 },
      { x: 1, y: -0.2 },
      { x: 1, y: 1.2 },
      { x: 0, y: 1 },
    ];
    const steep = straighten(picture, around);
    const matrix = projectionOnto(around);
    if (!steep || !matrix) {
      throw new Error('These corners enclose no picture.');
    }
    const [a, b, c, d, e, f, g, h, i] = inverse(matrix);
    const cornerAt = (x: number, y: number) => {
      const scale = 1 / (g * x + h * y + i);
      return { x: (a * x + b * y + c) * scale, y: (d * x + e * y + f) * scale };
    };
    const corners: Corners = [cornerAt(0, 0), cornerAt(1, 0), cornerAt(1, 1), cornerAt(0, 1)];
    const copy = { ...steep, grey: steep.grey.slice() };
    expect(await reader.read(copy)).toBeUndefined();
    const { number, birth, expiry } = expectedReading(lines);
    expect(await reader.read(steep, { corners })).toMatchObject({ number, birth, expiry });
  });

  test('a passport squeezed to three quarters of its width says nothing: another number fits better, with right check digits', async () => {
    const { jpeg } = await specimen();
    const { width, height, grey } = await greyPicture(pages[1], jpeg);
    const squeezed = { width: Math.round(width * 0.75), height };
    const columns = Array.from({ length: squeezed.width }, (_, x) => Math.floor(((x + 0.5) * 4) / 3));
    const rows = Array.from({ length: height }, (_, y) => columns.map((x) => grey[y * width + x] ?? 0));
    expect(await reader.read({ ...squeezed, grey: Uint8Array.from(rows.flat()) })).toBeUndefined();
  });

  test('a picture that takes longer than the limit says nothing, and the next one is read', async () => {
    const impatient = new MrzReader({ timeoutMs: 1 });
    const { jpeg } = await specimen();
    expect(await impatient.read(await greyPicture(pages[1], jpeg))).toBeUndefined();
    await impatient.close();
    expect(await reader.read(await greyPicture(pages[1], jpeg))).toBeDefined();
  });
}

const places = { number: 9, birth: 19, expiry: 27, last: 43 };

function wrongAt(line: string, place: number): string {
  return line.slice(0, place) + ((Number(line[place]) + 1) % 10) + line.slice(place + 1);
}

/** Draws one passport as it is, with its own lines or changed ones. */
async function specimen(change?: (lines: string[]) => string[]) {
  for await (const picture of mrzPictures(pages[0], 1, { change })) {
    return picture;
  }
  throw new Error('No specimen was drawn.');
}
