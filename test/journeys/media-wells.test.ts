import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';

let console: RunningConsole;
beforeAll(async () => {
  console = await startConsole({ viewport: { width: 1920, height: 1080 } });
  const { page } = console;
  await page.getByText('Everything that can be collected').first().click();
  await page.getByRole('button', { name: 'Show files' }).first().click();
  await page.locator('main img[data-loaded="true"]').nth(1).waitFor();
}, 60_000);
afterAll(() => console?.[Symbol.asyncDispose]());

const transforms = () =>
  console.page
    .locator('main img[data-loaded="true"]')
    .evaluateAll((images) => images.map((image) => (image as HTMLElement).style.transform));
const scaleOf = (transform = '') => Number(/scale\(([\d.-]+)/.exec(transform)?.[1]);

test('two files stand beside each other, chosen by their numbers, and are locked together by a key', async () => {
  const { page } = console;
  await page.keyboard.press('1');
  await page.keyboard.press('Shift+2');
  await page
    .getByRole('article', { name: 'Identity card, back' })
    .locator('img[data-loaded="true"]')
    .waitFor();
  await page
    .getByRole('article', { name: 'Identity card, front' })
    .locator('img[data-loaded="true"]')
    .waitFor();
  const before = await transforms();
  await page.keyboard.press('z');
  await expect.poll(async () => (await transforms()).filter((one) => scaleOf(one) === 1)).toHaveLength(1);
  await page.keyboard.press('y');
  await expect.poll(async () => (await transforms()).filter((one) => scaleOf(one) === 1)).toHaveLength(2);
  await page.keyboard.press('t');
  await expect
    .poll(async () => (await transforms()).filter((one) => one.includes('rotate(90deg)')))
    .toHaveLength(2);
  await page.keyboard.press('y');
  await page.keyboard.press('u');
  await expect
    .poll(async () => (await transforms()).filter((one) => one.includes('rotate(90deg)')))
    .toHaveLength(1);
  await page.keyboard.press('b');
  await page.keyboard.press('u');
  await expect.poll(transforms).toEqual(before);
  await expectAccessible(page);
});

test('the wheel zooms at the pointer, up to 800 %', async () => {
  const { page } = console;
  const area = page.getByRole('article', { name: 'Identity card, front' }).locator('section');
  const box = await area.boundingBox();
  if (!box) {
    throw new Error('There is no area.');
  }
  const at = { x: box.x + box.width / 4, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  const pixelAt = () =>
    area.locator('img').evaluate((image, point) => {
      const matrix = new DOMMatrix(getComputedStyle(image).transform);
      const parent = (image.parentElement as HTMLElement).getBoundingClientRect();
      const x = point.x - parent.left - parent.width / 2;
      const y = point.y - parent.top - parent.height / 2;
      const { x: across, y: down } = matrix.inverse().transformPoint({ x, y });
      return { across, down };
    }, at);
  const held = await pixelAt();
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, -200);
  }
  await area.page().getByText('800 %').waitFor();
  const now = await pixelAt();
  expect(Math.abs(now.across - held.across)).toBeLessThan(4);
  await page.keyboard.press('0');
});

test('brightness, contrast, inversion, sharpness and the loupe are on keys', async () => {
  const { page } = console;
  for (const key of [']', '}', 'i', 'h', 'l']) {
    await page.keyboard.press(key);
  }
  await page.getByText('110 % light, 110 % contrast').waitFor();
  const filter = await page
    .locator('main img[data-loaded="true"]')
    .evaluateAll((images) => images.map((image) => getComputedStyle(image.parentElement as Element).filter));
  expect(filter.join()).toMatch(/brightness\(1\.1\) contrast\(1\.1\) invert\(1\) url/);
  await expectAccessible(page);
  await page.keyboard.press('l');
  await page.keyboard.press('u');
});

test('every function for pictures is on a key, and the list of shortcuts shows it', async () => {
  const { page } = console;
  await page.keyboard.press('1');
  await page.keyboard.press('Control+/');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (const name of [
    ['Zoom in', 'Zoom out', 'Fit', 'Fit width', 'Actual size', 'Rotate right', 'Rotate left', 'Mirror'],
    ['Brighter', 'Darker', 'More contrast', 'Less contrast', 'Invert colours', 'Sharpen', 'Loupe', 'Reset'],
    ['Zoom the two files together', 'Go to the other file shown'],
  ].flat()) {
    await dialog.getByText(name, { exact: true }).first().waitFor();
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The key of watching a case is not taken by a picture.
  await page.keyboard.press('w');
  expect(await page.getByRole('button', { name: 'Fit width', pressed: true }).count()).toBe(0);
});

test('thumbnails are made of the files that come into view, and tell them apart by their hash', async () => {
  const { page } = console;
  await page.locator('[data-thumbnail]').nth(5).waitFor();
  await page.getByRole('tab', { name: 'Files' }).click();
  const rows = page.getByRole('navigation', { name: 'Files' }).getByText(/SHA-256 [0-9a-f]{8}/);
  await rows.nth(5).waitFor();
  const texts = await rows.allInnerTexts();
  expect(new Set(texts).size).toBe(texts.length);
});

test('a video is moved by single frames, and one is kept as a still in the other well', async () => {
  const { page } = console;
  await page
    .getByRole('navigation', { name: 'Thumbnails' })
    .getByRole('button', { name: /Face, video/ })
    .first()
    .click();
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  const time = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);
  await page.keyboard.press('.');
  await expect.poll(time).toBeGreaterThan(0);
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  const after = await time();
  expect(after).toBeLessThan(0.5);
  await page.keyboard.press('s');
  await page.locator('canvas[data-still]').waitFor();
  await expectAccessible(page);
});

test('an evidence pack is saved by keyboard and verified with sha256sum and openssl', async () => {
  const { page } = console;
  await page.keyboard.press('Control+e');
  await page.getByText('Record, masked').waitFor();
  await expectAccessible(page, '[role=dialog]');
  const button = page.getByRole('button', { name: 'Save evidence pack' });
  await button.focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^evidence-[\w-]+\.zip$/);
  const folder = mkdtempSync(join(tmpdir(), 'assay-pack-'));
  try {
    const pack = join(folder, 'pack.zip');
    await download.saveAs(pack);
    execFileSync('python3', ['-m', 'zipfile', '-e', pack, folder]);
    const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(run('sha256sum --check SHA256SUMS')).not.toContain('FAILED');
    expect(
      run(
        'openssl pkeyutl -verify -pubin -inkey console-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig',
      ),
    ).toContain('Verified');
    const files = readdirSync(join(folder, 'files'));
    expect(files).toHaveLength(13);
    const report = readFileSync(join(folder, 'report.json'), 'utf8');
    expect(report).toContain('"isMasked": true');
    expect(createHash('sha256').update(report).digest('hex')).toMatch(/^[0-9a-f]{64}$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await page.getByText(/Downloaded as evidence-/).waitFor();
});

test('nothing that was shown stands in the data directory, and the page had no errors', async () => {
  const { page } = console;
  const shown = await page.evaluate(async () => {
    const image = document.querySelector<HTMLImageElement>('main img[data-loaded="true"]');
    return image ? [...new Uint8Array(await (await fetch(image.src)).arrayBuffer())] : [];
  });
  const samples = [Buffer.from('Gęślą-Jaźń'), Buffer.from('JFIF'), Buffer.from('%PDF-1')];
  if (shown.length > 2000) {
    samples.push(Buffer.from(shown.slice(1000, 1064)));
  }
  for (const path of readdirSync(console.dataDir, { recursive: true, withFileTypes: true })) {
    if (path.isFile()) {
      const content = readFileSync(join(path.parentPath, path.name));
      for (const sample of samples) {
        expect(content.includes(sample), `${path.name} holds ${sample.toString('latin1').slice(0, 12)}`).toBe(
          false,
        );
      }
    }
  }
  expect(console.complaints).toEqual([]);
});
