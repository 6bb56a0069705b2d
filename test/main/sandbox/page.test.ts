import { AxeBuilder } from '@axe-core/playwright';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openSandbox, type TestSandbox } from './support.ts';

async function opened() {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create({
    returnUrl: 'https://client.example/back?id={conversationId}',
    query: { identity: {}, aml: {} },
  });
  const url = String((await sandbox.client.call('GET', `/api/conversations/${id}`)).at('url'));
  return { sandbox, id, url };
}

const statusOf = async ({ client }: TestSandbox, id: string) =>
  (await client.call('GET', `/api/conversations/${id}`)).at('status');

test('the first visit moves CREATED to IN_PROGRESS', async () => {
  const { sandbox, id, url } = await opened();
  expect(await statusOf(sandbox, id)).toBe('CREATED');
  expect((await fetch(url)).status).toBe(200);
  expect(await statusOf(sandbox, id)).toBe('IN_PROGRESS');
});

test('the page loads nothing external and runs no script', async () => {
  const { url } = await opened();
  const response = await fetch(url);
  const page = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(page).toContain(`<style nonce="${/nonce-([^']+)'/.exec(policy)?.[1]}">`);
  expect(page).not.toMatch(/<script|src=|<link|style="/);
});

test.each([
  ['ending=well', 'FINISHED', 'FINISHED', []],
  ['ending=part&cause=SCAN_DOCUMENT_EXPIRED', 'FINISHED', 'PARTIAL', ['SCAN_DOCUMENT_EXPIRED']],
  ['ending=failed&cause=FRAUD_SUSPICION', 'FINISHED', 'FAILED', ['FRAUD_SUSPICION']],
  ['ending=hit&found=PEP&found=SIP', 'FINISHED', 'FINISHED', []],
  ['ending=canceled', 'CANCELED', 'FAILED', ['ABANDONED']],
])(
  '%s ends it accordingly, and the user is redirected to returnUrl',
  async (form, status, product, errors) => {
    const { sandbox, id, url } = await opened();
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`https://client.example/back?id=${id}`);
    const read = await sandbox.client.call('GET', `/api/conversations/${id}`);
    expect(read.at('status')).toBe(status);
    expect(read.at('result', 'identity')).toMatchObject({ status: product, errors });
    if (form.includes('PEP')) {
      expect(read.at('result', 'aml', 'found')).toEqual(['PEP', 'SIP']);
    }
  },
);

test('another site cannot answer for the user', async () => {
  const { sandbox, id, url } = await opened();
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ending: 'well' }),
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(response.status).toBe(403);
  expect(await statusOf(sandbox, id)).toBe('CREATED');
});

test('a finished one redirects at once, a deleted or unknown one says so', async () => {
  const sandbox = await openSandbox();
  const visit = (id: string) => fetch(`${sandbox.baseUrl}/conversation/${id}`, { redirect: 'manual' });
  const over = await visit(sandbox.idOf(/^Expired/));
  expect(over.status).toBe(303);
  expect((await fetch(over.headers.get('location') ?? '')).status).toBe(200);
  expect((await visit(sandbox.idOf(/^Gone/))).status).toBe(410);
  expect((await visit('none')).status).toBe(404);
});

test('in a real browser a click ends it, nothing is blocked, and axe finds no violations', async () => {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create({
    returnUrl: `${sandbox.baseUrl}/returned/{conversationId}`,
    query: { identity: {}, aml: {} },
  });
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|403/.test(message.text())) {
      blocked.push(message.text());
    }
  });
  await page.goto(`${sandbox.baseUrl}/conversation/${id}`);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByLabel('SIP').check();
  await page.getByRole('button', { name: 'Finish with a hit' }).click();
  await page.waitForURL(`${sandbox.baseUrl}/returned/${id}`);
  const read = await sandbox.client.call('GET', `/api/conversations/${id}`);
  expect(read.at('result', 'aml', 'found')).toEqual(['SIP']);
  expect(blocked).toEqual([]);
});
