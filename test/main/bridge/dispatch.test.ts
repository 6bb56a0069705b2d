import { beforeEach, describe, expect, test } from 'vitest';
import { createDispatch } from '../../../main/bridge/dispatch.ts';
import type { Handlers } from '../../../main/bridge/handlers.ts';
import { Failure } from '../../../main/common/failure.ts';
import { Redaction } from '../../../main/common/redaction.ts';
import { environmentSettings } from '../../../preload/contract/environments.ts';

const secret = 'Anna Müller';
let reported: string[];
beforeEach(() => {
  reported = [];
});

/** A window connected to the given handlers. */
function windowOn(handlers: Partial<Handlers>) {
  const client = createDispatch(handlers as Handlers, (operation) => reported.push(operation)).client();
  const heard: unknown[] = [];
  const invoke = (operation: string, input: unknown = {}, callId = '1') =>
    client.invoke({ callId, operation, input, progress: (step) => heard.push(step) });
  return { client, invoke, heard };
}

describe('errors of handlers', () => {
  test('a failure crosses with its message', async () => {
    const { invoke } = windowOn({
      'conversations.recent': () => {
        throw new Failure({ code: 'gone', message: 'Gone.', cause: new Error(secret) });
      },
    });
    const answer = await invoke('conversations.recent', { environmentId: 'e' });
    expect(answer).toEqual({ ok: false, error: { code: 'gone', message: 'Gone.', retryable: false } });
    expect(reported).toEqual([]);
  });

  test('any other error is reported, and nothing of it crosses', async () => {
    const { invoke } = windowOn({
      'conversations.recent': () => {
        throw new Error(secret);
      },
    });
    const answer = await invoke('conversations.recent', { environmentId: 'e' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain(secret);
    expect(reported).toEqual(['conversations.recent']);
  });
});

describe('the output of a handler', () => {
  test('crosses without members the contract does not define', async () => {
    const entry = { environmentId: 'e', conversationId: 'c', openedAt: '2026-01-01T00:00:00.000Z', secret };
    const { invoke } = windowOn({ 'conversations.recent': () => ({ recent: [entry] }) });
    const answer = await invoke('conversations.recent', { environmentId: 'e' });
    expect(answer).toMatchObject({ ok: true });
    expect(JSON.stringify(answer)).not.toContain(secret);
  });

  test('is an error if the contract does not allow it', async () => {
    const { invoke } = windowOn({
      'conversations.recent': () => ({ recent: secret }) as unknown as { recent: [] },
    });
    const answer = await invoke('conversations.recent', { environmentId: 'e' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain(secret);
    expect(reported).toEqual(['conversations.recent']);
  });
});

describe('the calls of one window', () => {
  /** Never resolves; rejects when it is cancelled. */
  const forever: Handlers['conversations.recent'] = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error(secret)));
    });
  const input = { environmentId: 'e' };

  test('are all cancelled when it closes, and errors after that are not reported', async () => {
    const { client, invoke } = windowOn({ 'conversations.recent': forever });
    const calls = ['1', '2'].map((callId) => invoke('conversations.recent', input, callId));
    client.close();
    for (const call of calls) {
      expect(await call).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    }
    expect(reported).toEqual([]);
  });

  test('are limited to 256 at once', async () => {
    const { client, invoke } = windowOn({ 'conversations.recent': forever });
    const ids = Array.from({ length: 256 }, (_, index) => String(index));
    const calls = ids.map((callId) => invoke('conversations.recent', input, callId));
    const refused = await invoke('conversations.recent', input, 'one more');
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    client.cancel('0');
    expect(await calls[0]).toMatchObject({ error: { code: 'cancelled' } });
    calls.push(invoke('conversations.recent', input, 'one more'));
    client.close();
    expect(await calls.at(-1)).toMatchObject({ error: { code: 'cancelled' } });
    await Promise.all(calls);
  });

  test('emit only events the contract allows, and none after they were cancelled', async () => {
    const { client, invoke, heard } = windowOn({
      'media.save': (_, { progress }) => {
        progress({ bytes: 1 });
        progress({ bytes: secret } as never);
        client.cancel('1');
        progress({ bytes: 2 });
        return { kind: 'cancelled' };
      },
    });
    await invoke('media.save', { environmentId: 'e', conversationId: 'c', mediaId: 'm' });
    expect(heard).toEqual([{ bytes: 1 }]);
  });
});

describe('secrets in use', () => {
  const key = 'production-like-key';
  const redaction = new Redaction();
  redaction.keep('api-key', [key]);
  const ask = (handlers: Partial<Handlers>, operation: string, input: unknown = {}) =>
    createDispatch(handlers as Handlers, () => {}, { redaction })
      .client()
      .invoke({ callId: '1', operation, input, progress: () => {} });

  test('are removed from results and failures', async () => {
    const text = await ask(
      { 'application.diagnostics': () => ({ text: `log: ${key}` }) },
      'application.diagnostics',
    );
    expect(text).toEqual({ ok: true, value: { text: 'log: •••' } });
    const failed = await ask(
      {
        'environments.list': () => {
          throw new Failure({
            code: 'gone',
            message: `It says ${key}.`,
            requestId: key,
            details: { [key]: [`a ${key}`] },
          });
        },
      },
      'environments.list',
    );
    expect(JSON.stringify(failed)).not.toContain(key);
  });

  test('stay in settings as typed, since the window edits them and sends them back', async () => {
    const settings = environmentSettings.parse({
      name: key,
      kind: 'test',
      baseUrl: `https://${key}.example`,
    });
    const view = { environments: [{ id: 'e', settings, builtIn: false, signingKeys: [] }], selectedId: 'e' };
    const answer = await ask({ 'environments.list': () => view }, 'environments.list');
    expect(answer).toEqual({ ok: true, value: view });
  });

  test('are not searched again in a response of the service, from which they were removed when it was received', async () => {
    const response = {
      lines: [{ text: key, number: 1, continued: false, from: 0, to: 9 }],
      total: 1,
      bytes: 9,
    };
    const input = { readingId: 'r', form: 'received', from: 0, count: 1 };
    const answer = await ask({ 'conversations.raw': () => response }, 'conversations.raw', input);
    expect(answer).toEqual({ ok: true, value: response });
  });
});
