import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startConsole } from './journeys/console.ts';
import { openKeyring } from './support/keyring.ts';
import { namesOn, screens } from './support/picture-screens.ts';
import { startPostgres } from './support/postgres.ts';
import { createTeam, joinTeam } from './support/team.ts';
import type { Wire } from './support/wire.ts';

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

/** Two consoles of a team: who is in it, and a case that a colleague works on. */
async function takeTeam(): Promise<void> {
  await using postgres = await startPostgres();
  await using stack = new AsyncDisposableStack();
  let admin: Wire | undefined;
  const openSamples = async ({ bridge }: Wire) => {
    const sandbox = { environmentId: 'sandbox' };
    const { samples } = await bridge.invoke('conversations.samples', sandbox);
    for (const { id } of samples.slice(8, 16)) {
      await bridge.invoke('conversations.open', { ...sandbox, conversationId: id });
    }
  };
  const size = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const;
  const anna = stack.use(
    await startConsole({
      ...size,
      keepWire: true,
      async prepare(wire) {
        admin = wire;
        await openSamples(wire);
        await createTeam(wire.bridge, await postgres.member(), 'Anna');
      },
    }),
  );
  const ben = stack.use(
    await startConsole({
      ...size,
      async prepare(wire) {
        await openSamples(wire);
        if (admin !== undefined) {
          await joinTeam(wire.bridge, admin.bridge, await postgres.member(), 'Ben');
          admin.close();
        }
      },
    }),
  );
  const to = (page: Page, fragment: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
  await to(ben.page, '#/conversations');
  await ben.page.locator('[role=row][data-conversation]').first().click();
  await ben.page.getByRole('region', { name: 'Decision' }).waitFor();
  const id = new URL(ben.page.url()).hash;
  await to(anna.page, id);
  await anna.page.getByText('Ben of your team works on this case now.').waitFor();
  await settle(anna.page);
  await writeFile(join(images, 'team-case.webp'), await webp(anna.page));
  await to(anna.page, '#/settings');
  const team = anna.page.getByRole('region', { name: 'Team', exact: true });
  await team.getByText('Reviewer, up to date, connected').waitFor();
  await team.evaluate((section) => section.scrollIntoView());
  await settle(anna.page);
  await writeFile(join(images, 'team.webp'), await webp(anna.page));
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
    await takeTeam();
    await writeFile(join(images, 'names.json'), `${JSON.stringify(names, undefined, 2)}\n`);
  }
} finally {
  await keyring.close();
}
