import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../main/sandbox/sandbox.ts';
import { fullTests } from '../support/full-tests.ts';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';

// Ids and contents depend only on the seed, so another sandbox has the same ones.
const seeded = await (async () => {
  const sandbox = await startSandbox();
  await sandbox.close();
  return sandbox.conversations;
})();

let console: RunningConsole;
beforeAll(async () => {
  console = await startConsole();
  await console.page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
});
afterAll(() => console[Symbol.asyncDispose]());

/** The conversations the service refuses, with the code shown. */
const refused: Record<string, string> = {
  'Gone by retention (410)': 'gone',
  'Strategy no longer permitted (403)': 'forbidden',
  'Plan exhausted (402)': 'plan-exhausted',
  'The service fails on it (500)': 'server-error',
};

/** All of them in `npm run test:all`; otherwise those the service refuses, and some of the others. */
const shown = seeded.filter(({ title }, at) => fullTests || title in refused || at % 9 === 0);

test.each(shown)('$title', async ({ id, title }) => {
  const { page } = console;
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/conversations/${id}`);
  const code = refused[title];
  if (code) {
    const notice = page.locator(`[data-code="${code}"]`).first();
    await notice.waitFor();
    expect((await notice.innerText()).length).toBeGreaterThan(40);
  } else {
    await page.getByRole('main').getByText(id).first().waitFor();
    const heading = page.getByRole('heading', { level: 1, name: /^[\p{Lu}\d].*\.$/u });
    await heading.waitFor();
    if (title.endsWith('all failed')) {
      expect(await heading.innerText()).not.toMatch(/confirmed\b(?! by)/);
    }
  }
  // every-screen.test.ts checks the frame.
  await expectAccessible(page, 'main');
  expect(console.complaints).toEqual([]);
});
