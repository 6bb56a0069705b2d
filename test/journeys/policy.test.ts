import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type RunningConsole, startConsole } from './console.ts';

const live = { name: 'Acme live', kind: 'production', baseUrl: 'https://idv.acme.example' };

/** Opens a console under a policy, and a page of it. */
async function under(policy: object): Promise<RunningConsole> {
  return startConsole({ policy: { version: 1, company: 'Acme', contact: 'it@acme.example', ...policy } });
}

const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

test('the policy of a company is shown with who sets it, and its controls are disabled and say so', async () => {
  await using console = await under({
    environments: [{ id: 'live', settings: live }],
    ownEnvironments: [],
    showPersonalData: false,
    export: false,
    delete: false,
    integration: false,
    retention: { retentionDays: 30, decisionDays: 1825 },
  });
  const { page, complaints } = console;
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Reports' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Callbacks' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Show personal data' }).first().isDisabled()).toBe(true);
  await go(page, '#/settings');
  const policy = page.getByRole('region', { name: 'Company policy' });
  await policy.getByText('Set by Acme · it@acme.example. Users cannot change it.').waitFor();
  await policy.getByText('data 30 days, decisions 1,825 days').waitFor();
  expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Import…' }).isDisabled()).toBe(true);
  const pages = page.getByRole('region', { name: 'Pages', exact: true });
  expect(await pages.getByLabel('Integration').isDisabled()).toBe(true);
  await go(page, '#/settings/new');
  await page.getByText('No environment can be added.').waitFor();
  await go(page, '#/settings');
  await page.getByRole('button', { name: 'Edit Acme live' }).click();
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  await settings.getByText('Set by your company’s policy').waitFor();
  expect(await settings.getByLabel('Base address').isDisabled()).toBe(true);
  expect(await page.getByRole('region', { name: 'Delete', exact: true }).count()).toBe(0);
  const retention = page.getByRole('region', { name: 'Retention' });
  expect(await retention.getByLabel('Delete data after days without activity').isDisabled()).toBe(true);
  await go(page, '#/reports/journal');
  await page.getByRole('button', { name: 'Export as CSV' }).waitFor();
  expect(await page.getByRole('button', { name: 'Export as CSV' }).isDisabled()).toBe(true);
  await go(page, '#/callbacks');
  await page.getByText('The pages for integration are off.').waitFor();
  expect(complaints).toEqual([]);
});

test('a policy with an error says its line, on every page and in Settings', async () => {
  await using console = await under({ delete: 'no', approvals: true });
  const { page } = console;
  await page.getByRole('button', { name: /Company policy has an error/ }).click();
  const status = page.getByRole('dialog', { name: /^Console status/ });
  await status.getByText('Line 5, “delete”: Must be true or false, but is text.').waitFor();
  await page.keyboard.press('Escape');
  await go(page, '#/settings');
  const policy = page.getByRole('region', { name: 'Company policy' });
  await policy.getByText('Line 6, “approvals”: This version of Assay does not know this key.').waitFor();
});
