import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type DeskArrangement, defaultPreferences } from '../../../preload/contract/application.ts';
import { expectAccessible } from '../access.ts';
import { failing } from '../fake-bridge.ts';
import { firstReplies } from '../first-replies.ts';
import { openCase, sampleId } from '../main.ts';
import { press } from '../window.tsx';

const data = page.getByRole('region', { name: 'Findings and data' });
const left = page.getByRole('region', { name: 'Left picture' });
const right = page.getByRole('region', { name: 'Right picture' });
const strip = page.getByRole('region', { name: 'Strip of files' });
const inLeft = (name: string) => expect.element(left.getByRole('heading', { name })).toBeVisible();
const inRight = (name: string) => expect.element(right.getByRole('heading', { name })).toBeVisible();
const isShown = (part: typeof data) => expect.element(part).toBeVisible();
const isGone = (part: typeof data) => expect.element(part).not.toBeInTheDocument();
const boxOf = (part: typeof data) => part.element().getBoundingClientRect();

/** The desk as it was left in an earlier window, if given. */
async function openDesk(width: number, height: number, desk?: DeskArrangement) {
  await page.viewport(width, height);
  const before = firstReplies()['application.preferences'];
  const opened = await openCase('sandbox', await sampleId('Everything that can be collected'), {
    replies: {
      'application.preferences': async (changed, call) => {
        const kept = await before?.(changed, call);
        return { ...defaultPreferences, ...(desk && { desk }), ...kept };
      },
    },
  });
  await inLeft('Identity card, front');
  return opened;
}

test('data, two pictures and the strip are beside each other and fill the desk', async () => {
  await openDesk(1920, 1080);
  await inRight('Face');
  await expectAccessible();
  expect(boxOf(right).right).toBeCloseTo(1920, -1);
  expect(boxOf(data).right).toBeLessThanOrEqual(boxOf(left).left);
});

test('a case that the service no longer has shows no file and no place for one, and says why in full', async () => {
  const { bridge } = await openDesk(1280, 800);
  const message = 'The service has no conversation with this id (404).';
  const hint = 'Check that this is the environment in which the conversation was created. '.repeat(26);
  bridge.answer({ 'conversations.open': failing({ code: 'not-found', message, hint, requestId: 'r-1' }) });
  await press('r');
  await expect.element(page.getByText(message)).toBeVisible();
  await isGone(left);
  await isGone(strip);
  const notices = page.getByText(message).element().closest<HTMLElement>('[class*="notices"]');
  expect(notices?.scrollHeight).toBe(notices?.clientHeight);
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect.element(page.getByText('The conversation cannot be read.')).toBeVisible();
});

test('the width of the data is changed by keyboard', async () => {
  await openDesk(1920, 1080);
  const before = boxOf(data).width;
  (page.getByRole('separator', { name: 'Width of the data' }).element() as HTMLElement).focus();
  await press('ArrowRight');
  await press('ArrowRight');
  await expect.poll(() => Math.round(boxOf(data).width)).toBe(Math.round(before + 80));
});

test('parts are arranged and folded by key, and what was arranged is kept', async () => {
  const { bridge } = await openDesk(1920, 1080);
  await press('Shift+B');
  await inRight('Identity card, back');
  await press('Shift+S');
  await isGone(strip);
  await press('Shift+O');
  await isGone(data);
  await isGone(right);
  expect(boxOf(left).width).toBeGreaterThan(1700);
  await press('Shift+D');
  await isShown(data);
  await expect.element(page.getByRole('button', { name: 'Data and document', pressed: true })).toBeVisible();
  await expect
    .poll(() => bridge.inputs('application.preferences').at(-1)?.desk)
    .toMatchObject({ preset: 'data-document', folded: expect.arrayContaining(['strip']) });
});

test('the desk is arranged as it was left', async () => {
  const desk: DeskArrangement = {
    preset: 'data-document',
    dataShares: {},
    leftShare: 0.5,
    stripHeight: 116,
    folded: ['right', 'strip'],
  };
  await openDesk(1920, 1080, desk);
  await expect.element(page.getByRole('button', { name: 'Data and document', pressed: true })).toBeVisible();
  await isShown(left);
  await isGone(right);
  await isGone(strip);
});

test('at 1280 px the document and the face are beside each other and the data', async () => {
  await openDesk(1280, 800);
  await isShown(data);
  await isShown(left);
  await isShown(right);
  expect(boxOf(left).width).toBeGreaterThanOrEqual(370);
  expect(boxOf(right).width).toBeGreaterThanOrEqual(370);
});

test('in a narrow window the right picture folds into the strip, and asked for by key it takes the place of the data', async () => {
  await openDesk(1180, 800);
  await isGone(right);
  expect(page.getByRole('button', { name: /shown right$/ }).query()).toBeNull();
  await press('Shift+2');
  await inRight('Identity card, back');
  await isGone(data);
  // The list of files is not in the page; the keys for the next file are.
  await press('Alt+ArrowDown');
  await isGone(right.getByRole('heading', { name: 'Identity card, back' }));
  await press('Alt+ArrowUp');
  await inRight('Identity card, back');
});

test.each(['Shift+Escape', 'Shift+Q'])(
  '%s closes the right picture and brings the data back',
  async (keys) => {
    await openDesk(1180, 800);
    await press('Shift+2');
    await inRight('Identity card, back');
    await press(keys);
    await isShown(data);
    await isGone(right);
  },
);

test('the button of the folded right picture says that it is not shown, and shows it', async () => {
  await openDesk(1180, 800);
  await page.getByRole('button', { name: 'Unfold the right picture' }).click();
  await isShown(right);
  await page.getByRole('button', { name: 'Fold the right picture', exact: true }).click();
  await isGone(right);
  await isShown(data);
});

test('in an arrangement without a right picture one press of its key shows it, and the next one brings the data back', async () => {
  await openDesk(1180, 800);
  await press('Shift+D');
  await press('Shift+P');
  await isShown(right);
  await press('Shift+P');
  await isGone(right);
  await isShown(data);
});

test('at 200 % zoom the parts stand below one another in reading order', async () => {
  await openDesk(1280, 800);
  await page.viewport(640, 400);
  await expect
    .poll(() => {
      const [one = 0, two = 0, three = 0] = [data, left, strip].map((part) => boxOf(part).y);
      return one < two && two < three;
    })
    .toBe(true);
  await expectAccessible();
});

test('at 200 % zoom an arrangement brings its part into view, and the data fold', async () => {
  await openDesk(640, 400);
  const isInView = (part: typeof data) =>
    expect.poll(() => Math.abs(boxOf(part).top) + Math.abs(boxOf(part).bottom - 400)).toBeLessThan(200);
  await press('Shift+F');
  await inRight('Face');
  await isInView(left);
  await press('Shift+D');
  await expect.poll(() => boxOf(data).top).toBeCloseTo(0, -2);
  await press('Shift+Q');
  await isGone(data);
  await press('Shift+Q');
  await isShown(data);
  await press('Shift+O');
  await isGone(data);
  await isInView(left);
  // A part that a key unfolds is in view as well.
  await press('Shift+P');
  await isInView(right);
  await press('Shift+S');
  await isGone(strip);
  await press('Shift+S');
  await expect.element(strip).toBeInViewport({ ratio: 1 });
  await press('Shift+Q');
  await expect.poll(() => boxOf(data).top).toBeCloseTo(0, -2);
});

test('at 1280 px the whole title of a case is read beside its pictures', async () => {
  await page.viewport(1280, 800);
  await openCase('sandbox', await sampleId('Files that are not what they say they are'));
  await isShown(left);
  const title = page.getByRole('heading', { level: 1, name: /^masked|^No name/ });
  await expect.element(title).toBeVisible();
  await expect
    .poll(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = title.element();
      return [scrollWidth <= clientWidth, scrollHeight <= clientHeight];
    })
    .toEqual([true, true]);
  // The buttons that show only their icons have kept their names.
  await expect.element(page.getByRole('button', { name: 'Refresh' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'New conversation…' })).toBeVisible();
});
