import { expect, inject, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openCase, serveMedia } from '../main.ts';
import { chooseFile, found, imageOf } from '../media-view.ts';
import { coloursIn, coloursOf, namesOf } from '../pixels.ts';
import { press, showData } from '../window.tsx';

/** The colours of the corners, from the upper left one in reading order, for each value of the Exif tag (Exif 2.32, 4.6.4). */
const expected: Record<number, string> = {
  1: 'red green blue white',
  2: 'green red white blue',
  3: 'white blue green red',
  4: 'blue white red green',
  5: 'red blue green white',
  6: 'blue red white green',
  7: 'white green blue red',
  8: 'green white red blue',
};
const corners = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => [x, y] as const));

/** 240 by 120 pixels in four colours, as base64. */
function paintedJpeg(): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 240, height: 120 });
  const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
  for (const [index, colour] of ['#f00', '#0f0', '#00f', '#fff'].entries()) {
    drawing.fillStyle = colour;
    drawing.fillRect((index % 2) * 120, Math.floor(index / 2) * 60, 120, 60);
  }
  return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
}

/** Opens a case with one photograph of that orientation, and returns its picture. */
async function openPhoto(orientation: number): Promise<HTMLImageElement> {
  const photo = { id: 'photo', jpeg: paintedJpeg(), orientation, type: 'DOCUMENT' };
  await openCase('media', await serveMedia([photo]), { view: 'media' });
  await showData();
  await chooseFile(0);
  return imageOf('photo');
}

const names = async (shown: Element) => namesOf(await coloursOf(shown, corners));

test('photographs are turned by each Exif orientation: in the viewer, under the loupe and as a thumbnail', async () => {
  const jpeg = paintedJpeg();
  // One that turns and one that mirrors as well, or all.
  const orientations = inject('fullTests') ? Object.keys(expected).map(Number) : [3, 5];
  const photos = orientations.map((orientation) => ({
    id: `photo ${orientation}`,
    jpeg,
    orientation,
    type: 'DOCUMENT',
  }));
  await openCase('media', await serveMedia(photos), { view: 'media' });
  await showData();
  for (const [index, orientation] of orientations.entries()) {
    await chooseFile(index);
    const image = await imageOf(`photo ${orientation}`);
    const isTall = orientation >= 5;
    const said = `orientation ${orientation}`;
    expect(image.naturalHeight > image.naturalWidth, said).toBe(isTall);
    const size = page
      .elementLocator(image.closest('article') as Element)
      .getByText(isTall ? '120 × 240' : '240 × 120');
    await expect.element(size.first()).toBeVisible();
    await expect.poll(() => names(image), { message: said }).toBe(expected[orientation]);
    const thumbnail = await found<HTMLCanvasElement>('nav[aria-label=Thumbnails] [data-shown=true] canvas');
    expect(namesOf(coloursIn(thumbnail, corners)), said).toBe(expected[orientation]);
    // The loupe is at the middle of the area, where the four colours meet.
    await press('l');
    const loupe = await found('main article canvas[aria-hidden]');
    const inner = [0.35, 0.65].flatMap((y) => [0.35, 0.65].map((x) => [x, y] as const));
    await expect
      .poll(async () => namesOf(await coloursOf(loupe, inner)), { message: said })
      .toBe(expected[orientation]);
    await press('l');
    await expect.poll(() => loupe.isConnected).toBe(false);
  }
});

test('a picture that was turned by its Exif orientation is turned and mirrored further by key', async () => {
  const image = await openPhoto(6);
  await expect.poll(() => names(image)).toBe(expected[6]);
  await press('t');
  await expect.poll(() => names(image)).toBe(expected[3]);
  await press('m');
  await expect.poll(() => names(image)).toBe(expected[4]);
});

test('pictures are blurred once the window has been without the focus for a minute', async () => {
  const image = await openPhoto(1);
  await expect.poll(() => names(image)).toBe(expected[1]);
  // A sharp picture has no mixture where red meets green: each side is one colour up to the edge.
  const isMixed = async () => {
    const [left = [], right = []] = await coloursOf(image, [
      [0.47, 0.25],
      [0.53, 0.25],
    ]);
    return (left[1] ?? 0) > 50 && (right[0] ?? 0) > 50;
  };
  const { dataset } = document.documentElement;
  expect(await isMixed()).toBe(false);
  dataset.blurred = 'true';
  await expect.poll(isMixed).toBe(true);
  dataset.blurred = 'false';

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    window.dispatchEvent(new Event('blur'));
    vi.advanceTimersByTime(59_000);
    await new Promise(requestAnimationFrame);
    expect(dataset.blurred).toBe('false');
    vi.advanceTimersByTime(2_000);
    await expect.poll(() => dataset.blurred).toBe('true');
  } finally {
    vi.useRealTimers();
  }
  window.dispatchEvent(new Event('focus'));
  await expect.poll(() => dataset.blurred).toBe('false');
});
