import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedPort } from '../support/listen.ts';
import type { Wire } from '../support/wire.ts';
import { expectAccessible } from './access.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

const vendor = 'application/vnd.service.v1.1+json';
const error = (status: number, body: object) => ({
  status,
  body: { violations: [], ...body },
  contentType: vendor,
});

/** Every failure of the service and of its replies (interface 7.1, field notes), with the sandbox fault that causes it. */
const answers: [name: string, fault: object, code: string, words: RegExp][] = [
  [
    '400 with violations',
    error(400, {
      status: 'BAD_REQUEST',
      message: 'Invalid',
      violations: [{ field: 'conversationId', message: 'has no form' }],
    }),
    'bad-request',
    /conversationId/,
  ],
  ['401', { status: 401 }, 'credentials-rejected', /API key|credential/i],
  ['402', { status: 402 }, 'plan-exhausted', /plan/i],
  [
    '403 that names the strategy',
    error(403, { status: 'FORBIDDEN', message: 'Permission denied for strategy acme:strict' }),
    'forbidden',
    /acme:strict/,
  ],
  [
    '404',
    error(404, { status: 'NOT_FOUND', message: 'No such conversation' }),
    'not-found',
    /payload\.conversation\.id/,
  ],
  ['410', error(410, { status: 'GONE', message: 'Removed' }), 'gone', /retention/i],
  ['500', { status: 500 }, 'server-error', /service/i],
  ['429', { status: 429, headers: { 'retry-after': '3600' } }, 'rate-limited', /wait|later|many/i],
  ['an HTML 403 of a gateway', { status: 403, html: true }, 'gateway-refused', /gateway|in front/i],
  ['an HTML 502 of a gateway', { status: 502, html: true }, 'gateway-failed', /gateway|in front/i],
  ['a web page where data was due', { status: 200, html: true }, 'reply-html', /web page/i],
  ['malformed JSON', { malformed: true }, 'reply-not-json', /JSON/],
  ['truncated JSON', { truncate: true }, 'reply-truncated', /cut|end|whole|truncated/i],
  ['an empty reply', { status: 200, body: '', contentType: vendor }, 'reply-empty', /empty/i],
  [
    'another media type',
    { status: 200, body: 'hello', contentType: 'text/plain' },
    'reply-wrong-type',
    /text\/plain/,
  ],
  ['a reset in the middle', { disconnectAfterBytes: 40 }, 'connection-reset', /broke|reset|closed/i],
  ['silence before the headers', { delayMs: 20_000 }, 'timeout-headers', /seconds|time/i],
  [
    'silence in the middle',
    { drip: { bytes: 1, everyMs: 5000 } },
    'timeout-idle',
    /seconds|time|silent|silence/i,
  ],
];

const victims: Record<string, string> = {
  truncate: 'Every documented member',
  disconnectAfterBytes: 'A driving licence',
  drip: 'A company',
};

let harness: ServiceHarness;
let console: RunningConsole;
beforeAll(async () => {
  harness = await openServiceHarness();
  console = await startConsole({
    prepare: harness.join({ timeouts: { connectMs: 2000, headersMs: 1500, idleMs: 1500 } }),
  });
});
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await harness.close();
});

async function open(page: Page, id: string): Promise<void> {
  const field = page
    .getByRole('textbox', { name: /^Open/ })
    .or(page.getByRole('combobox', { name: /^Open/ }))
    .first();
  await field.fill(id);
  await field.press('Enter');
}

async function expectFailure(page: Page, code: string, words: RegExp): Promise<void> {
  const notice = page.locator(`main [data-code="${code}"]`).first();
  await notice.waitFor();
  const text = await notice.innerText();
  expect(text).toMatch(words);
  expect(text).not.toMatch(/Something went wrong|undefined|\[object|must never run/);
}

describe('each failure has its own message', () => {
  test.each(answers)('%s', async (_, fault, code, words) => {
    const { page } = console;
    // Faults that modify a genuine reply need a conversation; each uses another one, so that an earlier result is not mistaken for it.
    const spoils = ['truncate', 'disconnectAfterBytes', 'drip'].find((spoiling) => spoiling in fault);
    const id = spoils ? harness.idOf(victims[spoils] ?? '') : `journey-${code}`;
    await harness.control('/faults', {
      match: { method: 'GET', path: `/api/conversations/${id}` },
      fault,
      times: 4,
    });
    await open(page, `/conversations/${id}`);
    await expectFailure(page, code, words);
    // The frame around it is that of every screen.
    await expectAccessible(page, 'main');
  });

  test('the id of a callback is recognised', async () => {
    const { page } = console;
    const callback = {
      id: '11111111-2222-4333-8444-555555555555',
      created: '2026-01-01T00:00:00Z',
      target: 'CONVERSATION',
      event: 'FINISHED',
      payload: { conversation: { id: harness.idOf('Finished: identity confirmed'), status: 'FINISHED' } },
    };
    await open(page, JSON.stringify(callback));
    await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
    const field = page
      .getByRole('combobox', { name: /^Open/ })
      .or(page.getByRole('textbox', { name: /^Open/ }));
    await field.first().fill(callback.id);
    await page
      .getByText(/is a callback’s own id/)
      .first()
      .waitFor();
    await page.getByRole('option', { name: /Open anyway/ }).click();
    await expectFailure(page, 'not-found', /payload\.conversation\.id/);
    await page.getByText(/This is a callback’s own/).waitFor();
  });
});

describe('in other environments', () => {
  let other: RunningConsole;
  let wire: Wire;
  const opened: ServiceHarness[] = [];
  beforeAll(async () => {
    other = await startConsole({
      keepWire: true,
      async prepare(given) {
        wire = given;
      },
    });
  });
  afterAll(async () => {
    wire?.close();
    await other?.[Symbol.asyncDispose]();
    for (const one of opened) {
      await one.close();
    }
  });

  /** Opens an id in a new window on the selected environment. */
  async function openInNewWindow(environment: string): Promise<void> {
    await other.page.evaluate(() => {
      window.location.hash = '#/conversations';
    });
    await other.page.reload();
    await other.page.getByRole('button', { name: new RegExp(`^Environment: ${environment}`) }).waitFor();
    await open(other.page, '/conversations/any-id');
  }

  test.each([
    ['refuses the connection', 'connection-refused', async () => `http://127.0.0.1:${await closedPort()}`],
    [
      'has a name that does not resolve',
      'name-not-found',
      () => Promise.resolve('http://assay-journey.invalid'),
    ],
    ['shows an untrusted certificate', 'tls-untrusted', () => untrusted()],
  ] as const)('a service that cannot be reached %s', async (name, code, address) => {
    const baseUrl = await address();
    await harness.join({ name, baseUrl })(wire);
    await openInNewWindow(name);
    await expectFailure(other.page, code, /./);
    await expectAccessible(other.page);
  });

  test('missing credentials are requested', async () => {
    const { id } = await wire.bridge.invoke('environments.save', {
      settings: { name: 'Bare', kind: 'test', baseUrl: harness.baseUrl, proxy: { mode: 'none' } },
    });
    await wire.bridge.invoke('environments.select', { environmentId: id });
    await openInNewWindow('Bare');
    await expectFailure(other.page, 'credentials-missing', /Settings/);
  });

  /** Serves https without telling the environment about the certificate. */
  async function untrusted(): Promise<string> {
    const secure = await openServiceHarness({ secure: true });
    opened.push(secure);
    return secure.baseUrl;
  }
});
