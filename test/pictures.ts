import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startConsole } from './journeys/console.ts';
import { openKeyring } from './support/keyring.ts';

/** `npm run pictures`: the guide's pictures, made from the running product. Everyone in them is invented by the sandbox. */
const directory = join(import.meta.dirname, '..', 'docs', 'guide', 'images');

async function visit(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
}

/** Encoded by the browser itself: the project needs no image library for it. */
async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await session.detach();
  return Buffer.from(data, 'base64');
}

const screens: [name: string, show: (page: Page) => Promise<unknown>][] = [
  ['cases', (page) => page.getByRole('main').getByText('On a PEP list, monitoring on').first().waitFor()],
  [
    'case',
    async (page) => {
      await page.getByText('On a PEP list, monitoring on: may not be deleted').first().click();
      await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
    },
  ],
  [
    'raw',
    async (page) => {
      await page.keyboard.press('Alt+3');
      await page.getByRole('tabpanel').first().waitFor();
    },
  ],
  [
    'media',
    async (page) => {
      await visit(page, '#/conversations');
      await page.getByText('Everything that can be collected').first().click();
      await page.getByRole('tab', { name: 'Files' }).click();
      const show = page.getByRole('button', { name: 'Show the media' });
      await show.or(page.locator('main img[data-loaded="true"]')).first().waitFor();
      if (await show.isVisible()) {
        await show.click();
      }
      await page.locator('main img[data-loaded="true"]').first().waitFor();
    },
  ],
  [
    'deletion',
    async (page) => {
      await page.keyboard.press('Control+Shift+D');
      await page.getByRole('heading', { level: 1, name: 'Deletion' }).waitFor();
    },
  ],
  [
    'signatures',
    async (page) => {
      await visit(page, '#/signatures');
      await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor();
    },
  ],
  [
    'settings',
    async (page) => {
      await visit(page, '#/settings');
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    },
  ],
  ['new-environment', (page) => visit(page, '#/settings/new')],
];

const keyring = await openKeyring('present');
try {
  await using console = await startConsole({
    env: keyring.env,
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  });
  const { page } = console;
  await mkdir(directory, { recursive: true });
  for (const [name, show] of screens) {
    await show(page);
    await page.mouse.move(0, 0);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await writeFile(join(directory, `${name}.webp`), await webp(page));
  }
} finally {
  await keyring.close();
}
