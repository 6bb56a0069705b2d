import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { occurrencesInFiles } from '../support/byte-search.ts';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';

// The form, templates, texts and what is sent twice are tested in test/components/creation.

let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  console = await startConsole();
  page = console.page;
});
afterAll(async () => {
  expect(console.complaints).toEqual([]);
  await console[Symbol.asyncDispose]();
});

test('a second browser plays the user at the address, and the console sees the end of the conversation', async () => {
  await page.getByRole('button', { name: 'New conversation…' }).click();
  await page.getByRole('button', { name: 'Fill in the example' }).click();
  await page.getByText(/^For example: http:\/\/127\.0\.0\.1:\d+\/returned\//).waitFor();
  await expectAccessible(page);
  await picture(page, 'creation-example');
  await page.getByLabel('User key', { exact: true }).fill('customer-2001');
  await page.getByRole('button', { name: 'Create in Sandbox' }).click();
  await page.getByText('Open it in a browser on this computer to act as the user.').waitFor();
  const address = await page
    .getByText(/^http:\/\/127\.0\.0\.1:\d+\/conversation\//)
    .first()
    .innerText();
  await page.getByRole('button', { name: 'Start headless flow' }).click();
  await page.getByText('again every 20 seconds').waitFor();
  await picture(page, 'creation-walk');

  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const person = await browser.newPage();
  await person.goto(address);
  await page.getByRole('button', { name: 'Read now' }).click();
  await page.getByText('Conversation: Created → In progress').waitFor();
  await person.getByRole('button', { name: 'Finish', exact: true }).click();
  await person.getByText('This is the return address. The conversation has ended.').waitFor();
  expect(person.url()).toBe(address.replace('/conversation/', '/returned/'));
  await page.getByRole('button', { name: 'Read now' }).click();
  await page.getByText('Conversation: In progress → Finished').waitFor();
  await page
    .getByText('The conversation is final (Finished).')
    .or(page.getByText('It is final and is not read again.'))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Open the case' }).first().click();
  await page.getByText('customer-2001').first().waitFor();
  // The same again, from the case.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'New conversation…' }).click();
  await page.getByRole('heading', { level: 1, name: 'New conversation' }).waitFor();
  expect(JSON.parse(await page.getByLabel('Request as JSON').inputValue())).toEqual({
    userKey: 'customer-2001',
    query: { identity: {} },
  });
  // The same request is recognised, and nothing of the person it names is on disk.
  await page.getByRole('checkbox', { name: 'Verify' }).check();
  await page.getByLabel('Return address').first().fill('https://shop.example/back');
  await page.getByLabel('First name').fill('Canarina');
  await page.getByLabel('Passport number').fill('PA1234567');
  await page.getByRole('button', { name: 'Create in Sandbox' }).click();
  await page.getByRole('button', { name: 'Create another like this' }).click();
  await page.getByRole('button', { name: 'Create in Sandbox' }).click();
  await page.getByText('The same request was sent less than 5 minutes ago and created').waitFor();
  const entered = { key: 'customer-2001', name: 'Canarina', passport: 'PA1234567' };
  expect(occurrencesInFiles(entered, [console.dataDir])).toEqual([]);
}, 90_000);
