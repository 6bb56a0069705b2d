import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, RecordingService, sendConversation, sendJson } from '../support/recording-service.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { picture } from './picture.ts';

// Each failure of the service, caused on each page that can show it, is shown in one place.
vi.setConfig({ testTimeout: 120_000 });

const listedCase = 'listed-case';
const html = (status: number) => (_: unknown, response: ServerResponse) =>
  response
    .writeHead(status, { 'content-type': 'text/html' })
    .end('<html><body><h1>Bad Gateway</h1></body></html>');
const json = (status: number, code: string) => (_: unknown, response: ServerResponse) =>
  sendJson(response, status, { status: code, message: `Said by the service ${status}`, violations: [] });

/** A refused connection comes last: the service does not listen again. */
const failures: [name: string, code: string, fail: Answer | 'refuse'][] = [
  ['400', 'bad-request', json(400, 'BAD_REQUEST')],
  ['402', 'plan-exhausted', json(402, 'PAYMENT_REQUIRED')],
  ['403', 'forbidden', json(403, 'FORBIDDEN')],
  ['404', 'not-found', json(404, 'NOT_FOUND')],
  ['410', 'gone', json(410, 'GONE')],
  ['429', 'rate-limited', (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end()],
  ['500', 'server-error', json(500, 'INTERNAL_SERVER_ERROR')],
  ['502 with HTML', 'gateway-failed', html(502)],
  ['no reply in time', 'timeout-headers', () => undefined],
  ['a refused connection', 'connection-refused', 'refuse'],
];

let service: RecordingService;
let console: RunningConsole;
beforeAll(async () => {
  service = await RecordingService.start();
  console = await startConsole({
    async prepare({ bridge }) {
      await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
      const { id: environmentId } = await bridge.invoke('environments.save', {
        settings: {
          name: 'Acme test',
          kind: 'test',
          baseUrl: service.baseUrl,
          proxy: { mode: 'none' },
          timeouts: { connectMs: 1000, headersMs: 1000, idleMs: 1000 },
        },
      });
      await bridge.invoke('credentials.saveApiKey', { environmentId, login: 'login', password: 'password' });
      await bridge.invoke('environments.select', { environmentId });
      await bridge.invoke('conversations.open', { environmentId, conversationId: listedCase });
    },
  });
}, 60_000);
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
  await service?.close();
});

test.each(failures)('%s is shown once', async (name, code, fail) => {
  const { page } = console;
  const failAll = fail === 'refuse' ? () => undefined : fail;
  const id = (place: string) => `${place}-${name.replaceAll(' ', '-')}`;

  // Only the files, at first: the conversation can be read.
  service.answer = (request, response) => {
    if (request.url.includes('/metadata')) {
      failAll(request, response);
      return;
    }
    if (fail === 'refuse') {
      response.setHeader('connection', 'close');
      service.stopListening();
    }
    sendConversation(response, request.conversationId);
  };
  await visit(page, `#/conversations/${id('files')}`);
  await page.getByRole('heading', { level: 1, name: /^In progress/ }).waitFor();
  await page.keyboard.press('Alt+2');
  await expectOnce(page, code, `${name}: files`);

  service.answer = failAll;
  await visit(page, `#/conversations/${id('case')}`);
  await page.getByRole('heading', { level: 1, name: /could not be opened/ }).waitFor();
  await expectOnce(page, code, `${name}: case`);
  await page.keyboard.press('Alt+2');
  await expectOnce(page, code, `${name}: files of a case that could not be read`);
  await picture(page, `files-unlisted-${code}`);
  await page.keyboard.press('Alt+1');

  await visit(page, '#/deletion');
  await page
    .getByRole('textbox', { name: /conversation/i })
    .first()
    .fill(randomUUID());
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  if (code === 'gone') {
    // There is nothing left to delete, which is no failure of a deletion.
    await page.getByText('Nothing left to delete').first().waitFor();
  } else {
    await expectOnce(page, code, `${name}: deletion`);
  }

  await visit(page, '#/conversations');
  await page.locator(`[data-conversation="${listedCase}"]`).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Read again' }).click();
  const run = page.getByRole('region', { name: 'Reading cases' });
  const waits = run.getByText(/Reading resumes by itself/);
  const failed = run.getByRole('button', { name: /^(Show|Hide) failed$/ });
  const gone = run.getByText(/1 gone/);
  await failed.or(gone).or(waits).or(run.getByRole('alert')).first().waitFor();
  if (await failed.isVisible()) {
    await run.getByRole('button', { name: 'Show failed' }).click();
    await run.getByRole('table').waitFor();
  }
  await settled(page);
  const alerts = await alertsOf(page);
  const others = [waits, gone, run.getByRole('row').filter({ hasText: code })];
  const counts = await Promise.all(others.map((one) => one.count()));
  expect(
    counts.reduce((sum, count) => sum + count, alerts.length),
    `${name}: list\n${await run.innerText()}`,
  ).toBe(1);
  if (await failed.isVisible()) {
    await run.getByRole('button', { name: 'Hide failed' }).click();
  }
  await run.getByRole('button', { name: /^(Dismiss|Stop)$/ }).click();
  await run.waitFor({ state: 'detached' });
});

async function visit(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
}

/** Waits until nothing on the page is still being requested. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
}

async function expectOnce(page: Page, code: string, place: string): Promise<void> {
  await page.locator(`[role=alert][data-code="${code}"]`).first().waitFor();
  await settled(page);
  const alerts = await alertsOf(page);
  expect
    .soft(
      alerts.map((alert) => alert.code),
      place,
    )
    .toEqual([code]);
  const message = alerts[0]?.message ?? '';
  expect(message, place).not.toBe('');
  const text = await page.locator('body').innerText();
  expect.soft(text.split(message).length - 1, `${place}: “${message}” in\n${text}`).toBe(1);
}

function alertsOf(page: Page): Promise<{ code: string; message: string; text: string }[]> {
  return page.locator('[role=alert][data-code]').evaluateAll((all) =>
    all
      .filter((alert) => alert.checkVisibility())
      .map((alert) => ({
        code: alert.getAttribute('data-code') ?? '',
        message: (alert.querySelector('p') as HTMLElement).innerText,
        text: (alert as HTMLElement).innerText,
      })),
  );
}
