import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paste } from '../journeys/callbacks.ts';
import { type RunningConsole, startConsole } from '../journeys/console.ts';
import { openServiceHarness, type ServiceHarness } from '../journeys/service-harness.ts';

/** A right-to-left override and a zero width space: both are invisible, and the first reverses the following text. */
const unseen = ['\u202e', '\u200b'] as const;
/** Added to every external text, so that each place it reaches can be found. */
const spoof = (name: string) => `${name}\u202e4321\u200bspoof`;

let harness: ServiceHarness;
let console: RunningConsole;
beforeAll(async () => {
  harness = await openServiceHarness();
  console = await startConsole({ prepare: harness.join({ name: spoof('Acme') }) });
  await console.page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await harness?.close();
});

const vendor = 'application/vnd.service.v1.1+json';
const answerWith = (path: string, body: unknown, status = 200) =>
  harness.control('/faults', {
    match: { method: 'GET', path },
    fault: { status, body, contentType: vendor },
    times: 1,
  });

/** Checks all displayed and announced text of a page: external text must be isolated from the text around it. */
async function expectNoSpoofing(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(
    (characters) => {
      const bare: string[] = [];
      const mixed: string[] = [];
      let seen = 0;
      const describe = (element: Element | null, text: string) =>
        `<${element?.tagName.toLowerCase()} class="${element?.className}"> ${JSON.stringify(text.slice(0, 80))}`;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
      for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode()) {
        if (node instanceof Element) {
          for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']) {
            const value = node.getAttribute(name) ?? '';
            if (characters.some((character) => value.includes(character))) {
              bare.push(`${name} ${describe(node, value)}`);
            }
          }
          continue;
        }
        const text = node.nodeValue ?? '';
        // A field the user edits keeps its text byte for byte.
        if (node.nodeType !== Node.TEXT_NODE || node.parentElement?.tagName === 'TEXTAREA') {
          continue;
        }
        if (characters.some((character) => text.includes(character))) {
          bare.push(describe(node.parentElement, text));
        }
        if (!text.includes('spoof')) {
          continue;
        }
        seen += 1;
        const isolated = (element: Element | null): boolean =>
          element !== null &&
          (getComputedStyle(element).unicodeBidi.includes('isolate') || isolated(element.parentElement));
        if (!isolated(node.parentElement)) {
          mixed.push(describe(node.parentElement, text));
        }
      }
      return { bare, mixed, seen };
    },
    [...unseen],
  );
  expect(found.bare, `${where}: characters that cannot be seen, as they came`).toEqual([]);
  expect(found.mixed, `${where}: text from outside that is not isolated`).toEqual([]);
  expect(found.seen, `${where}: text from outside is shown at all`).toBeGreaterThan(0);
}

const text = spoof('value');
const product = {
  status: text,
  errors: [text],
  checks: [{ name: text, result: text, details: { field: text, reason: text, [text]: text } }],
  [text]: text,
};
const conversation = {
  id: text,
  userKey: text,
  url: `https://service.example/${text}`,
  status: text,
  [text]: { [text]: text },
  info: [{ country: text, method: text, [text]: text }],
  result: {
    identity: {
      ...product,
      user: {
        person: {
          name: { firstName: text, [text]: text, spelling: { aliasName: text } },
          ids: {
            nationalId: text,
            passport: { id: text, expiryDate: text, issueCountry: text },
            driverLicence: { id: text, limitations: [text], categories: [{ category: text, [text]: text }] },
            accounts: [{ accountId: text, currency: text }],
          },
          info: { gender: text, nationality: text, birthDate: text },
          address: text,
          contact: { email: text, phone: text },
        },
        company: { name: text, ids: { taxId: text }, address: { city: text } },
      },
    },
    aml: { ...product, found: [text], subscription: { active: true, lastChanged: text } },
    verify: { ...product, details: [{ field: text, similarity: 0.5, [text]: text }] },
    auth: { ...product, token: text, challenge: text },
    databaseVerification: { ...product, status: 'FINISHED' },
    [text]: product,
    list: [text],
  },
};
const sources = {
  source: [
    { name: text, status: text, sourceName: text, sourceType: text, sourceMatchResult: text, errors: [text] },
  ],
  [text]: text,
};
const metadata = {
  media: [
    { id: text, type: text, subtype: text, variant: text, contentType: text },
    { id: '', type: text },
  ],
  [text]: text,
};

const open = (page: Page, hash: string) =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, hash);

test('the record, its media and the raw reply', { timeout: 120_000 }, async () => {
  const { page } = console;
  await answerWith('/api/conversations/c-1', { ...conversation, id: 'c-1' });
  await answerWith('/api/conversations/c-1/databaseVerification/info', sources);
  await answerWith('/api/conversations/c-1/identity/metadata', metadata);
  await open(page, '#/conversations/c-1');
  await page.getByRole('heading', { level: 1, name: /\.$/ }).waitFor();
  await page.getByText('Sources', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: /^Show personal data/ })
    .first()
    .click();
  for (const toggle of await page.locator('button[aria-expanded="false"]').all()) {
    if (await toggle.isVisible()) {
      await toggle.click();
    }
  }
  await expectNoSpoofing(page, 'the record');
  await page.getByRole('tab', { name: 'Raw reply' }).click();
  await page.getByRole('region', { name: 'Raw reply' }).waitFor();
  await expectNoSpoofing(page, 'the raw reply');
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('navigation', { name: 'Files' }).waitFor();
  await expectNoSpoofing(page, 'the media');
});

test('a reply that names another conversation', { timeout: 60_000 }, async () => {
  const { page } = console;
  await answerWith('/api/conversations/c-4', conversation);
  await open(page, '#/conversations/c-4');
  await page.getByRole('heading', { level: 1, name: /another conversation/ }).waitFor();
  await expectNoSpoofing(page, 'the reply');
});

test("the service's error messages", { timeout: 60_000 }, async () => {
  const { page } = console;
  await answerWith(
    '/api/conversations/c-2',
    { status: 'BAD_REQUEST', message: text, violations: [{ field: text, message: text }] },
    400,
  );
  await open(page, '#/conversations/c-2');
  await page.getByRole('alert').waitFor();
  await expectNoSpoofing(page, 'a refusal');
});

test('deletion, settings and the palette', { timeout: 120_000 }, async () => {
  const { page } = console;
  await answerWith('/api/conversations/c-3', conversation);
  await open(page, '#/deletion/c-3');
  await page.getByRole('heading', { level: 1, name: 'Deletion' }).waitFor();
  await page.getByRole('main').getByText('spoof').first().waitFor();
  await expectNoSpoofing(page, 'deletion');
  await open(page, '#/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await expectNoSpoofing(page, 'settings');
  // In another environment the palette offers to switch to this one.
  await page.keyboard.press('Control+Alt+1');
  await page.getByRole('button', { name: /^Environment: Sandbox/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Open or search/ }).fill('spoof');
  await page.getByRole('option').first().waitFor();
  await expectNoSpoofing(page, 'the palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Alt+2');
  await page.getByRole('button', { name: /^Environment: Acme/ }).waitFor();
});

test('the signatures workbench', { timeout: 60_000 }, async () => {
  const { page } = console;
  await open(page, '#/signatures');
  await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor();
  const body = JSON.stringify({
    id: text,
    created: text,
    target: text,
    event: text,
    payload: { conversation: { ...conversation, id: text } },
  });
  await paste(
    page,
    'A whole request to import',
    `POST /callbacks HTTP/1.1\r\nHost: receiver.example\r\nContent-Type: application/json\r\nX-Signature: ${'0'.repeat(64)}\r\nX-Signature-Timestamp: 1700000000000\r\n\r\n${body}`,
  );
  await page.locator('[data-verdict="signature"]').waitFor();
  await page.getByText('What the message says').waitFor();
  await expectNoSpoofing(page, 'signatures');
});
