import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamplesWindow } from './samples-window.ts';

let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  console = await startConsole();
  ({ page } = console);
});
afterAll(() => console?.[Symbol.asyncDispose]());
// One console for all: each test begins with a new window on the samples, as the first start shows them.
beforeEach(() => openSamplesWindow(page));

test('text is found on the page match by match, and highlights disappear when the bar is closed', async () => {
  await page.getByRole('heading', { name: 'In the sandbox' }).waitFor();
  const marks = (name: string) =>
    page.evaluate((wanted) => [...(CSS.highlights.get(wanted) ?? [])].map(String), name);

  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find text' });
  await field.fill('THE');
  await page.getByText(/^1 of \d+$/).waitFor();
  const found = await marks('find');
  expect(found.length).toBeGreaterThan(1);
  expect(new Set(found.map((text) => text.toLowerCase()))).toEqual(new Set(['the']));
  expect(await marks('find-current')).toHaveLength(1);
  await expectAccessible(page);
  if (process.env.ASSAY_SHOTS) {
    await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/find.png` });
  }

  await field.press('Enter');
  await page.getByText(/^2 of \d+$/).waitFor();
  await field.press('Shift+Enter');
  await field.press('Shift+Enter');
  await page.getByText(`${found.length} of ${found.length}`).waitFor();

  await field.fill('no such text anywhere');
  await page.getByText('No matches').waitFor();
  await field.press('Escape');
  await field.waitFor({ state: 'detached' });
  expect(await marks('find')).toEqual([]);
  expect(console.complaints).toEqual([]);
});

test('masked text is not found', async () => {
  await page.getByText('Every documented member of the user data').click();
  await page.getByText('First name').first().waitFor();
  await page.getByRole('button', { name: 'Show personal data' }).first().click();
  const name = (
    await page
      .locator('dt', { hasText: 'First name' })
      .first()
      .locator('xpath=following-sibling::dd[1]')
      .innerText()
  )
    .trim()
    .split(/\s/)[0];
  await page.keyboard.press('Control+Shift+M');
  await page.getByRole('button', { name: 'Show personal data' }).first().waitFor();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find text' }).fill(String(name));
  await page.getByText('No matches').waitFor();
});

test('diagnostics are copied from the settings', async () => {
  await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await page.getByText('Copied.').first().waitFor();
  // The page may not read the clipboard, so the test pastes.
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find text' });
  await field.press('Control+v');
  expect(await field.inputValue()).toMatch(/^Assay \d/);
  await field.press('Escape');
  await page.getByRole('button', { name: 'Copy diagnostics' }).scrollIntoViewIfNeeded();
  if (process.env.ASSAY_SHOTS) {
    await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/about.png` });
  }
});

test('going back restores the focus', async () => {
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  const add = page.getByRole('main').getByRole('button', { name: /^Add/ }).first();
  await add.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await expect.poll(() => add.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(console.complaints).toEqual([]);
});
