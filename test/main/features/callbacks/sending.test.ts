import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { invalidKinds } from '../../../../main/examine/messages/invalid.ts';
import {
  CallbackSender,
  type CallbackSenderDeps,
} from '../../../../main/features/callbacks/callback-sender.ts';
import type { SendAttempt } from '../../../../preload/contract/callback-sending.ts';
import { callbackSendingOperations } from '../../../../preload/contract/callback-sending.ts';
import { enteredSettings } from '../../../../preload/contract/environments.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import { makeCertificate } from '../../../journeys/certificate.ts';
import { correct, startReceiver } from '../../../receivers/behaviour.ts';
import { receiverKey, startProgram } from '../../../receivers/start.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { listenForTest } from '../../../support/listen-for-test.ts';

/** A server that keeps what it received and answers with the statuses given, the last one for ever. */
async function recorder(statuses: number[]) {
  const received: { headers: IncomingMessage['headers']; url: string; body: string; at: number }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({
        headers: request.headers,
        url: request.url ?? '',
        body: body.toString('utf8'),
        at: Date.now(),
      });
      const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
      response.writeHead(
        status,
        status === 302 ? { Location: `${request.url}/moved` } : { 'X-Reported': 'yes' },
      );
      response.end(status === 204 ? undefined : 'the answer');
    });
  });
  const port = await listenForTest(server);
  return { received, url: `http://127.0.0.1:${port}/callback` };
}

let composed: Composed;
const keyId: { environmentId: string; keyId: string } = { environmentId: '', keyId: '' };
beforeAll(async () => {
  composed = await startComposed();
  const { bridge } = composed;
  const environmentId = await composed.add('Sender', 'http://127.0.0.1:9');
  const { signingKeys } = await bridge.invoke('credentials.save', {
    kind: 'signing-key',
    environmentId,
    label: 'Main',
    key: receiverKey,
  });
  await bridge.invoke('environments.select', { environmentId });
  Object.assign(keyId, { environmentId, keyId: signingKeys[0]?.id ?? '' });
});
afterAll(() => composed.close());

const template = (templateId: string) => ({
  what: { kind: 'template', templateId, conversationId: 'test-conversation' } as const,
});
function send(url: string, options: Partial<OperationInput<'callbacks.send'>>) {
  return composed.bridge.invoke('callbacks.send', { ...keyId, url, ...template('finished'), ...options });
}

describe('to receivers of other makes', () => {
  test.each([
    ['with Express', () => startProgram('node', 'express-receiver.mjs')],
    ['with plain node:http', () => startReceiver(correct)],
  ] as const)('%s: every template is accepted, every invalid kind rejected', async (_name, start) => {
    const url = await start();
    const { templates, faults, encodings } = await composed.bridge.invoke('callbacks.sendChoices', {});
    for (const { id } of templates) {
      const { attempts } = await send(url, { ...template(id), unknownMembers: true });
      expect([id, attempts.map(({ isAccepted }) => isAccepted)]).toEqual([id, [true]]);
    }
    for (const { id } of encodings) {
      const { attempts } = await send(url, { ...template('awkward-text'), encoding: id });
      expect([id, attempts[0]?.isAccepted]).toEqual([id, true]);
    }
    expect(faults).toHaveLength(invalidKinds.length);
    for (const { id } of faults) {
      const { attempts } = await send(url, { fault: id });
      expect([id, attempts[0]?.answer]).toMatchObject([id, { kind: 'answered', status: 401 }]);
    }
  });
});

describe('sent messages', () => {
  test('a signed message with the headers of the service; placeholders are replaced; the answer is shown', async () => {
    const { received, url } = await recorder([202]);
    const result = await send(`${url}/{conversationId}?e={event}&t={target}`, {});
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      url: '/callback/test-conversation?e=FINISHED&t=CONVERSATION',
      headers: { 'content-type': 'application/json;charset=UTF-8' },
    });
    expect(result.ip).toBe('127.0.0.1');
    expect(Buffer.from(result.body).toString()).toBe(received[0]?.body);
    expect(result.attempts[0]).toMatchObject({
      isAccepted: true,
      answer: { kind: 'answered', status: 202, body: 'the answer', isComplete: true },
    });
    const { answer } = result.attempts[0] as SendAttempt;
    expect(answer.kind === 'answered' && answer.headers).toContainEqual(['X-Reported', 'yes']);
  });

  test('duplicates keep the body, and have a new timestamp and signature', async () => {
    const { received, url } = await recorder([200]);
    const { attempts } = await send(url, { duplicates: 2 });
    expect(attempts.map(({ isAccepted }) => isAccepted)).toEqual([true, true, true]);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  test('duplicates come after the retries, and take none of their times', async () => {
    const { url } = await recorder([500, 500, 200]);
    const { attempts } = await send(url, { duplicates: 2, retries: { speed: 100_000_000 } });
    expect(attempts.map(({ isAccepted }) => isAccepted)).toEqual([false, false, true, true, true]);
    expect(attempts.map(({ simulatedMs }) => simulatedMs)).toEqual([0, 0, 15_000, 15_000, 15_000]);
  });

  test('a redirect is an answer that is not accepted, and is not followed', async () => {
    const { received, url } = await recorder([302]);
    const { attempts } = await send(url, {});
    expect(attempts[0]).toMatchObject({ isAccepted: false, answer: { status: 302 } });
    expect(received).toHaveLength(1);
  });

  test('nothing listens: said as such', async () => {
    const { attempts } = await send('http://127.0.0.1:1/', {});
    expect(attempts[0]).toMatchObject({ isAccepted: false, answer: { kind: 'none', reason: 'refused' } });
  });
});

describe('answers', () => {
  test('no part of a secret is shown where the answer is cut', async () => {
    const server = createServer((request, response) => {
      const body = `${'x'.repeat(1024 * 1024 - 8)}${receiverKey}${'x'.repeat(100)}`;
      request
        .resume()
        .on('end', () =>
          response
            .writeHead(200, { 'X-Echo': `${'y'.repeat(995)}${receiverKey}`, [receiverKey]: 'a' })
            .end(body),
        );
    });
    const port = await listenForTest(server);
    const { attempts } = await send(`http://127.0.0.1:${port}/`, {});
    const shown = JSON.stringify(attempts[0]?.answer);
    expect(shown.length).toBeGreaterThan(1_000_000);
    expect(shown).toContain('yyyy');
    expect(shown.toLowerCase()).not.toContain(receiverKey.slice(0, 4).toLowerCase());
    expect(attempts[0]?.answer).toMatchObject({ isComplete: false });
  });

  test('an https receiver is trusted by the authorities of the environment, and by no others', async () => {
    const { bridge } = composed;
    const certificate = makeCertificate();
    onTestFinished(() => certificate.remove());
    const server = createTlsServer(certificate, (request, response) => {
      request.resume().on('end', () => response.writeHead(204).end());
    });
    const port = await listenForTest(server);
    const url = `https://127.0.0.1:${port}/callback`;
    expect((await send(url, {})).attempts[0]?.answer).toMatchObject({ kind: 'none', reason: 'certificate' });
    const { environments } = await bridge.invoke('environments.list', {});
    const settings = environments.find(({ id }) => id === keyId.environmentId)?.settings;
    await bridge.invoke('environments.save', {
      environmentId: keyId.environmentId,
      settings: { ...enteredSettings.parse(settings), extraCaFile: certificate.file },
    });
    expect((await send(url, {})).attempts[0]?.answer).toMatchObject({ kind: 'answered', status: 204 });
  });
});

test('the sandbox’s environment trusts its certificates, such as that of the listener there', async () => {
  const { bridge } = composed;
  const environmentId = 'sandbox';
  await bridge.invoke('environments.select', { environmentId });
  const { key, certificate } = await bridge.invoke('sandbox.certificate', { environmentId });
  const settings = { tls: { key, certificate } };
  const { url = '' } = await bridge.invoke('callbacks.start', { environmentId, settings });
  const { attempts } = await send(url, { environmentId, keyId: environmentId });
  expect(attempts[0]?.answer).toMatchObject({ kind: 'answered', status: 200 });
  await bridge.invoke('callbacks.stop', { environmentId });
  await bridge.invoke('environments.select', { environmentId: keyId.environmentId });
});

describe('retries', () => {
  test('until accepted, over the whole schedule on a fast clock', async () => {
    const { received, url } = await recorder([500, 503, 404, 200]);
    const attempts: SendAttempt[] = [];
    const result = await composed.bridge.invoke(
      'callbacks.send',
      { ...keyId, url, ...template('finished'), retries: { speed: 100_000_000 } },
      { onProgress: (attempt) => attempts.push(attempt) },
    );
    expect(result.attempts.map(({ isAccepted }) => isAccepted)).toEqual([false, false, false, true]);
    expect(attempts).toEqual(result.attempts);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(result.attempts.map(({ simulatedMs }) => simulatedMs).slice(0, 3)).toEqual([0, 0, 15_000]);
  });

  test('20 attempts over 4 days where none is accepted', async () => {
    const { received, url } = await recorder([500]);
    const { attempts } = await send(url, { retries: { speed: 100_000_000 } });
    expect(attempts).toHaveLength(20);
    expect(received).toHaveLength(20);
    expect(attempts.at(-1)?.simulatedMs).toBe(4 * 24 * 3_600_000);
    // Stamped by this computer’s clock, so that a receiver accepts each.
    const stamps = received.map(({ headers, at }) => at - Number(headers['x-signature-timestamp']));
    expect(Math.max(...stamps.map(Math.abs))).toBeLessThan(60_000);
  });

  test('stopping ends them with the attempts so far', async () => {
    const { received, url } = await recorder([500]);
    const abort = new AbortController();
    const result = composed.bridge.invoke(
      'callbacks.send',
      { ...keyId, url, ...template('finished'), retries: { speed: 1 } },
      { signal: abort.signal },
    );
    await expect.poll(() => received.length).toBe(2);
    abort.abort();
    expect((await result).attempts.map(({ number }) => number)).toEqual([1, 2]);
    expect(received).toHaveLength(2);
  });
});

test('headers and key of one message replace those of the service, and the body is prepared to be edited', async () => {
  const { received, url } = await recorder([200]);
  const { body, event } = await composed.bridge.invoke('callbacks.prepare', {
    environmentId: keyId.environmentId,
    ...template('finished'),
  });
  expect([JSON.parse(Buffer.from(body).toString()).event, event]).toEqual(['FINISHED', 'FINISHED']);
  const edited = Buffer.from('{"edited":true}');
  const { attempts } = await send(url, {
    what: { kind: 'message', body: edited },
    pastedKey: 'another-key',
    headers: [
      ['X-Signature-Timestamp', '1760000000000'],
      ['X-Signature', 'sha256={signature}'],
      ['X-Sent', '{now}'],
    ],
  });
  const signature = createHmac('sha256', 'another-key').update('1760000000000:').update(edited).digest('hex');
  expect(received[0]?.body).toBe('{"edited":true}');
  expect(received[0]?.headers).toMatchObject({
    'x-signature': `sha256=${signature}`,
    'x-signature-timestamp': '1760000000000',
    'x-sent': expect.stringMatching(/^\d{13}$/),
  });
  expect(JSON.stringify(attempts)).not.toContain('another-key');
});

describe('allowed addresses', () => {
  const deps = (addresses: string[], over: Partial<CallbackSenderDeps> = {}): CallbackSenderDeps => ({
    signingKey: async () => receiverKey,
    readConversation: async () => Buffer.from('{}'),
    secureContext: async () => createSecureContext(),
    redact: (text) => text,
    now: Date.now,
    lookup: async () => [
      { address: addresses.length > 1 ? (addresses.shift() ?? '') : (addresses[0] ?? '') },
    ],
    ...over,
  });
  const request = (url: string, more = {}) =>
    callbackSendingOperations['callbacks.send'].input.parse({
      environmentId: 'e',
      keyId: 'k',
      url,
      ...template('finished'),
      ...more,
    });
  const never = new AbortController().signal;

  test('a public address is refused until it was confirmed', async () => {
    await expect(
      new CallbackSender(deps(['203.0.113.7'])).send(
        'e',
        request('http://receiver.example/'),
        never,
        () => {},
      ),
    ).rejects.toMatchObject({ code: 'invalid-input', details: { problem: 'public', ip: '203.0.113.7' } });
  });

  test('a name that resolves to another address than the confirmed one is refused', async () => {
    const { received, url } = await recorder([200]);
    const { port } = new URL(url);
    await expect(
      new CallbackSender(deps(['127.0.0.1'])).send(
        ...([
          'e',
          request(`http://receiver.example:${port}/`, { confirmedIp: '203.0.113.7' }),
          never,
        ] as const),
        () => {},
      ),
    ).rejects.toMatchObject({ details: { ip: '127.0.0.1' } });
    expect(received).toEqual([]);
  });

  test('the connection goes to the address that was checked, whatever the name means later', async () => {
    const { received, url } = await recorder([500, 200]);
    const { port } = new URL(url);
    // The first answer is the receiver; a second look-up would give an address of a private network.
    const result = await new CallbackSender(deps(['127.0.0.1', '10.255.255.1'])).send(
      ...([
        'e',
        request(`http://receiver.example:${port}/`, { retries: { speed: 100_000_000 } }),
        never,
      ] as const),
      () => {},
    );
    expect(result.ip).toBe('127.0.0.1');
    expect(received.map(({ headers }) => headers.host)).toEqual([
      `receiver.example:${port}`,
      `receiver.example:${port}`,
    ]);
  });

  test('a secret that the receiver returns is not shown', async () => {
    const { url } = await recorder([200]);
    const result = await new CallbackSender(
      deps([], { redact: (text) => text.replaceAll('answer', 'removed') }),
    ).send('e', request(url), never, () => {});
    expect(result.attempts[0]?.answer).toMatchObject({ body: 'the removed' });
  });
});

describe('from real cases', () => {
  test('a case is read from the service; a received callback is sent again byte for byte', async () => {
    const { bridge } = composed;
    const { received, url } = await recorder([200]);
    await bridge.invoke('environments.select', { environmentId: 'sandbox' });
    onTestFinished(async () => {
      await bridge.invoke('environments.select', { environmentId: keyId.environmentId });
    });
    const { samples } = await bridge.invoke('conversations.samples', { environmentId: 'sandbox' });
    const conversationId = samples[0]?.id ?? '';
    const key = { environmentId: 'sandbox', keyId: 'sandbox' };
    await bridge.invoke('callbacks.send', {
      ...key,
      url,
      what: { kind: 'case', conversationId, target: 'SUBSCRIPTION', event: 'NEW_DATA' },
    });
    const body = JSON.parse(received[0]?.body ?? '');
    expect(body).toMatchObject({
      target: 'SUBSCRIPTION',
      event: 'NEW_DATA',
      payload: { conversation: { id: conversationId } },
    });
    expect(body.payload.conversation.result).toBeDefined();

    const { url: own } = await bridge.invoke('callbacks.start', { environmentId: 'sandbox', settings: {} });
    await bridge.invoke('callbacks.send', {
      ...key,
      url: own ?? '',
      what: { kind: 'case', conversationId, target: 'CONVERSATION', event: 'FINISHED' },
    });
    const { rows } = await bridge.invoke('callbacks.list', {
      environmentId: 'sandbox',
      filter: {},
      from: 0,
      count: 1,
    });
    expect(rows).toMatchObject([{ state: 'valid', conversationId }]);
    const kept = await bridge.invoke('callbacks.get', { environmentId: 'sandbox', id: rows[0]?.id ?? 0 });
    await bridge.invoke('callbacks.send', { ...key, url, what: { kind: 'message', body: kept.body } });
    expect(received[1]?.body).toBe(Buffer.from(kept.body).toString('utf8'));
  });
});
