import { request } from 'node:http';
import { expect, test } from 'vitest';
import { sevenProducts } from '../../conformance/client.ts';
import { startReceiver } from '../../conformance/receiver.ts';
import { control, openSandbox } from './support.ts';

test('the control address cannot be guessed: each sandbox has its own', async () => {
  const [one, other] = [await openSandbox(), await openSandbox()];
  const keyOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
  expect(keyOf(one.controlUrl)).not.toBe(keyOf(other.controlUrl));
  expect(keyOf(one.controlUrl).length).toBeGreaterThanOrEqual(22);
  const guessed = await fetch(`${one.baseUrl}/control/${keyOf(other.controlUrl)}/reset`, { method: 'POST' });
  expect(guessed.status).toBe(404);
});

test('no web page may use it, nor any other host name', async () => {
  const { controlUrl } = await openSandbox();
  const statusWith = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      request(`${controlUrl}/clock`, { headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ origin: 'https://elsewhere.example' })).toBe(403);
  expect(await statusWith({ origin: new URL(controlUrl).origin })).toBe(403);
  expect(await statusWith({ host: 'rebound.example' })).toBe(403);
});

test('start moves CREATED to IN_PROGRESS', async () => {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create();
  expect((await control(sandbox, `/conversations/${id}/start`, {})).json).toMatchObject({
    status: 'IN_PROGRESS',
  });
  expect((await sandbox.client.call('GET', `/api/conversations/${id}`)).at('status')).toBe('IN_PROGRESS');
});

test.each([
  [{ ending: 'well' }, 'FINISHED', []],
  [{ ending: 'part', cause: 'SCAN_DOCUMENT_DAMAGED' }, 'PARTIAL', ['SCAN_DOCUMENT_DAMAGED']],
  [{ ending: 'failed', cause: 'FRAUD_SUSPICION' }, 'FAILED', ['FRAUD_SUSPICION']],
])('complete fills every requested product: %j', async (more, status, errors) => {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create({ query: sevenProducts });
  await control(sandbox, `/conversations/${id}/complete`, { outcome: 'FINISHED', ...more });
  const answer = await sandbox.client.call('GET', `/api/conversations/${id}`);
  expect(answer.at('status')).toBe('FINISHED');
  expect(answer.at('result', 'identity')).toMatchObject({ status, errors });
  for (const product of Object.keys(sevenProducts)) {
    expect(answer.at('result', product, 'status'), product).not.toBe('IN_PROGRESS');
  }
});

test('complete can end with hits on AML lists', async () => {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create({ query: sevenProducts });
  const body = { outcome: 'FINISHED', ending: 'hit', found: ['SIP', 'OTHER'] };
  await control(sandbox, `/conversations/${id}/complete`, body);
  const answer = await sandbox.client.call('GET', `/api/conversations/${id}`);
  expect(answer.at('result', 'aml', 'found')).toEqual(['SIP', 'OTHER']);
});

test('complete in stages sends two callbacks, the last one with status FINISHED', async () => {
  const sandbox = await openSandbox();
  const receiver = await startReceiver();
  const id = await sandbox.client.create({ query: sevenProducts, callbackUrl: receiver.url });
  await control(sandbox, `/conversations/${id}/complete`, { outcome: 'FINISHED', inStages: true });
  const reported = receiver.received.map(
    ({ body }) => JSON.parse(body.toString('utf8')).payload.conversation,
  );
  expect(reported).toHaveLength(2);
  const finished = reported.find(({ status }) => status === 'FINISHED');
  const interim = reported.find(({ status }) => status === 'IN_PROGRESS');
  expect(interim.result).toMatchObject({
    identity: { status: 'FINISHED' },
    bankTransactions: { status: 'IN_PROGRESS' },
  });
  expect(finished.result).toMatchObject({ bankTransactions: { status: 'FINISHED' } });
  await receiver.close();
});

test('a finished conversation cannot be started or completed again', async () => {
  const sandbox = await openSandbox();
  const id = sandbox.idOf(/^Finished: identity/);
  expect((await control(sandbox, `/conversations/${id}/start`, {})).status).toBe(409);
  expect((await control(sandbox, `/conversations/${id}/complete`, { outcome: 'CANCELED' })).status).toBe(409);
});

test('subscription switches monitoring on and off', async () => {
  const sandbox = await openSandbox();
  const id = sandbox.idOf(/^On no list, not monitored/);
  const path = `/conversations/${id}/subscription`;
  expect((await control(sandbox, path, { active: true })).json).toMatchObject({
    subscription: { active: true },
  });
  expect((await sandbox.client.call('DELETE', `/api/conversations/${id}?mode=DELETE_DATA`)).status).toBe(409);
  expect((await control(sandbox, path, { active: false })).json).toMatchObject({
    subscription: { active: false },
  });
  expect((await sandbox.client.call('DELETE', `/api/conversations/${id}?mode=DELETE_DATA`)).status).toBe(202);
});

test('reset restores the seeds, the time and an empty list of deliveries', async () => {
  const sandbox = await openSandbox();
  const receiver = await startReceiver();
  const seeded = sandbox.idOf(/^Finished: identity/);
  const created = await sandbox.client.finished({ callbackUrl: receiver.url });
  await sandbox.client.call('DELETE', `/api/conversations/${seeded}?mode=DELETE_DATA`);
  await control(sandbox, '/clock', { advanceMs: 1e9 });
  await control(sandbox, '/reset', {});
  expect((await sandbox.client.call('GET', `/api/conversations/${seeded}`)).status).toBe(200);
  expect((await sandbox.client.call('GET', `/api/conversations/${created}`)).status).toBe(404);
  expect((await control(sandbox, '/deliveries')).json).toEqual([]);
  const { json } = await control(sandbox, '/clock');
  expect(Math.abs(Date.parse(Object(json).now) - Date.now())).toBeLessThan(5000);
  await receiver.close();
});

test.each([
  ['/complete', { outcome: 'DONE' }, 'outcome'],
  ['/complete', {}, 'outcome'],
  ['/complete', { outcome: 'FINISHED', cause: '<b>' }, 'cause'],
  ['/subscription', {}, 'active'],
  ['/subscription', { active: 'yes' }, 'active'],
  ['/subscription', { newData: 'PEP' }, 'newData'],
  ['/media', { contentType: 'image/png' }, 'bytes'],
  ['/media', { bytes: -1 }, 'bytes'],
  ['/start', { extra: 1 }, 'extra'],
])('%s %j is refused, naming %s', async (command, body, field) => {
  const sandbox = await openSandbox();
  const id = await sandbox.client.create({ query: sevenProducts });
  const answer = await control(sandbox, `/conversations/${id}${command}`, body);
  expect(answer).toMatchObject({ status: 400, json: { violations: [{ field }] } });
});

test('an unknown conversation is 404, an unknown command 404, a body that is not JSON 400', async () => {
  const sandbox = await openSandbox();
  expect((await control(sandbox, '/conversations/none/start', {})).status).toBe(404);
  expect((await control(sandbox, '/explode', {})).status).toBe(404);
  expect((await fetch(`${sandbox.controlUrl}/clock`, { method: 'POST', body: '{' })).status).toBe(400);
});
