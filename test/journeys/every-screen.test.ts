import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fullTests } from '../support/full-tests.ts';
import { expectAccessible } from './access.ts';
import { openConditions } from './conditions.ts';
import { startConsole } from './console.ts';

const windows = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 }, axe: true },
  // A window of 1280x800 at 200 % zoom.
  { colorScheme: 'dark', viewport: { width: 640, height: 400 }, axe: true },
  // The same pages and themes at another width, where only the layout can differ.
  { colorScheme: 'light', viewport: { width: 640, height: 400 }, axe: fullTests },
  { colorScheme: 'dark', viewport: { width: 1920, height: 1080 }, axe: fullTests },
] as const;

/** Each screen, and how to reach it from the previous one. */
const screens: [name: string, go: (page: Page) => Promise<unknown>][] = [
  ['the landing page', (page) => page.getByText('In the sandbox').waitFor()],
  [
    'a conversation',
    async (page) => {
      await page.getByText('Every documented member of the user data').click();
      await page.getByRole('heading', { level: 1, name: /\.$/ }).waitFor();
    },
  ],
  [
    'its data in the clear',
    (page) =>
      page
        .getByRole('button', { name: /^Show personal data/ })
        .first()
        .click(),
  ],
  [
    'the raw reply',
    async (page) => {
      await page.getByRole('tab', { name: 'Raw reply' }).click();
      await page.getByRole('tabpanel').first().waitFor();
    },
  ],
  ['its media', (page) => page.getByRole('tab', { name: 'Files' }).click()],
  ['headless flows', (page) => visit(page, '#/headless', 'Headless flow')],
  ['deletion', (page) => visit(page, '#/deletion', 'Deletion')],
  ['signatures', (page) => visit(page, '#/signatures', 'Signatures')],
  ['help', (page) => visit(page, '#/help/interface/9.2', /interface/)],
  ['settings', (page) => visit(page, '#/settings', 'Settings')],
  ['a new environment', (page) => visit(page, '#/settings/new', /./)],
  [
    'the standing conditions',
    async (page) => {
      await openConditions(page);
    },
  ],
  [
    'the palette',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'the shortcuts',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+/');
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the search in the page',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox', { name: 'Find text' }).waitFor();
    },
  ],
];

async function visit(page: Page, hash: string, title: string | RegExp): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** The fields of text whose entries the browser would store in its profile to suggest them again. */
function rememberedFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
      // A hidden one measures the height of a field that grows.
      .filter((field) => field.getAttribute('aria-hidden') !== 'true')
      .filter(({ type }) => !['hidden', 'checkbox', 'radio', 'file', 'range'].includes(type))
      .filter((field) => (field.autocomplete || field.form?.autocomplete) !== 'off')
      .map((field) => field.outerHTML),
  );
}

test.each(windows)(
  'every screen fits and is accessible: $colorScheme, $viewport.width px',
  { timeout: 120_000 },
  async ({ axe, ...window }) => {
    await using console = await startConsole(window);
    for (const [name, go] of screens) {
      await go(console.page);
      if (axe) {
        await expectAccessible(console.page).catch((error: Error) => {
          throw new Error(`${name}: ${error.message}`);
        });
      }
      const overflow = await console.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0);
      expect(await rememberedFields(console.page), `${name} lets the browser store what is typed`).toEqual(
        [],
      );
    }
    expect(console.complaints).toEqual([]);
  },
);
