import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Wire } from '../support/wire.ts';
import { expectAccessibleInBothSchemes } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { pictures } from './picture.ts';
import { openServiceHarness } from './service-harness.ts';

vi.setConfig({ testTimeout: 90_000 });

let console: RunningConsole;
let wire: Wire;
beforeAll(async () => {
  console = await startConsole({
    keepWire: true,
    async prepare(given) {
      wire = given;
    },
  });
});
afterAll(async () => {
  wire?.close();
  await console?.[Symbol.asyncDispose]();
});

test('the sandbox is controlled from its drawer: end user, callback, fault and clock', async () => {
  const { page } = console;
  await page.getByText('Finished: identity confirmed, may be deleted').waitFor();
  await page.keyboard.press('Control+Shift+X');
  const drawer = page.getByRole('dialog', { name: 'Sandbox controls' });
  await drawer.getByRole('combobox', { name: 'Conversation' }).fill('Created');
  await page
    .getByRole('option', { name: /^Created/ })
    .first()
    .click();
  const endUser = drawer.getByRole('region', { name: 'End user' });
  await endUser.getByRole('button', { name: 'Begin' }).click();
  await endUser.getByText('In progress').waitFor();
  await expectAccessibleInBothSchemes(page);
  await pictures(page, 'sandbox-drawer');
  // No list can have a hit where AML checks were not requested.
  await endUser.getByText('A PEP hit is not possible: AML checks were not requested.').waitFor();
  expect(await endUser.getByRole('button', { name: 'Finish with a PEP hit' }).count()).toBe(0);
  await drawer.getByRole('combobox', { name: 'Conversation', exact: true }).fill('In progress: may');
  await page
    .getByRole('option', { name: /^In progress: may/ })
    .first()
    .click();
  await endUser.getByRole('button', { name: 'Finish with a PEP hit' }).click();
  await endUser.getByText(/^Finished\. It has ended/).waitFor();

  const callback = drawer.getByRole('region', { name: 'Callback' });
  const receiver = callback.getByRole('textbox', { name: 'Receiver on this computer' });
  await receiver.fill('https://example.com/callback');
  await callback.getByRole('button', { name: 'Send' }).click();
  await drawer.getByText(/^Not accepted: The receiver must be on this computer/).waitFor();
  await receiver.fill('http://127.0.0.1:9/callback');
  await callback.getByRole('button', { name: 'Send' }).click();
  await callback.getByText('No answer').first().waitFor();
  await callback.getByRole('button', { name: 'Copy request' }).first().click();

  const clock = drawer.getByRole('region', { name: 'Clock' });
  await clock.getByRole('button', { name: 'Forward 1 day' }).click();
  await clock.getByText(/1 day ahead of this computer/).waitFor();
  const fault = drawer.getByRole('region', { name: 'Fault' });
  await fault.getByRole('combobox', { name: 'What goes wrong' }).click();
  await page.getByRole('option', { name: 'Forbidden (403)' }).click();
  await fault.getByRole('button', { name: 'Set fault' }).click();
  await fault.getByText('1 fault waiting').waitFor();
  await expectAccessibleInBothSchemes(page);
  await pictures(page, 'sandbox-drawer-used');

  await drawer.getByRole('button', { name: 'Open the case' }).click();
  await page
    .getByText(/does not have permission/)
    .first()
    .waitFor();
  await page.keyboard.press('r');
  // The fault was ordered for one request: the next one shows how the end user's part ended.
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  expect(console.complaints.filter((one) => !one.includes('403'))).toEqual([]);
});

test('other environments have no sandbox controls', async () => {
  const harness = await openServiceHarness();
  try {
    const { page } = console;
    await harness.join()(wire);
    await page.reload();
    await page.getByRole('button', { name: /^Environment: Acme test/ }).waitFor();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sandbox controls' }).count()).toBe(0);
    await page.keyboard.press('Control+Shift+X');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').first().waitFor();
    expect(await page.getByRole('dialog', { name: 'Sandbox controls' }).count()).toBe(0);
  } finally {
    await wire.bridge.invoke('environments.select', { environmentId: 'sandbox' });
    await harness.close();
  }
});
