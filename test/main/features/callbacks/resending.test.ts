import { createServer } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { listenForTest } from '../../../support/listen-for-test.ts';
import { messageOf, post, type Receiving, startReceiving } from './callbacks-harness.ts';

let composed: Composed;
let receiving: Receiving;
let keyId: string;
beforeAll(async () => {
  composed = await startComposed();
});
afterAll(() => composed.close());
beforeEach(async () => {
  receiving = await startReceiving({}, composed);
  const { environments } = await receiving.bridge.invoke('environments.list', {});
  keyId = environments.find(({ id }) => id === receiving.environmentId)?.signingKeys[0]?.id ?? '';
});
afterEach(() => receiving.close());

/** A receiver that answers with the statuses given, the last one for ever. */
async function receiver(...statuses: number[]) {
  const received: { id: string; body: string; at: number }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const text = body.toString('utf8');
      received.push({ id: JSON.parse(text).id, body: text, at: performance.now() });
      response.writeHead(statuses[Math.min(received.length, statuses.length) - 1] ?? 200).end();
    });
  });
  const port = await listenForTest(server);
  return { received, url: `http://127.0.0.1:${port}/callback` };
}

async function receive(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await post(receiving.url, messageOf('finished', { id, conversationId: `conversation-${id}` }));
  }
}
const choose = (since = 0) => {
  const { bridge, environmentId } = receiving;
  return bridge.invoke('callbacks.chooseResent', { environmentId, since, inbox: true, missed: true });
};
const send = (url: string, options: { perSecond?: number; signal?: AbortSignal; onSent?(): void } = {}) => {
  const { perSecond = 50, signal, onSent = () => undefined } = options;
  const request = { environmentId: receiving.environmentId, url, keyId, perSecond };
  return receiving.bridge.invoke('callbacks.resend', request, {
    onProgress: onSent,
    ...(signal ? { signal } : {}),
  });
};

test('genuine messages since a time are sent again byte for byte, and the list says how each was answered', async () => {
  await receive('before');
  const since = Date.now();
  await receive('a', 'b', 'a');
  await post(receiving.url, messageOf('finished', { id: 'forged', key: 'a key of nobody' }));
  const { received, url } = await receiver(200, 500);
  expect((await choose(since)).messages).toMatchObject([
    { conversationId: 'conversation-a', event: 'FINISHED' },
    { conversationId: 'conversation-b' },
  ]);
  const { messages } = await send(url);
  expect(received.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(messages).toMatchObject([
    { outcome: { url, isAccepted: true, answer: { kind: 'answered', status: 200 } } },
    { outcome: { url, isAccepted: false, answer: { kind: 'answered', status: 500 } } },
  ]);
  await send(url);
  expect(received.map(({ id }) => id)).toEqual(['a', 'b', 'b']);
});

test('it keeps the pace', async () => {
  await receive('a', 'b', 'c');
  const { received, url } = await receiver(200);
  await choose();
  await send(url, { perSecond: 5 });
  const [first, , last] = received.map(({ at }) => at);
  expect((last ?? 0) - (first ?? 0)).toBeGreaterThan(380);
});

test('after a stop the rest is sent, and nothing twice', async () => {
  const stop = new AbortController();
  await receive('a', 'b', 'c');
  const { received, url } = await receiver(200);
  await choose();
  await send(url, { perSecond: 1, signal: stop.signal, onSent: () => stop.abort() }).catch(() => undefined);
  expect(received.map(({ id }) => id)).toEqual(['a']);
  const { environmentId } = receiving;
  const list = () => receiving.bridge.invoke('callbacks.resent', { environmentId });
  await expect.poll(async () => (await list()).isRunning).toBe(false);
  expect((await list()).messages.map(({ outcome }) => outcome?.isAccepted)).toEqual([
    ...[true, undefined, undefined],
  ]);
  await send(url);
  expect(received.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('a run is stopped without the request that began it, and a message under way then is said', async () => {
  await receive('a', 'b');
  const { bridge, environmentId } = receiving;
  const stop = () => bridge.invoke('callbacks.stopResending', { environmentId });
  const server = createServer(() => void stop());
  const port = await listenForTest(server);
  await choose();
  const { messages, isRunning } = await send(`http://127.0.0.1:${port}/`);
  expect(messages.map(({ outcome }) => outcome?.answer)).toEqual([
    ...[{ kind: 'none', reason: 'cancelled' }, undefined],
  ]);
  expect(isRunning).toBe(false);
  const { received, url } = await receiver(200);
  await send(url);
  expect(received.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('a case without a callback is read and sent, under the same callback id each time', async () => {
  const { bridge } = receiving;
  const environmentId = 'sandbox';
  await bridge.invoke('environments.select', { environmentId });
  const { samples } = await bridge.invoke('conversations.samples', { environmentId });
  const conversationId =
    samples.find(({ title }) => title === 'Finished: identity confirmed, may be deleted')?.id ?? '';
  await bridge.invoke('conversations.open', { environmentId, conversationId });
  const { received, url } = await receiver(500, 200);
  const chooseAgain = () =>
    bridge.invoke('callbacks.chooseResent', { environmentId, since: 0, inbox: true, missed: true });
  await chooseAgain();
  for (const accepted of [false, true]) {
    const request = { environmentId, url, keyId: 'sandbox', perSecond: 50 };
    const { messages } = await bridge.invoke('callbacks.resend', request);
    expect(messages.map(({ outcome }) => outcome?.isAccepted)).toEqual([accepted]);
  }
  await chooseAgain();
  await bridge.invoke('callbacks.resend', { environmentId, url, keyId: 'sandbox', perSecond: 50 });
  expect(received.map(({ id }) => id)).toEqual(Array(3).fill(received[0]?.id));
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
    target: 'CONVERSATION',
    event: 'FINISHED',
    payload: { conversation: { id: conversationId, status: 'FINISHED' } },
  });
});

test('a case that the service no longer has is not missed: its message cannot be made', async () => {
  const { bridge } = receiving;
  const environmentId = 'sandbox';
  await bridge.invoke('environments.select', { environmentId });
  const { samples } = await bridge.invoke('conversations.samples', { environmentId });
  const conversationId =
    samples.find(({ title }) => title === 'Finished: identity confirmed, may be deleted')?.id ?? '';
  const missed = async () => (await bridge.invoke('callbacks.missed', { environmentId, since: 0 })).missed;
  await bridge.invoke('conversations.open', { environmentId, conversationId });
  await expect.poll(missed).toMatchObject([{ conversationId }]);
  await bridge.invoke('sandbox.command', {
    environmentId,
    command: { kind: 'fault', fault: 'gone', target: 'conversation', times: 1 },
  });
  const { listId } = await bridge.invoke('reading.readList', { environmentId, source: conversationId });
  await bridge.invoke('reading.start', { environmentId, from: { listId }, pace: { concurrency: 1 } });
  await expect.poll(missed).toEqual([]);
});

test('a receiver that does not answer is not asked on', async () => {
  await receive('a', 'b', 'c', 'd', 'e');
  await choose();
  const { messages } = await send('http://127.0.0.1:9/callback');
  expect(messages.map(({ outcome }) => outcome?.answer.kind)).toEqual([
    ...['none', 'none', 'none'],
    ...[undefined, undefined],
  ]);
});

test('a callback that was deleted meanwhile is said, and the rest is sent', async () => {
  await receive('a', 'b');
  const { received, url } = await receiver(200);
  const { messages } = await choose();
  const { bridge, environmentId } = receiving;
  await bridge.invoke('callbacks.delete', { environmentId, ids: [messages[0]?.callback ?? 0] });
  expect((await send(url)).messages).toMatchObject([
    { outcome: { isAccepted: false, answer: { problem: 'It is no longer in the inbox.' } } },
    { outcome: { isAccepted: true } },
  ]);
  expect(received.map(({ id }) => id)).toEqual(['b']);
});

test('an address on the internet is refused before anything is sent, until it is confirmed', async () => {
  await receive('a');
  await choose();
  await expect(send('http://203.0.113.1/callback')).rejects.toMatchObject({
    view: { code: 'invalid-input', details: { problem: 'public' } },
  });
  const { environmentId } = receiving;
  expect(
    (await receiving.bridge.invoke('callbacks.resent', { environmentId })).messages[0],
  ).not.toHaveProperty('outcome');
});

test('forgetting a case takes it out of the messages to send again and of the templates', async () => {
  await receive('a', 'b');
  await choose();
  const { bridge, environmentId } = receiving;
  const template = (id: string) => ({ name: id, body: `{"id":"conversation-${id}"}`, headers: [] });
  await bridge.invoke('callbacks.saveTemplate', { environmentId, template: template('a') });
  await bridge.invoke('callbacks.saveTemplate', { environmentId, template: template('b') });
  await bridge.invoke('cases.forget', { environmentId, selection: { ids: ['conversation-a'] } });
  const { messages } = await bridge.invoke('callbacks.resent', { environmentId });
  expect(messages.map(({ conversationId }) => conversationId)).toEqual(['conversation-b']);
  const { templates } = await bridge.invoke('callbacks.templates', { environmentId });
  expect(templates.map(({ name }) => name)).toEqual(['b']);
});

test('a case that is forgotten while messages are sent again is not sent, and not written back', async () => {
  await receive('a', 'b', 'c');
  await choose();
  const { bridge, environmentId } = receiving;
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(await text(request)).id);
    if (received.length === 1) {
      // While the message of the first one is under way.
      const ids = ['conversation-a', 'conversation-b'];
      await bridge.invoke('cases.forget', { environmentId, selection: { ids } });
    }
    response.writeHead(200).end();
  });
  const port = await listenForTest(server);
  const { messages } = await send(`http://127.0.0.1:${port}/callback`);
  expect(received).toEqual(['a', 'c']);
  expect(messages).toMatchObject([{ conversationId: 'conversation-c', outcome: { isAccepted: true } }]);
});

test('templates are kept by name, renamed and deleted', async () => {
  const { bridge, environmentId } = receiving;
  const template = {
    name: 'Second',
    body: '{"a":1}',
    headers: [['X-Signature', '{signature}']] as [string, string][],
  };
  const { id } = await bridge.invoke('callbacks.saveTemplate', { environmentId, template });
  await bridge.invoke('callbacks.saveTemplate', { environmentId, template: { ...template, name: 'Middle' } });
  const renamed = { ...template, id, name: 'First' };
  await bridge.invoke('callbacks.saveTemplate', { environmentId, template: renamed });
  const { templates } = await bridge.invoke('callbacks.templates', { environmentId });
  expect(templates).toMatchObject([renamed, { name: 'Middle' }]);
  const left = await bridge.invoke('callbacks.deleteTemplate', { environmentId, templateId: id });
  expect(left.templates.map(({ name }) => name)).toEqual(['Middle']);
});
