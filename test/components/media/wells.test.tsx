import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../access.ts';
import { openCase, sampleId } from '../main.ts';
import { drawnPage, fileList, found, shownImages, thumbnails } from '../media-view.ts';
import { press, showData } from '../window.tsx';

const transforms = () => shownImages().map(({ style }) => style.transform);
const scales = () => transforms().map((transform) => Number(/scale\(([\d.-]+)/.exec(transform)?.[1]));
const actualSize = () => scales().filter((scale) => scale === 1).length;
const turned = () => transforms().filter((transform) => transform.includes('rotate(90deg)')).length;
const masked = page.getByText('Masked', { exact: true }).first();

/** Both sides of an identity card, a face and a report. */
const fourFiles = 'Finished: identity confirmed';
const allFiles = 'Everything that can be collected';

async function openSample(title = fourFiles): Promise<void> {
  await page.viewport(1920, 1080);
  await openCase('sandbox', await sampleId(title));
}

async function openTwo(): Promise<void> {
  await openSample();
  await showData();
  await expect.poll(shownImages).toHaveLength(2);
  await press('1');
  await press('Shift+2');
  for (const name of ['Identity card, front', 'Identity card, back']) {
    const well = page.getByRole('article', { name });
    await expect.poll(() => well.query()?.querySelector('img[data-loaded="true"]')).toBeInstanceOf(Element);
  }
}

test('each file has keys, a digit and after a 0 the second ten, and a thumbnail, and hashes tell them apart', async () => {
  await openSample(allFiles);
  await showData();
  const shown = (number: number) =>
    expect
      .element(thumbnails.getByRole('button', { name: new RegExp(`^${number}, .*shown left$`) }))
      .toBeVisible();
  await expect.poll(shownImages).toHaveLength(2);
  // In one task: between two presses a busy machine can take longer than the limit.
  for (const key of '03') {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: `Digit${key}`, bubbles: true }));
  }
  await shown(13);
  await press('3');
  await shown(3);
  // With Shift both keys mean the other well.
  for (const key of '03') {
    const press = { key, code: `Digit${key}`, shiftKey: true, bubbles: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', press));
  }
  await expect.element(thumbnails.getByRole('button', { name: /^13, .*shown right$/ })).toBeVisible();
  await shown(3);

  // Thumbnails are made of the files in view.
  await expect.poll(() => document.querySelectorAll('[data-thumbnail]').length).toBeGreaterThan(5);
  await page.getByRole('tab', { name: 'Files' }).click();
  const hashes = () => fileList.element().textContent?.match(/SHA-256 [0-9a-f]{8}/g) ?? [];
  await expect.poll(() => hashes().length).toBeGreaterThan(5);
  expect(new Set(hashes()).size).toBe(hashes().length);
});

test('two files beside each other are zoomed and turned one by one, and together once they are locked', async () => {
  await openTwo();
  const before = transforms();
  await press('z');
  await expect.element(page.getByText('100 %').first()).toBeVisible();
  await press('t');
  await expect.poll(turned).toBe(1);
  await press('u');
  await expect.poll(transforms).toEqual(before);
  await press('z');
  await expect.poll(actualSize).toBe(1);
  await press('y');
  await expect.poll(actualSize).toBe(2);
  await press('t');
  await expect.poll(turned).toBe(2);
  await press('y');
  await press('u');
  await expect.poll(turned).toBe(1);
  await press('b');
  await press('u');
  await expect.poll(transforms).toEqual(before);
  await expectAccessible();

  // The wheel zooms at the pointer, up to 800 %.
  const area = await found('main article section');
  const image = area.querySelector('img') as HTMLImageElement;
  const { x, y, width, height } = area.getBoundingClientRect();
  const at = { clientX: x + width / 4, clientY: y + height / 2 };
  /** The point of the picture below the pointer, across. */
  const across = () => {
    const parent = (image.parentElement as HTMLElement).getBoundingClientRect();
    const point = { x: at.clientX - parent.left - parent.width / 2, y: 0 };
    return new DOMMatrix(getComputedStyle(image).transform).inverse().transformPoint(point).x;
  };
  const held = across();
  for (let turn = 0; turn < 5; turn += 1) {
    area.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -800, bubbles: true, cancelable: true }));
    await new Promise(requestAnimationFrame);
  }
  await expect.element(page.getByText('800 %').first()).toBeVisible();
  expect(Math.abs(across() - held)).toBeLessThan(4);
});

test('pictures are shown when asked for, with the tools of each in one line, and one shortcut masks everything again', async () => {
  await openSample();
  await page.viewport(1280, 800);
  await expect.element(masked).toBeVisible();
  expect(shownImages()).toEqual([]);
  await showData();
  await expect.poll(shownImages).toHaveLength(2);
  const lines = [...document.querySelectorAll('main article [role=toolbar][aria-label=View]')].map(
    ({ parentElement }) => parentElement?.getBoundingClientRect().height ?? 0,
  );
  expect(lines, 'two tool bars').toHaveLength(2);
  expect(Math.max(...lines), 'the height of the tools').toBeLessThan(40);

  // A hash that has no room is not shown in part, because that would be taken for all of it.
  const hashes = () => [...document.querySelectorAll('main article header [title^="SHA-256"]')];
  await expect.poll(hashes).toHaveLength(2);
  const cut = hashes().filter((hash) => {
    const line = hash.parentElement?.getBoundingClientRect() ?? new DOMRect();
    const { right, top } = hash.getBoundingClientRect();
    return top < line.bottom && right > line.right + 1;
  });
  expect(cut).toEqual([]);

  // The portrait on the document is shown beside the face at the same height, and both are fitted again.
  await press('Shift+M');
  const boxes = () => shownImages().map((image) => image.getBoundingClientRect());
  const heights = () => {
    const [card, face] = boxes();
    return [(card?.height ?? 0) * 0.68, face?.height ?? 0].map(Math.round);
  };
  await expect.poll(() => new Set(heights()).size).toBe(1);
  // The photograph on the specimen is in view as a whole.
  const { x = 0, y = 0, width = 0, height = 0 } = boxes()[0] ?? {};
  const area = (await found('main article section')).getBoundingClientRect();
  expect(x + (36 / 1012) * width).toBeGreaterThanOrEqual(area.left);
  expect(x + (328 / 1012) * width).toBeLessThanOrEqual(area.right);
  expect(y + (116 / 638) * height).toBeGreaterThanOrEqual(area.top);
  expect(y + (492 / 638) * height).toBeLessThanOrEqual(area.bottom);
  const [before] = scales();
  await press('b');
  await press('-');
  await expect.poll(() => (scales()[0] ?? 0) < (before ?? 0)).toBe(true);
  await press('Shift+M');
  await expect.poll(() => new Set(heights()).size).toBe(1);
  await expectAccessible();
  await page.getByRole('button', { name: 'Match faces', pressed: true }).click();
  await expect
    .poll(() => page.getByRole('button', { name: 'Fit', exact: true, pressed: true }).all())
    .toHaveLength(2);

  await press('Control+Shift+m');
  await expect.element(masked).toBeVisible();
  expect(document.querySelectorAll('main img')).toHaveLength(0);
});

test('brightness, contrast, inversion, sharpness, the loupe and straightening are on keys, which are listed', async () => {
  await openTwo();
  for (const key of [']', '}', 'i', 'h', 'l']) {
    await press(key);
  }
  await expect.element(page.getByText('110 % light, 110 % contrast')).toBeVisible();
  const filters = shownImages().map((image) => getComputedStyle(image.parentElement as Element).filter);
  expect(filters.join()).toMatch(/brightness\(1\.1\) contrast\(1\.1\) invert\(1\) url/);
  await found('main article canvas[aria-hidden]');
  await expectAccessible();
  await press('l');
  await expect.poll(() => document.querySelector('main article canvas[aria-hidden]')).toBeNull();
  await press('u');
  await expect.element(page.getByText('110 % light, 110 % contrast')).not.toBeInTheDocument();

  // Every function for pictures is in the list of shortcuts, and the key of watching a case is none of them.
  await press('Control+/');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  for (const name of [
    ['Zoom in', 'Zoom out', 'Fit', 'Fit width', 'Actual size', 'Rotate right', 'Rotate left', 'Mirror'],
    ['Brighter', 'Darker', 'More contrast', 'Less contrast', 'Invert colours', 'Sharpen', 'Loupe', 'Reset'],
    ['Zoom the two files together', 'Go to the other file shown', 'Match faces'],
  ].flat()) {
    await expect.element(dialog.getByText(name, { exact: true }).first()).toBeInTheDocument();
  }
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
  await press('w');
  await expect
    .element(page.getByRole('button', { name: 'Fit width', pressed: true }))
    .not.toBeInTheDocument();

  // A picture taken at an angle is straightened by four corners that keys move, and the original is one key away.
  await press('s');
  const corner = (name: string) => page.getByRole('button', { name });
  await expect.element(corner('Top left corner')).toHaveFocus();
  await press('Shift+ArrowRight');
  await press('Tab');
  await expect.element(corner('Top right corner')).toHaveFocus();
  const before = corner('Top right corner').element().getBoundingClientRect();
  await press('ArrowLeft');
  await press('ArrowDown');
  const after = corner('Top right corner').element().getBoundingClientRect();
  expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([-8, 8]);
  await expectAccessible();
  await press('Enter');
  const straightened = () => transforms().filter((transform) => transform.includes('matrix3d')).length;
  await expect.poll(straightened).toBe(1);
  await expect.element(corner('Top left corner')).not.toBeInTheDocument();
  await press('s');
  await expect.poll(straightened).toBe(0);
  await expect.element(corner('Top left corner')).toHaveFocus();
  await press('s');
  await expect.poll(straightened).toBe(1);
  // With Shift it is the key of the strip, whatever is shown.
  await press('Shift+S');
  await expect.element(page.getByRole('button', { name: 'Unfold the strip of files' })).toBeVisible();
});

test('a picture and a PDF with its pages and a search stand beside each other', async () => {
  await openSample();
  await showData();
  const report = thumbnails.getByRole('button', { name: /Report/ });
  await report.click({ modifiers: ['Shift'] });
  await found(drawnPage);
  await press('c');
  await found('ol[aria-label="Pages"] canvas');
  [...document.querySelectorAll<HTMLElement>('main article :is(section, [role="region"])[tabindex="0"]')]
    .at(-1)
    ?.focus();
  await press('Control+f');
  await page.getByRole('textbox', { name: 'Search this PDF' }).fill('report');
  await expect
    .poll(() => document.querySelector('search [role="status"]')?.textContent)
    .toMatch(/^1 of \d+$/);
  await page.viewport(1280, 800);
  const close = page.getByRole('button', { name: 'Close the search' });
  const top = (element: Element) => Math.round(element.getBoundingClientRect().top);
  const next = page.getByRole('button', { name: 'Next match' });
  await expect.poll(() => top(close.element())).toBe(top(next.element()));
  if (inject('fullTests')) {
    for (const width of [1280, 1920, 2560]) {
      await page.viewport(width, (width / 16) * 9);
      await expectAccessible(['dark', 'light']);
    }
  }
});
