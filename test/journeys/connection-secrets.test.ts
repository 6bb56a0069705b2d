import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificates } from '../main/service/support/certificates.ts';
import { startProxy } from '../main/service/support/proxy.ts';
import { json, type Listening, serve } from '../main/service/support/server.ts';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { addEnvironment, checkConnection, enterApiKey, goToSettings, part, title } from './settings-page.ts';

// A service that requires a client certificate, behind a proxy that requires a login; both are entered in Settings.

const apiKey = { login: 'console-login', password: 'console-password-1' };
const certificates = makeCertificates();
let service: Listening;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let console: RunningConsole;
let page: Page;

beforeAll(async () => {
  service = await serve(
    (seen, response) => {
      const known = /^\/api\/conversations\/[\w-]+$/.test(seen.url);
      const body = {
        status: 'NOT_FOUND',
        message: known ? 'Conversation not found' : 'No such path',
        violations: [],
      };
      json(response, 404, body);
    },
    { ...certificates.good, requestCert: true, rejectUnauthorized: true, ca: certificates.authority },
  );
  proxy = await startProxy({ login: 'desk:p@ss' });
  console = await startConsole({});
  page = console.page;
});
afterAll(async () => {
  await console?.stop();
  await proxy?.close();
  await service?.close();
  certificates.remove();
});

const shots = process.env.ASSAY_SCREENSHOTS;
async function shot(name: string): Promise<void> {
  if (shots === undefined) {
    return;
  }
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(shots, `${name}-${colorScheme}.png`) });
  }
}

test('a proxy login and a client certificate are entered, used, shown without their secrets, and removed', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await goToSettings(page);
  await addEnvironment(page, { name: 'Behind', baseUrl: service.url, authority: certificates.authorityFile });
  await title(page, 'Behind').waitFor();
  const keptForSession = page.getByRole('button', { name: 'Keep secrets for this session only' });
  await enterApiKey(page, apiKey);
  await keptForSession.or(page.getByText('Saved').first()).first().waitFor();
  if (await keptForSession.isVisible()) {
    await keptForSession.click();
    await keptForSession.waitFor({ state: 'detached' });
    await enterApiKey(page, apiKey);
  }
  await part(page, 'API key').getByText('Saved').waitFor();
  const form = part(page, 'Settings');
  await form.getByRole('radio', { name: 'Custom' }).check();
  await form.getByLabel('Proxy address').fill(proxy.url);
  await form.getByLabel('Total').fill('60');
  await form.getByRole('button', { name: 'Save' }).click();

  const login = part(page, 'Proxy login');
  await login.getByText('Only needed if the proxy asks').waitFor();
  expect((await checkConnection(page)).message).toContain('asks for a login (407)');
  await login.getByRole('button', { name: 'Add proxy login…' }).click();
  await login.getByLabel('Proxy user').fill('desk');
  await login.getByRole('textbox', { name: 'Proxy password' }).fill('p@ss');
  await login.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await shot('proxy-login-form');
  await login.getByRole('button', { name: 'Save proxy login' }).click();
  await login.getByText(`Sent only to ${proxy.url}`).waitFor();
  expect((await checkConnection(page)).message).toContain('client certificate');

  const certificate = part(page, 'Client certificate');
  await certificate.getByRole('button', { name: 'Add client certificate…' }).click();
  const chooser = page.waitForEvent('filechooser');
  await certificate.getByRole('button', { name: 'Choose files…' }).click();
  const file = {
    name: 'console.p12',
    mimeType: 'application/x-pkcs12',
    buffer: certificates.clientFiles.pfx,
  };
  await (await chooser).setFiles([file]);
  await certificate.getByText('console.p12').waitFor();
  await certificate.getByRole('button', { name: 'Save certificate' }).click();
  await certificate.getByText('protected by a passphrase').waitFor();
  await certificate.getByRole('textbox', { name: 'Passphrase' }).fill(certificates.clientFiles.passphrase);
  await certificate.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await shot('certificate-form');
  await certificate.getByRole('button', { name: 'Save certificate' }).click();
  await certificate.getByText('console.test').waitFor();
  await certificate.getByText(/expires in (19|20) days/).waitFor();
  expect((await checkConnection(page)).message).toBe('');
  expect(service.seen.length).toBeGreaterThan(0);
  await login.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await shot('both-kept');
  expect(await page.content()).not.toContain(certificates.clientFiles.passphrase);

  await certificate.getByRole('button', { name: 'Remove' }).click();
  await certificate.getByRole('button', { name: 'Add client certificate…' }).waitFor();
  await login.getByRole('button', { name: 'Remove' }).click();
  await login.getByRole('button', { name: 'Add proxy login…' }).waitFor();
});
