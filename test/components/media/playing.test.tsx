import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { announcements, expectSaid } from '../live-regions.ts';
import { mediaRequests, openCase, serveMedia } from '../main.ts';
import { found, imageOf, openByNumber } from '../media-view.ts';
import { press, showData } from '../window.tsx';

const video = () => document.querySelector('video') as HTMLVideoElement;

/** Opens a case with that video or recording, which the keyboard is at. */
async function openPlayer(file: 'video' | 'recording') {
  const opened = await openCase('media', await serveMedia([{ file }]), { view: 'media' });
  await showData();
  await openByNumber(1);
  await found('video');
  await expect.poll(() => video().readyState).toBeGreaterThanOrEqual(2);
  video().focus();
  return opened;
}

/** The pixels of what is shown, small. */
function pixelsOf(source: HTMLVideoElement | HTMLCanvasElement): number[] {
  const context = new OffscreenCanvas(64, 48).getContext('2d', { willReadFrequently: true });
  context?.drawImage(source, 0, 0, 64, 48);
  return [...(context?.getImageData(0, 0, 64, 48).data ?? [])];
}

/** A number that says which frame is on the screen. */
const frame = () => pixelsOf(video()).reduce((sum, value, at) => (sum * 31 + value + at) % 1e9, 7);

/** Waits until the player rests: a step may seek more than once, and a key pressed meanwhile does nothing. */
async function atRest(): Promise<void> {
  let last = -1;
  const isAtRest = () => {
    const before = last;
    last = video().currentTime;
    return last === before && !video().seeking;
  };
  await expect.poll(isAtRest).toBe(true);
}

test('a video is moved frame by frame, both ways, and a frame is kept as a still in the other well', async () => {
  await page.viewport(1920, 1080);
  await openPlayer('video');
  const frames = [frame()];
  for (const key of ['.', '.', '.', '.', '.', ',', ',', ',']) {
    const before = frame();
    await press(key);
    await expect.poll(frame).not.toBe(before);
    await atRest();
    frames.push(frame());
    if (frames.length === 6) {
      expect(video().currentTime).toBeLessThan(0.5);
    }
  }
  // Forward through 0 to 5, back through 4, 3 and 2: the same frames as before.
  expect(new Set(frames.slice(0, 6)).size).toBe(6);
  expect(frames.slice(6)).toEqual([frames[4], frames[3], frames[2]]);

  // The still is the frame that was on the screen.
  const first = frame();
  await press('.');
  // The time is that of the next frame before that is on the screen.
  await expect.poll(frame).not.toBe(first);
  await atRest();
  const announced = announcements();
  await press('s');
  await expectSaid(announced, /Shown right: .* at \d/);
  const kept = pixelsOf(await found<HTMLCanvasElement>('canvas[data-still]'));
  const shown = pixelsOf(video());
  const difference = shown.reduce((sum, value, at) => sum + Math.abs(value - (kept[at] ?? 0)), 0);
  expect(difference / shown.length).toBeLessThan(2);
  expect(new Set(kept).size).toBeGreaterThan(50);
  await expectAccessible();
  await page.getByRole('button', { name: 'Close this view' }).click();
  await expect.poll(() => document.querySelector('canvas[data-still]')).toBeNull();

  // Space is typed in the field and presses a button while a video is shown, and plays it from its thumbnail.
  const field = page.getByRole('combobox', { name: /^Open or search/ });
  await press('Control+k');
  await userEvent.keyboard('a b');
  await expect.element(field).toHaveValue('a b');
  const show = page.getByRole('button', { name: 'Mask personal data' }).first();
  expect(video().paused).toBe(true);
  (document.querySelector('button[data-shown=true]') as HTMLElement).focus();
  await press(' ');
  await expect.poll(() => video().paused).toBe(false);
  (show.element() as HTMLElement).focus();
  await press(' ');
  await expect.element(page.getByRole('button', { name: 'Show personal data' }).first()).toBeVisible();
});

test('a video is sought, played slower and faster, stops and goes on by key, and gives its connection back when it is left', async () => {
  await openPlayer('video');
  const announced = announcements();
  video().currentTime = video().duration * 0.9;
  await expect.poll(() => video().seeking).toBe(false);
  await press('ArrowLeft');
  await expect.poll(() => video().currentTime).toBeLessThan(0.1);
  await press('<');
  await press('<');
  await expect.element(page.getByText('Speed 0.25', { exact: true }).first()).toBeVisible();
  await expectSaid(announced, /Speed 0.25/);
  await press(' ');
  await expect.poll(() => video().paused).toBe(false);
  const from = video().currentTime;
  await expect.poll(() => video().currentTime).toBeGreaterThan(from);
  await press(' ');
  await expect.poll(() => video().paused).toBe(true);
  const faster = page.getByRole('button', { name: /^Faster/ });
  for (let pressed = 0; pressed < 5; pressed += 1) {
    await press('>');
  }
  await expect.poll(() => video().playbackRate).toBe(4);
  await expect.element(faster).toBeDisabled();

  const left = video();
  location.hash = '#/conversations';
  await expect.poll(() => left.isConnected).toBe(false);
  await expect.poll(() => [left.getAttribute('src'), left.networkState]).toEqual([null, left.NETWORK_EMPTY]);
});

test('a recording is played, sought and sped up by key, without the tools of pictures, and goes on when its address has ended', async () => {
  const { bridge } = await openPlayer('recording');
  expect(video().duration).toBeCloseTo(120, 0);
  await expectAccessible();
  await press(' ');
  await expect.poll(() => video().currentTime).toBeGreaterThan(0.2);
  await press('ArrowRight');
  await expect.poll(() => video().currentTime).toBeGreaterThan(5);
  await press('>');
  await expect.element(page.getByText('Speed 1.5')).toBeVisible();
  await press(' ');
  await expect.poll(() => video().paused).toBe(true);
  for (const name of [/frame/i, /^Full screen/]) {
    expect(page.getByRole('article').getByRole('button', { name }).query()).toBeNull();
  }

  const before = video().src;
  await bridge.invoke('media.close', { address: new URL(before).pathname });
  video().currentTime = 110;
  await expect.poll(() => video().src).not.toBe(before);
  await expect.poll(() => video().currentTime).toBeGreaterThan(109);
  expect([video().playbackRate, video().error]).toEqual([1.5, null]);
  expect(page.getByText('Cannot be shown').query()).toBeNull();
});

test('a picture and its thumbnail are one download', async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const media = ids.map((id) => ({ id, file: 'picture', type: 'DOCUMENT' }));
  await openCase('media', await serveMedia(media), { view: 'media' });
  await showData();
  for (const [index, id] of ids.entries()) {
    await press(`${index + 1}`);
    await imageOf(id);
    await expect.poll(() => document.querySelectorAll('canvas[data-thumbnail]').length).toBe(2);
    const ranges = (await mediaRequests(id)).map(({ range }) => range);
    // Once for its first bytes, by which its type is found, and once for the whole file.
    expect(ranges.filter((range) => range === 'bytes=0-4095')).toHaveLength(1);
    expect(ranges).toHaveLength(2);
  }
});
