import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { changeMedium, openCase, serveMedia } from '../main.ts';
import { chooseFile, found, imageOf, openByNumber } from '../media-view.ts';
import { press, showData } from '../window.tsx';

const timesShown = (message: string) => document.body.innerText.split(message).length - 1;

test.each([
  ['not there', { thenRefuses: 404 }, /The service does not have this file \(404\)/],
  ['gone', { thenRefuses: 410 }, /no longer available/],
  ['removed half way', { breaksOnce: 9000, thenRefuses: 410 }, /no longer available/],
  ['lost half way', { sendsParts: false, breaksAfter: 9000 }, /connection was (lost|closed)/],
] as const)(
  'a file that is %s is reported once, and the next one is shown',
  async (id, behaviour, reason) => {
    const media = [
      { id, file: 'photo', ...behaviour },
      { id: 'good', file: 'photo' },
    ];
    const conversationId = await serveMedia(media);
    await openCase('media', conversationId, { view: 'media' });
    await showData();
    // The thumbnail may have used up what happens only once.
    await chooseFile(1);
    await imageOf('good');
    await changeMedium(conversationId, { id, ...behaviour });
    await chooseFile(0);
    const shown = page.getByRole('article').getByText(reason).first();
    await expect.element(shown).toBeVisible();
    const message = (shown.element() as HTMLElement).innerText.trim();
    expect(timesShown(message), message).toBe(1);
    await expectAccessible();
    await chooseFile(1);
    await imageOf('good');
    expect(timesShown(message)).toBe(0);
  },
);

test('a file that stops arriving is said to be awaited, can be stopped and opened again', async () => {
  const conversationId = await serveMedia([
    { id: 'stalls', file: 'photo', sendsParts: false, stallsAfter: 9000 },
  ]);
  await openCase('media', conversationId, { view: 'media' });
  await showData();
  await chooseFile(0);
  await expect.element(page.getByText('Waiting for the file')).toBeVisible();
  await expectAccessible();
  await page.getByRole('article').getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('The file has not arrived.')).toBeVisible();
  await changeMedium(conversationId, { id: 'stalls', stallsAfter: null });
  await page.getByRole('button', { name: 'Open again' }).click();
  await imageOf('stalls');
  expect(page.getByText('Waiting for the file').query()).toBeNull();
});

test('a recording whose connection breaks says so once, and goes on where it was when it is opened again', async () => {
  const reason = page.getByText(/The connection was lost in the middle of the response/);
  const conversationId = await serveMedia([
    { file: 'recording', sendsParts: false, breaksAfter: 400_000 },
    { file: 'picture' },
  ]);
  await openCase('media', conversationId, { view: 'media' });
  await showData();
  await openByNumber(1);
  const video = () => document.querySelector('video');
  await found('video');
  await expect.poll(() => video()?.duration).toBe(120);
  (video() as HTMLVideoElement).currentTime = 100;
  await expect.element(reason).toBeVisible();
  expect(reason.elements()).toHaveLength(1);
  await expectAccessible();

  const source = video()?.src;
  await changeMedium(conversationId, { id: 'recording', breaksAfter: null });
  // Pressed at once: the browser asks a few times again by itself, and the notice goes when it succeeds.
  (page.getByRole('button', { name: 'Open again' }).element() as HTMLElement).click();
  await expect.poll(() => video()?.src).not.toBe(source);
  await expect.poll(() => video()?.currentTime).toBeCloseTo(100, 0);
  await expect.element(reason).not.toBeInTheDocument();
  await press('2');
  await imageOf('picture');
});
