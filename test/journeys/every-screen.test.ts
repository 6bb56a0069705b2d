import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callbackViews, conversationViews, type PageName, reportViews } from '../../renderer/navigation.ts';
import { fullTests } from '../support/full-tests.ts';
import { expectNoViolations } from './access.ts';
import { openConditions } from './conditions.ts';
import { startConsole } from './console.ts';
import { picture } from './picture.ts';

const common = { width: 1280, height: 800 };
/** The common window at 200 % zoom. */
const zoomed = { width: 640, height: 400 };
const large = { width: 1920, height: 1080 };
/** A walk checks every screen in one window; `resized` are other sizes of it, where only the layout can differ. */
interface Walk {
  colorScheme: 'light' | 'dark';
  viewport: typeof common;
  resized?: (typeof common)[];
}
const walks: Walk[] = fullTests
  ? [
      { colorScheme: 'light', viewport: common },
      { colorScheme: 'dark', viewport: zoomed },
      { colorScheme: 'light', viewport: zoomed },
      { colorScheme: 'dark', viewport: large },
    ]
  : [{ colorScheme: 'light', viewport: common, resized: [zoomed] }];

type Screen = [name: string, go: (page: Page) => Promise<unknown>];

/** Each screen, and how to reach it from the previous one. */
const screens: Screen[] = [
  ['the first start', (page) => page.getByRole('button', { name: 'Start the review' }).waitFor()],
  ['the samples', (page) => page.getByRole('button', { name: /^Samples/ }).click()],
  [
    'a conversation',
    async (page) => {
      await page.getByText('Every documented member of the user data').click();
      await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
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
    'the raw response',
    async (page) => {
      await page.getByRole('tab', { name: 'Raw response' }).click();
      await page.getByRole('tabpanel').first().waitFor();
    },
  ],
  ['its media', (page) => page.getByRole('tab', { name: 'Files' }).click()],
  ['its calls', (page) => page.getByRole('tab', { name: 'Calls' }).click()],
  ['its history', (page) => page.getByRole('tab', { name: 'History' }).click()],
  [
    'a new conversation',
    async (page) => {
      await visit(page, '#/creation', 'New conversation');
      await page.getByRole('checkbox', { name: 'AML lists' }).check();
      await page.getByRole('checkbox', { name: 'Bank transactions' }).check();
      await page.getByRole('checkbox', { name: 'Verify', exact: true }).check();
      await page.getByRole('checkbox', { name: 'Affordability' }).check();
      await page.getByRole('button', { name: 'Require fields' }).click();
      await page.getByLabel('Callback address').first().fill('not an address');
      await page.getByText('Will be refused:').first().waitFor();
    },
  ],
  [
    'a created conversation',
    async (page) => {
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('User key', { exact: true }).fill('every-screen');
      await page.getByLabel('Strategy').first().fill('sandbox:headless-documents');
      await page.getByLabel('Return address').first().fill('https://shop.example/');
      await page.getByRole('button', { name: /^Create in/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Conversation created' }).waitFor();
    },
  ],
  [
    'the person of a headless flow',
    async (page) => {
      await page.getByRole('button', { name: 'Start headless flow' }).click();
      await page.getByLabel('The person’s IP address').waitFor();
    },
  ],
  [
    'a step with choices',
    async (page) => {
      await page.getByLabel('The person’s IP address').fill('203.0.113.7');
      await page.getByRole('button', { name: 'Read the current step' }).click();
      await page.getByRole('radio', { name: 'Poland (PL)' }).check();
      await page.getByRole('button', { name: 'Transcript', exact: true }).click();
    },
  ],
  [
    'a step with files',
    async (page) => {
      await page.getByRole('button', { name: /^Send the answer in/ }).click();
      await page.getByRole('radio', { name: 'Passport' }).check();
      await page.getByRole('button', { name: /^Send the answer in/ }).click();
      await page.getByRole('group', { name: 'Back of the document' }).waitFor();
    },
  ],
  [
    'an answer as JSON',
    async (page) => {
      await page.getByText('JSON', { exact: true }).click();
      await page.getByLabel('Values by field, as JSON').waitFor();
    },
  ],
  ['headless flows', (page) => visit(page, '#/headless', 'Headless flow')],
  ...callbackViews.map(
    (view): Screen => [
      `callbacks: ${view}`,
      async (page) => {
        await visit(page, `#/callbacks/${view}`, 'Callbacks');
        await page.getByRole('tabpanel').first().waitFor();
      },
    ],
  ),
  ...reportViews.map(
    (view): Screen => [
      `reports: ${view}`,
      async (page) => {
        await visit(page, `#/reports/${view}`, 'Reports');
        await page.getByRole('tabpanel').first().waitFor();
      },
    ],
  ),
  ['the calls', (page) => visit(page, '#/calls', 'Calls')],
  ['deletion', (page) => visit(page, '#/deletion', 'Deletion')],
  ['signatures', (page) => visit(page, '#/signatures', 'Signatures')],
  ['help', (page) => visit(page, '#/help/interface/9.2', /interface/)],
  ['settings', (page) => visit(page, '#/settings', 'Settings')],
  ['a new environment', (page) => visit(page, '#/settings/new', /./)],
  [
    'the current conditions',
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

/** The screens on which axe looks for violations in `npm test`, too: most of what the others are made of is on them. */
const checkedAlways = ['its data in the clear', 'a new conversation', 'callbacks: inbox', 'settings'];

async function visit(page: Page, hash: string, title: string | RegExp): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** The pages that have to be among the screens; a new page or view fails to compile or is missed below. */
const pages = Object.keys({
  conversations: true,
  reports: true,
  creation: true,
  deletion: true,
  headless: true,
  callbacks: true,
  signatures: true,
  calls: true,
  help: true,
  settings: true,
} satisfies Record<PageName, true>);

/** The pages that the rail leads to, by their name in the address. */
async function pagesOfRail(page: Page): Promise<string[]> {
  const found: string[] = [];
  const entries = page.getByRole('navigation', { name: 'Pages' }).getByRole('button');
  for (let index = 0; index < (await entries.count()); index += 1) {
    await entries.nth(index).click();
    await entries.nth(index).and(page.locator('[aria-current=page]')).waitFor();
    found.push((await placeOf(page)).page);
  }
  return found;
}

/** The page and the view in the window's address; a conversation's view is named after its tab. */
async function placeOf(page: Page): Promise<{ page: string; view: string }> {
  const [name = '', first = '', second = ''] = (await page.evaluate(() => window.location.hash))
    .replace(/^#\/?/, '')
    .split('/');
  const isCase = name === 'conversations' && first !== '';
  return {
    page: name || 'conversations',
    view: isCase ? `case/${second || 'result'}` : `${name}/${first}`,
  };
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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

test.each(walks)(
  'every screen fits and is accessible: $colorScheme, $viewport.width px',
  { timeout: 240_000 },
  async ({ resized = [], ...window }) => {
    await using console = await startConsole(window);
    const seen = new Set<string>();
    for (const [name, go] of screens) {
      await go(console.page);
      const place = await placeOf(console.page);
      seen.add(place.page).add(place.view);
      const expectFits = async ({ width }: { width: number }) => {
        await picture(console.page, `screen-${window.colorScheme}-${width}-${name.replaceAll(/\W+/g, '-')}`);
        await expect
          .poll(() => overflowOf(console.page), {
            message: `${name} is wider than the window of ${width} px`,
          })
          .toBeLessThanOrEqual(0);
      };
      if (fullTests || checkedAlways.includes(name)) {
        await expectNoViolations(console.page).catch((error: Error) => {
          throw new Error(`${name}: ${error.message}`, { cause: error });
        });
      }
      await expectFits(window.viewport);
      for (const size of resized) {
        await console.page.setViewportSize(size);
        await expectFits(size);
      }
      await console.page.setViewportSize(window.viewport);
      expect(await rememberedFields(console.page), `${name} lets the browser store what is typed`).toEqual(
        [],
      );
    }
    await console.page.keyboard.press('Escape');
    const required = [
      ...pages,
      ...(await pagesOfRail(console.page)),
      ...conversationViews.map((view) => `case/${view}`),
      ...callbackViews.map((view) => `callbacks/${view}`),
      ...reportViews.map((view) => `reports/${view}`),
    ];
    expect(required.filter((one) => !seen.has(one))).toEqual([]);
    expect(console.complaints).toEqual([]);
  },
);
