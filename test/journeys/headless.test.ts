import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { occurrencesInFiles } from '../support/byte-search.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

// The page's use of each step and answer is tested in test/components/headless.

let harness: ServiceHarness;
let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  harness = await openServiceHarness();
  console = await startConsole({ prepare: harness.join() });
  page = console.page;
});
afterAll(async () => {
  expect(console.complaints).toEqual([]);
  await console[Symbol.asyncDispose]();
  await harness.close();
});

/** Sends the answer from the field with the focus. Enter does nothing while the step is being read, so the end of that is waited for. */
async function sendByEnter(): Promise<void> {
  await page.getByRole('button', { name: /^(Send the answer|Continue) in /, disabled: false }).waitFor();
  await page.keyboard.press('Enter');
}

const entered = { email: 'canary.person@specimen.example', address: '198.51.100.77', name: 'Kanarina' };

test('from a created conversation to the end of its flow; nothing that was entered is on disk', async () => {
  await page.evaluate(() => {
    window.location.hash = '#/creation';
  });
  await page.getByLabel('User key', { exact: true }).fill('customer-1');
  await page.getByLabel('Strategy').first().fill('sandbox:any');
  await page.getByLabel('Return address').first().fill('https://shop.example/back');
  await page.getByRole('button', { name: 'Create in Acme test' }).click();
  await page.getByRole('button', { name: 'Start headless flow' }).click();
  const read = page.getByRole('button', { name: 'Read the current step' });
  // Enter does nothing while what is known of the flow is being loaded.
  await expect.poll(() => read.isEnabled()).toBe(true);
  await page.getByLabel('The person’s IP address').fill(entered.address);
  await page.keyboard.press('Enter');

  const email = page.getByLabel('Email address');
  await email.fill('nobody');
  await sendByEnter();
  await page.getByText('Invalid format: The value is not in the form').waitFor();
  await email.fill(entered.email);
  await sendByEnter();
  await page.getByText('Conversation: Created → In progress').waitFor();
  await page.getByLabel('One-time code').fill('123456');
  await sendByEnter();
  await page.getByLabel('First name').fill(entered.name);
  await page.getByLabel('Last name').fill('Specimen');
  await page.getByLabel('Date of birth').fill('2001-02-28');
  await picture(page, 'headless-person');
  const id = new URL(page.url()).hash.split('/')[2] ?? '';
  expect(occurrencesInFiles({ id }, [console.dataDir])).not.toEqual([]);
  await sendByEnter();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Send the answer in Acme test' }).click();
  await page.getByText('It is final and is not read again.').waitFor();
  await page.getByText('Conversation: In progress → Finished').waitFor();
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  const transcript = await page.getByRole('listitem').filter({ hasText: 'POST /api' }).allInnerTexts();
  expect(transcript.join()).toContain('error: email INVALID_FORMAT');
  expect(transcript.join()).not.toMatch(/specimen\.example|123456|198\.51\.100/i);
  await page.getByRole('button', { name: 'Open the case' }).first().click();
  await page.getByText('customer-1').first().waitFor();
  expect(occurrencesInFiles(entered, [console.dataDir])).toEqual([]);
}, 120_000);
