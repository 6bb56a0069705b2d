import type { Page } from 'playwright-core';
import { paste, rawHttp, signedNow } from '../journeys/callbacks.ts';
import { showData } from '../journeys/console.ts';

/** The screens of the pictures in README and the guide, in one walk through the sandbox's cases. */

async function visit(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
}

async function openSample(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+Shift+M');
  await page.getByRole('navigation').getByRole('button', { name: 'Cases' }).click();
  await page.getByRole('button', { name: /^Samples/ }).click();
  await page.locator('li').getByText(title).first().click();
  // The heading is a sentence about the result once the conversation was read.
  await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
}

/** Waits for the picture of the file, and for each thumbnail in view: they are drawn one after the other. */
async function waitForFiles(page: Page): Promise<void> {
  await page.locator('main img[data-loaded="true"]').first().waitFor();
  await page.waitForFunction(() => {
    const strip = document.querySelector('nav[aria-label="Thumbnails"] ol');
    const end = strip?.getBoundingClientRect().right ?? 0;
    const files = [...(strip?.querySelectorAll('button') ?? [])];
    const inView = files.filter((file) => file.getBoundingClientRect().left < end);
    return inView.length > 0 && inView.every((file) => file.querySelector('[data-thumbnail]'));
  });
}

export const screens: [name: string, show: (page: Page) => Promise<unknown>][] = [
  [
    'desk',
    async (page) => {
      await openSample(page, 'Everything that can be collected');
      await showData(page);
      await waitForFiles(page);
      await page.getByText('MRZ read here').nth(2).waitFor();
    },
  ],
  [
    'cases',
    async (page) => {
      // The list contains opened conversations.
      for (const title of [
        'Finished: identity confirmed',
        'Canceled: the user gave up',
        'Seven products, all failed',
        'Checks accepted, failed',
        'In progress: may be expired',
        'On a PEP list, monitoring on',
      ]) {
        await openSample(page, title);
      }
      await page.getByRole('navigation').getByRole('button', { name: 'Cases' }).click();
      await page.getByRole('button', { name: /^All/ }).first().click();
      await page.locator('[data-conversation]').nth(5).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press(' ');
      await page.getByRole('heading', { name: 'Products' }).waitFor();
    },
  ],
  [
    'case',
    async (page) => {
      await openSample(page, 'On a PEP list, monitoring on: may not be deleted');
    },
  ],
  [
    'raw',
    async (page) => {
      await page.keyboard.press('Alt+3');
      await showData(page);
      await page.getByRole('treeitem').or(page.getByText('"result"')).first().waitFor();
    },
  ],
  [
    'media',
    async (page) => {
      await openSample(page, 'Everything that can be collected');
      await page.getByRole('tab', { name: 'Files' }).click();
      await showData(page);
      await waitForFiles(page);
    },
  ],
  [
    'deletion',
    async (page) => {
      await page.keyboard.press('Control+Shift+M');
      await page.keyboard.press('Control+Shift+D');
      await page.getByRole('heading', { level: 1, name: 'Deletion' }).waitFor();
      await page.getByRole('button', { name: 'Delete data in Sandbox' }).waitFor();
    },
  ],
  [
    'signatures',
    async (page) => {
      await visit(page, '#/signatures');
      await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor();
      // A framework parsed the body and wrote it again with indentation.
      const key = 'sk_cb_of_an_example';
      const conversation = { id: '2b1c7f0e-5d1a-4f0c-9a52-6f6f0b0c8d11', status: 'FINISHED', result: {} };
      const sent = {
        id: 'c0ffee00-0000-4000-8000-000000000001',
        created: new Date().toISOString(),
        target: 'CONVERSATION',
        event: 'FINISHED',
        payload: { conversation },
      };
      await page.getByLabel('Signing key').selectOption('pasted');
      await page.locator('input[type="password"]').fill(key);
      const headers = signedNow(JSON.stringify(sent), key);
      await paste(page, 'A whole request to import', rawHttp(headers, JSON.stringify(sent, undefined, 2)));
      await page.locator('[data-code]').first().waitFor();
      await page.getByRole('button', { name: 'Search again' }).waitFor();
    },
  ],
  [
    'headless',
    async (page) => {
      await visit(page, '#/creation');
      await page.getByRole('button', { name: 'Fill in the example' }).click();
      await page.getByRole('button', { name: 'Create in Sandbox' }).click();
      await page.getByRole('button', { name: 'Start headless flow' }).click();
      await page.getByLabel('The person’s IP address').fill('203.0.113.7');
      await page.keyboard.press('Enter');
      await page.getByLabel('Email address').fill('ada@specimen.example');
      await page.keyboard.press('Enter');
      await page.getByLabel('One-time code').fill('123456');
      await page.getByText('again every 20 seconds').waitFor();
    },
  ],
  [
    'settings',
    async (page) => {
      const restore = page.getByRole('button', { name: 'Restore…' });
      // The first copy of the list is made some seconds after the start; the page lists those made before it was opened.
      do {
        await visit(page, '#/cases');
        await visit(page, '#/settings');
        await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
        await restore.waitFor({ timeout: 1000 }).catch(() => undefined);
      } while (!(await restore.isVisible()));
    },
  ],
  ['new-environment', (page) => visit(page, '#/settings/new')],
  // Last, since the listener stays on.
  [
    'callbacks',
    async (page) => {
      await visit(page, '#/callbacks');
      await page.getByRole('button', { name: 'Try it with the sandbox', exact: true }).click();
      await page
        .getByRole('region', { name: 'Sandbox conversation' })
        .getByRole('button', { name: 'Finish' })
        .click();
      const table = page.getByRole('grid', { name: 'Received callbacks' });
      await table.getByText('CONVERSATION FINISHED').waitFor();
      // The listener reports what it has received a moment later.
      await page.getByText('1 callback received').waitFor();
      await table.focus();
      await page.keyboard.press('ArrowDown');
      await page.getByText('The signature matches: this body was signed with this key.').waitFor();
    },
  ],
  [
    'exam',
    async (page) => {
      // The console's own listener is the receiver, and accepts what it must reject.
      const listener = page.getByRole('region', { name: 'Listener' });
      await listener.getByLabel('Answer').click();
      await page.getByRole('option', { name: 'Answer: 200 to everything' }).click();
      const address = await listener.locator('code').first().innerText();
      await page.getByRole('tab', { name: 'Examine a receiver' }).click();
      await page.getByRole('textbox', { name: 'Receiver' }).fill(address);
      await page.getByRole('button', { name: /^Examine/ }).click();
      const exam = page.getByRole('region', { name: 'Exam', exact: true });
      await exam.getByText('Open a failed rule to see').waitFor({ timeout: 180_000 });
      const rule = exam.getByRole('button', { name: /^Rejects: signature differs in its first/ });
      await rule.click();
      await exam.getByText('How to fix').first().waitFor();
      await rule.evaluate((button) => button.scrollIntoView({ block: 'center' }));
    },
  ],
];

/** The names of headings, tabs and buttons; not those with numbers, which may change with the time, nor Stop, which comes with work under way. */
export async function namesOn(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, [role="tab"], button')]
      .filter((element) => element.checkVisibility())
      .map((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()),
  );
  return [...new Set(names)].filter((name) => name !== '' && name !== 'Stop' && !/\d/.test(name)).sort();
}
