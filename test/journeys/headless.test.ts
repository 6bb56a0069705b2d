import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pngOf } from '../support/images.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

let harness: ServiceHarness;
let console: RunningConsole;
let page: Page;
beforeAll(async () => {
  harness = await openServiceHarness();
  console = await startConsole({ prepare: harness.join() });
  page = console.page;
}, 60_000);
afterAll(async () => {
  expect(console.complaints).toEqual([]);
  await console[Symbol.asyncDispose]();
  await harness.close();
});

const send = () => page.getByRole('button', { name: 'Send the answer in Acme test' });
const component = (label: string) => page.getByRole('button', { name: label, exact: true }).first().waitFor();

async function begin(strategy: string): Promise<string> {
  const id = await harness.create(strategy);
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/headless/${id}`);
  await page.getByLabel('The person’s IP address').fill('203.0.113.7');
  await page.getByRole('button', { name: 'Read the current step' }).click();
  return id;
}

test('from a created conversation to the end of its flow, with incorrect answers on the way', async () => {
  await page.evaluate(() => {
    window.location.hash = '#/creation';
  });
  await page.getByLabel('User key', { exact: true }).fill('customer-1');
  await page.getByLabel('Strategy').first().fill('sandbox:any');
  await page.getByLabel('Return address').first().fill('https://shop.example/back');
  await page.getByRole('button', { name: 'Create in Acme test' }).click();
  await page.getByRole('button', { name: 'Start headless flow' }).click();
  await page.getByRole('heading', { level: 1, name: 'Headless flow' }).waitFor();
  await picture(page, 'headless-address');
  await page.getByLabel('The person’s IP address').fill('not an address');
  // Enter does nothing while what is known of the flow is being loaded.
  await expect.poll(() => page.getByRole('button', { name: 'Read the current step' }).isEnabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Enter an IPv4 or IPv6 address').waitFor();
  await page.getByLabel('The person’s IP address').fill('203.0.113.7');
  await page.keyboard.press('Enter');

  const email = page.getByLabel('Email address');
  await email.waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByText('Next read in').waitFor();
  await send().click();
  await page.getByText('Enter a value. To send it empty, use JSON.').waitFor();
  await email.fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByText('Invalid format: The value is not in the form').waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await email.inputValue()).toBe('nobody');
  await expectAccessibleInBothSchemes(page);
  await picture(page, 'headless-error');
  await email.fill('ada@specimen.example');
  await page.keyboard.press('Enter');
  await page.getByText('Conversation: Created → In progress').waitFor();
  await page.getByLabel('One-time code').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Wrong code:').waitFor();
  await page.getByLabel('One-time code').fill('123456');
  await page.keyboard.press('Enter');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Specimen');
  await page.getByLabel('Date of birth').fill('2001-02-28');
  await picture(page, 'headless-person');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await send().click();
  await component('End of the flow');
  await page.getByText('It is final and is not read again.').waitFor();
  await page.getByText('Conversation: In progress → Finished').waitFor();
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  const transcript = await page.getByRole('listitem').filter({ hasText: 'POST /api' }).allInnerTexts();
  expect(transcript.join()).toContain('error: email INVALID_FORMAT');
  expect(transcript.join()).not.toMatch(/specimen\.example|123456|203\.0\.113/i);
  await expectAccessible(page);
  await picture(page, 'headless-end');
  await page.getByRole('button', { name: 'Open the case' }).first().click();
  await page.getByText('customer-1').first().waitFor();
}, 120_000);

test('choices, files by dialog and by drop, and a step that asks for nothing', async () => {
  await begin('sandbox:headless-documents');
  await page.getByRole('radio', { name: 'Poland (PL)' }).check();
  await send().click();
  await page.getByRole('radio', { name: 'Passport' }).check();
  await send().click();
  await component('Document photos');
  const front = page.getByRole('group', { name: 'Front of the document' });
  const back = page.getByRole('group', { name: 'Back of the document' });
  await send().click();
  await page.getByText('Choose a file. To send none, use JSON.').first().waitFor();

  const choose = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name }).click();
    await (await chooser).setFiles(file);
  };
  const text = { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>not a picture</html>') };
  await choose('Choose a file: Front of the document', text);
  await page.getByText('This file was not added: its content is text/html.').waitFor();
  const large = { ...text, buffer: Buffer.alloc(9 * 1024 * 1024) };
  await choose('Choose a file: Front of the document', large);
  await page.getByText('This file was not added: it is 9.4 MB. The limit is 8.4 MB.').waitFor();
  const image = { name: 'front.png', mimeType: 'image/png', buffer: pngOf(60, 40) };
  await choose('Choose a file: Front of the document', image);
  await front.getByText('image/png').waitFor();
  await front.getByRole('button', { name: 'Show the picture' }).click();
  await front.getByRole('img', { name: 'Front of the document' }).waitFor();
  await drop(back.locator('xpath=.'), [...pngOf(30, 40)]);
  await back.getByText('30 × 40').waitFor();
  await expectAccessibleInBothSchemes(page);
  await picture(page, 'headless-files');
  // A window of 1280x800 at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 400 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await picture(page, 'headless-zoomed');
  await page.setViewportSize({ width: 1280, height: 800 });
  await send().click();
  await component('Face photo');
  await choose('Choose a file: Face', image);
  await page.getByText('60 × 40').waitFor();
  await send().click();
  await page.getByLabel('Telephone number').fill('+48600700800');
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time code').fill('123456');
  await page.keyboard.press('Enter');
  await page.getByText('This step asks for nothing.').waitFor();
  await page.getByRole('button', { name: 'Continue in Acme test' }).click();
  await page.getByRole('radio', { name: 'No' }).check();
  await send().click();
  await component('End of the flow');
  await page.getByText('Conversation: In progress → Cancelled').waitFor();
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  await page.getByText(/front: file •••\.png, image\/png, \d+ bytes, SHA-256 [0-9a-f]{64}/).waitFor();
}, 120_000);

/** Drops a file as a person would with the mouse. */
async function drop(target: ReturnType<Page['locator']>, bytes: number[]): Promise<void> {
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(content)], 'back.png', { type: 'image/png' }));
    return transfer;
  }, bytes);
  await target.dispatchEvent('dragover', { dataTransfer: data });
  await target.dispatchEvent('drop', { dataTransfer: data });
}

test('an unknown component is answered as JSON, with the fields that the service describes', async () => {
  await begin('sandbox:headless-unknown');
  await page.getByText('The console has no form for this component.').waitFor();
  const json = page.getByLabel('Values by field, as JSON');
  expect(JSON.parse(await json.inputValue())).toEqual({ cardNumber: '', tier: '' });
  await expectAccessibleInBothSchemes(page);
  await picture(page, 'headless-unknown');
  await json.fill('{"cardNumber": "1"');
  await page.getByText('Not valid JSON').waitFor();
  expect(await send().isDisabled()).toBe(true);
  await json.fill('{"cardNumber": "1", "tier": "G"}');
  await send().click();
  await page.getByText('Accepted').or(page.getByText('Incorrect fields')).first().waitFor();
  await page.getByText('Fields', { exact: true }).click();
  await page.getByText('Invalid card').waitFor();
  await page.getByLabel('Card number').fill('12345678');
  await page.getByRole('radio', { name: 'Gold' }).check();
  await send().click();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await send().click();
  await component('End of the flow');
}, 90_000);

test('an answer of unknown outcome is reported, and settled by reading the step', async () => {
  const id = await begin('sandbox:any');
  const email = page.getByLabel('Email address');
  const fault = (order: object) =>
    harness.control('/faults', {
      match: { method: 'POST', path: `/api/conversations/${id}/headless/*` },
      fault: order,
      times: 1,
    });
  await fault({ status: 504, html: true });
  await email.fill('ada@specimen.example');
  await send().click();
  await page.getByText('It is not known whether the page was submitted').waitFor();
  expect(await send().isDisabled()).toBe(true);
  await expectAccessible(page);
  await picture(page, 'headless-unknown-outcome');
  await page.getByRole('button', { name: 'Read the current step' }).first().click();
  await page.getByText('The service still shows the same step').waitFor();
  expect(await email.inputValue()).toBe('ada@specimen.example');
  await fault({ disconnectAfterBytes: 0 });
  await send().click();
  await page.getByText('It is not known whether the page was submitted').waitFor();
  await page.getByRole('button', { name: 'Read the current step' }).first().click();
  await page.getByText('The answer arrived: the flow has moved on.').waitFor();
  await page.getByLabel('One-time code').waitFor();
}, 90_000);

test('a conversation that expires in the middle says so', async () => {
  const id = await begin('sandbox:any');
  await page.getByLabel('Email address').fill('ada@specimen.example');
  await harness.control(`/conversations/${id}/expire`, {});
  await send().click();
  await page.getByRole('alert').getByText('not-found').waitFor();
  await page.getByText('Conversation: Created → Expired').waitFor();
  await page.getByText('The conversation is final (Expired).').waitFor();
  expect(await send().isDisabled()).toBe(true);
  await picture(page, 'headless-expired');
  await page.getByRole('button', { name: 'Read the current step' }).click();
  await component('End of the flow');
}, 60_000);

test.each([
  [402, 'plan-exhausted'],
  [403, 'forbidden'],
  [500, 'server-error'],
  [404, 'not-found'],
  [400, 'bad-request'],
])(
  'a refusal with %i is explained and leaves the flow as it was',
  async (status, code) => {
    const id = await harness.create('sandbox:any');
    await harness.control('/faults', {
      match: { method: 'GET', path: `/api/conversations/${id}/headless` },
      fault: { status },
      times: 4,
    });
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/headless/${id}`);
    // The page of the flow before has the same field.
    await page.getByText(id).first().waitFor();
    await page.getByLabel('The person’s IP address').fill('2001:db8::7');
    await page.getByRole('button', { name: 'Read the current step', disabled: false }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(code).waitFor();
    await expectAccessible(page);
    await harness.control('/faults', { match: { path: '/none' }, fault: { status: 500 }, times: 1 });
  },
  60_000,
);

test('from a case and from the palette, with the keyboard alone', async () => {
  const id = await harness.create('sandbox:any');
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/conversations/${id}`);
  await page.getByRole('button', { name: 'Headless flow' }).waitFor();
  await picture(page, 'headless-case-button');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Open its headless');
  await page.getByRole('option', { name: /Open its headless flow/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Headless flow' }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(focused).toBe('H1');
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused()) === 'INPUT') {
      break;
    }
  }
  await page.keyboard.type('203.0.113.7');
  await page.keyboard.press('Enter');
  const email = page.getByLabel('Email address');
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('ada@specimen.example');
  await page.keyboard.press('Enter');
  const code = page.getByLabel('One-time code');
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await page.getByLabel('First name').waitFor();
  await page.keyboard.press('Control+Shift+H');
  await page.getByRole('heading', { level: 2, name: 'Continue' }).waitFor();
  await page.getByRole('button', { name: id }).waitFor();
}, 60_000);
