import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Input for the environment form; omitted fields stay unchanged. */
export interface FilledIn {
  name?: string;
  kind?: 'Test' | 'Production' | 'Sandbox';
  baseUrl?: string;
  oauth?: { clientAuthentication: 'header' | 'body' };
  authority?: string;
}

export async function goToSettings(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Settings' }).click();
  await title(page, 'Settings').waitFor();
}

/** Opens the page of an environment from the list. */
export async function goToEnvironment(page: Page, name: string): Promise<void> {
  await goToSettings(page);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await title(page, name).waitFor();
}

export function title(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

export function part(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

export async function fillIn(page: Page, { name, kind, baseUrl, oauth, authority }: FilledIn): Promise<void> {
  const form = part(page, 'Settings');
  if (name !== undefined) {
    await form.getByLabel('Name').fill(name);
  }
  if (kind !== undefined) {
    await form.getByRole('radio', { name: kind }).check();
  }
  if (baseUrl !== undefined) {
    await form.getByLabel('Base address').fill(baseUrl);
  }
  if (oauth !== undefined) {
    await form.getByRole('radio', { name: /^OAuth/ }).check();
    await form.getByLabel('How the API key is sent').selectOption(oauth.clientAuthentication);
  }
  if (authority !== undefined) {
    await form.getByLabel('Extra certificate authority').fill(authority);
  }
}

export async function addEnvironment(page: Page, filledIn: FilledIn & { name: string }): Promise<void> {
  await goToSettings(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await title(page, 'New environment').waitFor();
  await fillIn(page, filledIn);
  await page.getByRole('radio', { name: 'None', exact: true }).check();
  await page.getByRole('button', { name: 'Add environment' }).click();
  await title(page, filledIn.name).waitFor();
}

export async function enterApiKey(page: Page, { login, password }: { login: string; password: string }) {
  const section = part(page, 'API key');
  await section.getByLabel('Login').fill(login);
  await section.getByRole('textbox', { name: 'Password' }).fill(password);
  await section.getByRole('button', { name: 'Save API key' }).click();
}

export async function enterSigningKey(page: Page, label: string, key: string): Promise<void> {
  const section = part(page, 'Signing keys');
  await section.getByLabel('Label').fill(label);
  await section.getByRole('textbox', { name: 'Signing key' }).fill(key);
  await section.getByRole('button', { name: 'Add signing key' }).click();
}

/** The result of the connection check: the state of each step, and the message of the one that failed. */
export async function checkConnection(page: Page): Promise<{ states: string[]; message: string }> {
  const section = part(page, 'Connection');
  await section.getByRole('button', { name: 'Check connection' }).click();
  await section.locator('[data-check="passed"], [data-check="failed"]').waitFor();
  const steps = await section.locator('[data-step]').all();
  const states: string[] = [];
  for (const step of steps) {
    states.push(`${await step.getAttribute('data-step')} ${await step.getAttribute('data-state')}`);
  }
  const failed = section.locator('[data-state="failed"]');
  return { states, message: (await failed.count()) === 0 ? '' : await failed.innerText() };
}

/** All steps passed, with Basic over http. */
export const passedByBasic: readonly string[] = [
  'settings passed',
  'proxy skipped',
  'name skipped',
  'tcp passed',
  'tls skipped',
  'token skipped',
  'media-type passed',
  'authorisation passed',
];

export async function workIn(page: Page, name: string): Promise<void> {
  await goToSettings(page);
  await page.getByRole('button', { name: `Use ${name}`, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^Environment: ${name} `) }).waitFor();
}

/** Opens a finished conversation through the field in the top bar. */
export async function openConversation(page: Page, id: string): Promise<void> {
  // It is a combobox only while there are options.
  const field = page
    .getByRole('textbox', { name: /^Open/ })
    .or(page.getByRole('combobox', { name: /^Open/ }))
    .first();
  await field.fill(id);
  await field.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
}

/** Presses Tab until this element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
  }
  expect.fail('It cannot be reached with the Tab key');
}
