import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startOwnSandbox } from '../../../../main/sandbox/own.ts';
import type { SandboxCommand, SandboxState } from '../../../../preload/contract/sandbox.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { listenForTest } from '../../../support/listen-for-test.ts';

const sandbox = { environmentId: 'sandbox' };
let composed: Composed;
const command = (given: SandboxCommand) =>
  composed.bridge.invoke('sandbox.command', { ...sandbox, command: given });
beforeAll(async () => {
  composed = await startComposed();
});
beforeEach(async () => {
  await composed.bridge.invoke('environments.select', sandbox);
  await command({ kind: 'reset' });
});
afterAll(() => composed.close());

const open = (conversationId: string) =>
  composed.bridge.invoke('conversations.open', { ...sandbox, conversationId });
const withStatus = ({ conversations }: SandboxState, status: string) =>
  conversations.find((one) => one.status === status && !one.gone)?.id ?? '';

test('the end user’s part is played: a conversation begins and ends as chosen', async () => {
  const state = await composed.bridge.invoke('sandbox.state', sandbox);
  const conversationId = withStatus(state, 'CREATED');
  await command({ kind: 'start', conversationId });
  expect((await open(conversationId)).conversation.status).toBe('IN_PROGRESS');
  await command({ kind: 'finish', conversationId, ending: 'failed', cause: 'SCAN_DOCUMENT_EXPIRED' });
  const { conversation } = await open(conversationId);
  expect(conversation.status).toBe('FINISHED');
  expect(conversation.result?.identity?.errors).toContain('SCAN_DOCUMENT_EXPIRED');
  await expect(command({ kind: 'finish', conversationId, ending: 'well' })).rejects.toMatchObject({
    view: { code: 'invalid-input', message: 'The conversation is over already: FINISHED.' },
  });
  await command({ kind: 'reset' });
  expect((await open(conversationId)).conversation.status).toBe('CREATED');
});

test('callbacks go over https to a listener with a certificate of the sandbox', async () => {
  const { bridge } = composed;
  const { certificate, key, authority } = await bridge.invoke('sandbox.certificate', sandbox);
  expect([certificate, key, authority].map((pem) => pem.slice(0, 16))).toEqual([
    '-----BEGIN CERTI',
    expect.stringMatching(/^-----BEGIN .*/),
    '-----BEGIN CERTI',
  ]);
  const { url = '' } = await bridge.invoke('callbacks.start', {
    ...sandbox,
    settings: { tls: { key, certificate } },
  });
  expect(url).toMatch(/^https:/);
  const state = await bridge.invoke('sandbox.state', sandbox);
  await command({
    kind: 'callback',
    conversationId: withStatus(state, 'FINISHED'),
    event: 'FINISHED',
    url,
  });
  await expect
    .poll(
      async () => (await bridge.invoke('callbacks.list', { ...sandbox, filter: {}, from: 0, count: 1 })).rows,
    )
    .toMatchObject([{ state: 'valid', answered: 200 }]);
  expect((await bridge.invoke('callbacks.listeners', {})).listeners).toMatchObject([
    { environmentId: 'sandbox', url, received: 1 },
  ]);
  await bridge.invoke('callbacks.stop', sandbox);
  expect(await bridge.invoke('callbacks.listeners', {})).toEqual({ listeners: [] });
});

test('the user is found on a list only where AML checks were requested', async () => {
  const state = await composed.bridge.invoke('sandbox.state', sandbox);
  const active = state.conversations.filter(({ status, gone }) => status === 'IN_PROGRESS' && !gone);
  const checked = active.find(({ aml }) => aml)?.id ?? '';
  const other =
    state.conversations.find(({ status, gone, aml }) => status === 'CREATED' && !gone && !aml)?.id ?? '';
  await expect(command({ kind: 'finish', conversationId: other, ending: 'hit' })).rejects.toMatchObject({
    view: { code: 'invalid-input', message: expect.stringContaining('did not ask for AML checks') },
  });
  expect((await open(other)).conversation.status).toBe('CREATED');
  await command({ kind: 'finish', conversationId: checked, ending: 'hit' });
  expect((await open(checked)).conversation.result?.aml?.found).toEqual(['PEP']);
});

test('a callback is sent signed to a receiver on this computer, and its answer is listed', async () => {
  const received: { body: string; headers: Record<string, unknown> }[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ body, headers: request.headers });
      response.writeHead(204).end();
    });
  });
  const port = await listenForTest(receiver);
  const state = await composed.bridge.invoke('sandbox.state', sandbox);
  const conversationId = withStatus(state, 'FINISHED');
  const url = `http://127.0.0.1:${port}/callback`;
  const after = await command({ kind: 'callback', conversationId, event: 'FINISHED', url });
  expect(after.deliveries[0]).toMatchObject({
    conversationId,
    event: 'FINISHED',
    url,
    status: 204,
    attempt: 1,
  });
  const [callback] = received;
  expect(after.deliveries[0]?.request.split('\n\n')[1]).toBe(callback?.body);
  expect(JSON.parse(callback?.body ?? '{}').payload.conversation.id).toBe(conversationId);
  expect(String(callback?.headers['x-signature'])).toMatch(/^[0-9a-f]{64}$/);
});

test('the signature is of the key that the console’s own sandbox has', async () => {
  const own = await startOwnSandbox({ signingKey: 'sk_test' });
  onTestFinished(() => own.close());
  const { id } = own.conversations[0] ?? { id: '' };
  await own.control.sendCallback(id, 'FINISHED', 'http://127.0.0.1:9/none');
  const [delivery] = own.control.deliveries();
  const stamp = delivery?.headers['X-Signature-Timestamp'] ?? '';
  const expected = createHmac('sha256', 'sk_test').update(`${stamp}:${delivery?.body}`).digest('hex');
  expect(delivery?.headers['X-Signature']).toBe(expected);
});

test.each([
  'https://example.com/callback',
  'http://192.168.1.1/',
  'http://127.0.0.1.example.com/',
  'ftp://127.0.0.1/',
])('no callback is sent to %s', async (url) => {
  const state = await composed.bridge.invoke('sandbox.state', sandbox);
  const conversationId = withStatus(state, 'FINISHED');
  await expect(command({ kind: 'callback', conversationId, event: 'FINISHED', url })).rejects.toMatchObject({
    view: { code: 'invalid-input' },
  });
  expect((await composed.bridge.invoke('sandbox.state', sandbox)).deliveries).toEqual([]);
});

test('an ordered fault is met by the requests it is for, as often as ordered', async () => {
  const state = await composed.bridge.invoke('sandbox.state', sandbox);
  const conversationId = withStatus(state, 'FINISHED');
  const other = state.conversations.find(({ id, status }) => id !== conversationId && status === 'FINISHED');
  const ordered = await command({
    kind: 'fault',
    target: 'conversation',
    conversationId,
    fault: 'forbidden',
    times: 1,
  });
  expect(ordered.faults).toBe(1);
  await open(other?.id ?? '');
  await expect(open(conversationId)).rejects.toMatchObject({ view: { code: 'forbidden' } });
  await open(conversationId);
  await command({ kind: 'fault', target: 'any', fault: 'error', times: 3 });
  expect((await command({ kind: 'clear-faults' })).faults).toBe(0);
  await open(conversationId);
});

test('the clock is moved forward, and tokens and retries follow it', async () => {
  const before = await composed.bridge.invoke('sandbox.state', sandbox);
  const conversationId = withStatus(before, 'FINISHED');
  await command({ kind: 'callback', conversationId, event: 'EXPIRED', url: 'http://127.0.0.1:9/none' });
  const after = await command({ kind: 'clock', advanceMs: 5 * 24 * 3_600_000 });
  expect(after.aheadMs).toBeGreaterThanOrEqual(5 * 24 * 3_600_000 - 60_000);
  expect(after.deliveries.length).toBeGreaterThan(10);
});

test('every other environment is refused, also one at the address of another sandbox', async () => {
  const another = await startOwnSandbox();
  onTestFinished(() => another.close());
  const environmentId = await composed.add('Another sandbox', another.baseUrl, 'sandbox');
  await composed.bridge.invoke('environments.select', { environmentId });
  await expect(composed.bridge.invoke('sandbox.state', { environmentId })).rejects.toMatchObject({
    view: { code: 'not-supported-here' },
  });
  await expect(
    composed.bridge.invoke('sandbox.command', { environmentId, command: { kind: 'reset' } }),
  ).rejects.toMatchObject({ view: { code: 'not-supported-here' } });
});

test('the console’s own sandbox serves no control commands over HTTP', async () => {
  const own = await startOwnSandbox();
  onTestFinished(() => own.close());
  for (const path of ['/control', '/control/', '/control/key/conversations', '/reset', '/faults', '/clock']) {
    const response = await fetch(`${own.baseUrl}${path}`);
    expect([path, response.status]).toEqual([path, 404]);
  }
});
