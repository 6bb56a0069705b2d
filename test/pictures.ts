import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startConsole } from './journeys/console.ts';
import { openKeyring } from './support/keyring.ts';
import { namesOn, screens } from './support/picture-screens.ts';

/**
 * `npm run pictures`: the pictures of README and the guide, made from the running product; with names, such as `desk`, only those. Beside them
 * it keeps the names on each screen, which a test compares with the product's. All people in them are invented by the sandbox.
 */
const docs = join(import.meta.dirname, '..', 'docs');
const images = join(docs, 'guide', 'images');
const only = process.argv.slice(2);

/** Encoded by the browser, so that the project needs no image library. */
async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** README's picture, in the theme of the person who reads it. */
async function takeDesk(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await writeFile(join(docs, `desk-${colorScheme}.webp`), await webp(page));
  }
}

async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

const keyring = await openKeyring('present');
try {
  await using console = await startConsole({
    env: keyring.env,
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  });
  const { page } = console;
  await mkdir(images, { recursive: true });
  const names: Record<string, string[]> = {};
  for (const [name, show] of screens) {
    await show(page);
    if (only.length > 0 && !only.includes(name)) {
      continue;
    }
    await settle(page);
    names[name] = await namesOn(page);
    if (name === 'desk') {
      await takeDesk(page);
    } else {
      await writeFile(join(images, `${name}.webp`), await webp(page));
    }
  }
  if (only.length === 0) {
    await writeFile(join(images, 'names.json'), `${JSON.stringify(names, undefined, 2)}\n`);
  }
} finally {
  await keyring.close();
}
