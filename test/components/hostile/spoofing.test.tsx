import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeCases, idOf, newRow } from '../cases.ts';
import { draftRegion, FakeRuns, newPreviewRow } from '../deletion-runs.ts';
import { newEnvironment } from '../environments.ts';
import { failing } from '../fake-bridge.ts';
import { enter, openSignatures, verified, verify } from '../signatures/page.tsx';
import { openWindow, press, showData } from '../window.tsx';
import { repliesOf } from './read-responses.ts';

/** A right-to-left override and a zero width space: both are invisible, and the first reverses the following text. */
const unseen = ['\u202e', '\u200b'] as const;
/** Added to every external text, so that each place it reaches can be found. */
const spoof = (name: string) => `${name}\u202e4321\u200bspoof`;

/** Checks all displayed and announced text of the page: external text must be isolated from the text around it. */
function expectNoSpoofing(where: string): void {
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
        if (unseen.some((character) => value.includes(character))) {
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
    if (unseen.some((character) => text.includes(character))) {
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

  expect(bare, `${where}: characters that cannot be seen, as they came`).toEqual([]);
  expect(mixed, `${where}: text from outside that is not isolated`).toEqual([]);
  expect(seen, `${where}: text from outside is shown at all`).toBeGreaterThan(0);
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

const sent = { conversation: { ...conversation, id: idOf(1) }, sources, metadata };
const cases = () => new FakeCases([newRow(1, { userKey: text })]).replies();
const acme = newEnvironment('acme', { name: spoof('Acme') });

test('the record, its media and the raw response', async () => {
  await openWindow(
    { ...cases(), ...repliesOf(sent), 'media.open': failing({ code: 'not-found', message: text }) },
    { hash: `#/conversations/${idOf(1)}`, environments: [acme] },
  );
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  await expect.element(page.getByText('Sources', { exact: true })).toBeVisible();
  await showData();
  for (const toggle of document.querySelectorAll<HTMLElement>('button[aria-expanded="false"]')) {
    if (toggle.checkVisibility()) {
      toggle.click();
    }
  }
  await expect.poll(() => document.querySelector('main [aria-busy=true]')).toBeNull();
  expectNoSpoofing('the record');
  await page.getByRole('tab', { name: 'Raw response' }).click();
  await expect
    .element(page.getByRole('region', { name: 'Raw response' }).getByText(/spoof/).first())
    .toBeVisible();
  expectNoSpoofing('the raw response');
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect.element(page.getByRole('navigation', { name: 'Files' })).toBeVisible();
  expectNoSpoofing('the media');
});

test('a response that names another conversation', async () => {
  await openWindow(
    { ...cases(), ...repliesOf({ conversation }) },
    { hash: `#/conversations/${idOf(1)}`, environments: [acme] },
  );
  await expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();
  expectNoSpoofing('the response');
});

test('an error of the service', async () => {
  const details = { violations: [{ field: text, message: text }] };
  await openWindow(
    {
      ...cases(),
      'conversations.open': failing({ code: 'bad-request', message: text, hint: text, details }),
    },
    { hash: `#/conversations/${idOf(1)}`, environments: [acme] },
  );
  await expect.element(page.getByRole('alert')).toBeVisible();
  expectNoSpoofing('a refusal');
});

test('the list of cases and its preview', async () => {
  await openWindow(cases(), { environments: [acme] });
  await showData();
  await expect.element(page.getByRole('grid').getByText(/spoof/).first()).toBeVisible();
  expectNoSpoofing('the list');
});

test('deletion, settings and the palette', async () => {
  const runs = new FakeRuns([
    newPreviewRow(idOf(1), { status: text, userKey: text, name: text, products: [text], detail: text }),
  ]);
  const sandbox = newEnvironment('sandbox', { name: 'Sandbox', kind: 'sandbox' }, { builtIn: true });
  await openWindow(
    { ...cases(), ...runs.replies() },
    { hash: `#/deletion/${idOf(1)}`, environments: [acme, sandbox] },
  );
  await expect.element(draftRegion).toBeVisible();
  await showData();
  expectNoSpoofing('deletion');
  location.hash = '#/settings';
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect.element(page.getByRole('main').getByText(/spoof/).first()).toBeVisible();
  expectNoSpoofing('settings');
  // In another environment the palette offers to switch to this one.
  await press('Control+Alt+2');
  await expect.element(page.getByRole('button', { name: /^Environment: Sandbox/ })).toBeVisible();
  await press('Control+k');
  await page.getByRole('combobox', { name: /^Open or search/ }).fill('spoof');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  expectNoSpoofing('the palette');
});

test('the signatures workbench', async () => {
  await openSignatures({
    'signatures.verify': () =>
      verified({ message: { callbackId: text, conversationId: text, target: text, event: text } }),
  });
  await enter(JSON.stringify({ id: text }));
  await verify.click();
  await expect.element(page.getByRole('tab', { name: 'What to do' })).toBeVisible();
  expectNoSpoofing('signatures');
});
