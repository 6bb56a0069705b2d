import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { mediaRequests } from '../main.ts';
import { chooseFile, found, pageOf } from '../media-view.ts';
import { drawn, openPdf, text } from '../pdf-view.ts';
import { coloursIn } from '../pixels.ts';
import { press, showData } from '../window.tsx';

let announced: () => string;

async function look(...asked: Parameters<typeof openPdf>): Promise<string> {
  const id = await openPdf(...asked);
  announced = announcements();
  await showData();
  await chooseFile(0);
  return id;
}

const isDark = ([red = 255]: number[]) => red < 128;

test.each(inject('fullTests') ? ['JBIG2', 'JPEG 2000', 'CCITT'] : ['JBIG2'])(
  'a page that is one %s image is drawn',
  async (file) => {
    await look(file);
    const [left = [], right = []] = coloursIn(await drawn(), [
      [0.25, 0.5],
      [0.75, 0.5],
    ]);
    expect(left[0]).toBeLessThan(40);
    expect(right[0]).toBeGreaterThan(215);
    expect(page.getByText('could not be drawn').query()).toBeNull();
  },
);

test('characters of a CJK font that is in the file are drawn, stroke by stroke', async () => {
  await look('CJK font');
  await text('日目田');
  const canvas = await drawn();
  // The page is 400 by 300; each character 100 wide from 50 on, on the line at 100.
  const strokes = (character: number, points: [number, number][]) =>
    coloursIn(
      canvas,
      points.map(([x, y]) => [(50 + 100 * character + x / 10) / 400, (200 - y / 10) / 300] as const),
    ).map(isDark);
  // The frame, the bars inside it, and what is between them.
  const expected = [true, true, false, false];
  expect(
    strokes(0, [
      [150, 400],
      [500, 400],
      [500, 220],
      [500, 580],
    ]),
  ).toEqual(expected);
  expect(
    strokes(1, [
      [500, 280],
      [500, 520],
      [500, 400],
      [500, 160],
    ]),
  ).toEqual(expected);
  expect(
    strokes(2, [
      [500, 200],
      [300, 400],
      [300, 200],
      [700, 600],
    ]),
  ).toEqual(expected);
});

test('an image that cannot be drawn is reported', async () => {
  await look('broken image');
  await drawn();
  await expect.element(page.getByText('1 image on this page could not be drawn.')).toBeVisible();
  await expectAccessible();
});

test('a protected file asks for its password, reports a wrong one, and opens', async () => {
  await look('locked PDF');
  await expect.element(page.getByText('This PDF is protected by a password', { exact: true })).toBeVisible();
  await expectAccessible();
  const password = page.getByLabelText('File password');
  await password.fill('wrong');
  await press('Enter');
  await expect.element(page.getByText('Wrong password')).toBeVisible();
  await password.fill('letmein');
  await press('Enter');
  await text('Locked page');
});

test.each(inject('fullTests') ? ['damaged PDF', 'PDF without its first page'] : ['damaged PDF'])(
  'a %s is reported as damaged, once',
  async (file) => {
    await look(file);
    await expect.element(page.getByText('This PDF is damaged', { exact: true })).toBeVisible();
    let all = '';
    const hear = () => {
      all += announced();
      return all;
    };
    await expect.poll(hear).toContain('This PDF is damaged');
    // Announced after all that the page says.
    const before = all;
    await press('F8');
    await expect.poll(hear).not.toBe(before);
    expect(all.split('This PDF is damaged')).toHaveLength(2);
    await expectAccessible();
  },
);

test('a page that cannot be read is reported, and the others are shown', async () => {
  await look('PDF without its second page');
  await found(`${pageOf(1)} .textLayer span`);
  await expect.element(page.getByText('Page 2 is damaged', { exact: true })).toBeVisible();
});

test('a large file is fetched in the parts that its pages need, and the page one goes to and the zoom are announced', async () => {
  const id = await look('large PDF');
  await text('First page');
  await page.getByRole('button', { name: /^Next page/ }).click();
  await text('Last page');
  await expectSaid(announced, /Page 2 of 2/);
  const parts = (await mediaRequests(id))
    .map(({ range }) => /bytes=(\d+)-(\d+)/.exec(range))
    .filter((part) => part !== null);
  expect(parts.length).toBeGreaterThan(1);
  const asked = parts.reduce((sum, [, first, last]) => sum + Number(last) - Number(first) + 1, 0);
  expect(asked).toBeLessThan(3_000_000);

  const reached = () => page.getByText(/^\d+ %$/).element().textContent ?? '';
  const before = reached();
  await page.getByRole('button', { name: /^Zoom in/ }).click();
  await expect.poll(reached).not.toBe(before);
  await expectSaid(announced, new RegExp(reached()));
});

test.each([
  ['sends no parts', false],
  ['wrongly claims to send parts', 'claimed'],
] as const)('a large file is read whole if the service %s', async (_how, sendsParts) => {
  await look('large PDF', { sendsParts });
  await text('First page');
});

test('a stream that becomes more than a file may take of memory is reported', async () => {
  await look('PDF deflated twice');
  await expect.element(page.getByText(/(takes too long to draw|needs too much memory)$/)).toBeVisible();
});
