import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Redaction } from '../../../../main/common/redaction.ts';
import { CallLog } from '../../../../main/features/calls/call-log.ts';
import { systemDeps } from '../../../../main/service/system-deps.ts';
import type { CallEntry } from '../../../../preload/contract/calls.ts';
import { closedPort } from '../../../support/listen.ts';
import { makeCertificates } from '../../service/support/certificates.ts';
import { clientFor, failureOf } from '../../service/support/client.ts';
import { startProxy } from '../../service/support/proxy.ts';
import { json, type Seen, serve, serveTcp } from '../../service/support/server.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());

/** A client whose calls are logged, and the calls in order. */
function logged(url: string, given: Parameters<typeof clientFor>[1] = {}, limit?: number) {
  const redaction = new Redaction();
  const changed = vi.fn();
  const log = new CallLog({
    redact: (value) => redaction.value(value),
    onChange: changed,
    ...(limit === undefined ? {} : { limit }),
  });
  onTestFinished(() => log.close());
  const system = { ...systemDeps(async () => undefined), redaction, sleep: async () => undefined };
  const { client } = clientFor(url, { ...given, system, recorder: log.recorder('one') });
  const calls = (): CallEntry[] => log.list('one', 0).calls.sort((a, b) => a.id - b.id);
  return { client, log, calls, changed };
}

async function service(answer: (seen: Seen, count: number) => [number, unknown, object?], tls?: object) {
  let count = 0;
  const server = await serve((seen, response) => {
    const [status, body, headers] = answer(seen, ++count);
    json(response, status, body, headers);
  }, tls);
  onTestFinished(() => server.close());
  return server;
}

const through = (url: string) => ({ proxy: { mode: 'own', url } }) as const;

describe('a call', () => {
  test('of a headless step is logged without the id of the page, which would be enough to answer it', async () => {
    const server = await service(() => [200, { component: 'PERSON/CONFIRM', next: 'page-2', args: [] }]);
    const { client, calls, log } = logged(server.url);
    await client.submitHeadlessPage('c1', 'page/1', {}, '203.0.113.7');
    expect(calls()[0]?.path).toBe('/api/conversations/c1/headless/<PAGE_ID>');
    expect(JSON.stringify([log.list('one', 0), log.request('one', 1)])).not.toMatch(/page[-/%]/);
  });

  test('is logged with its path, status, size, request id and phases', async () => {
    const server = await service(() => [200, { id: 'c 1' }]);
    const { client, calls } = logged(`${server.url}/base`);
    await client.readConversation('c 1');
    await vi.waitFor(() => expect(calls()[0]?.state).toBe('answered'));
    const [call] = calls();
    expect(call).toMatchObject({
      id: 1,
      method: 'GET',
      origin: server.url,
      path: '/base/api/conversations/c%201',
      template: '/api/conversations/{conversationId}',
      conversationId: 'c 1',
      attempt: 1,
      status: 200,
      requestId: 'req-1',
      bytes: '{"id":"c 1"}'.length,
      keptConnection: false,
    });
    const { phases, totalMs } = call as CallEntry;
    expect(Object.keys(phases).sort()).toEqual(['connectMs', 'queueMs', 'readMs', 'waitMs']);
    const sum = Object.values(phases).reduce<number>((all, part) => all + (part ?? 0), 0);
    // The phases follow each other; a busy machine can only lengthen what is between them.
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan((totalMs ?? 0) + 5);
  });

  test('on a reused connection has no connection phases', async () => {
    const server = await service(() => [200, {}]);
    const { client, calls } = logged(server.url);
    await vi.waitFor(async () => {
      await client.readConversation('c1');
      expect(calls().some(({ keptConnection }) => keptConnection)).toBe(true);
    });
    const kept = calls().find(({ keptConnection }) => keptConnection);
    expect(kept?.phases.connectMs).toBeUndefined();
  });

  test('by name over TLS has separate times for name lookup and handshake', async () => {
    const server = await service(() => [200, {}], certificates.good);
    const url = server.url.replace('127.0.0.1', 'localhost');
    const { client, calls } = logged(url, { extraCaFile: certificates.authorityFile });
    await client.readConversation('c1');
    await vi.waitFor(() => expect(calls()[0]?.state).toBe('answered'));
    const phases = calls()[0]?.phases ?? {};
    expect(Object.keys(phases).sort()).toEqual([
      'connectMs',
      'nameMs',
      'queueMs',
      'readMs',
      'tlsMs',
      'waitMs',
    ]);
    expect(phases.tlsMs).toBeGreaterThan(0);
  });

  test('waits as long as the service takes', async () => {
    const server = await serve((_, response) => {
      setTimeout(() => json(response, 200, {}), 150);
    });
    onTestFinished(() => server.close());
    const { client, calls } = logged(server.url);
    await client.readConversation('c1');
    await vi.waitFor(() => expect(calls()[0]?.state).toBe('answered'));
    expect(calls()[0]?.phases.waitMs).toBeGreaterThan(140);
  });

  test("through a tunnel reports the proxy's time", async () => {
    const server = await service(() => [200, {}], certificates.good);
    const proxy = await startProxy();
    onTestFinished(() => proxy.close());
    const { client, calls } = logged(server.url, {
      ...through(proxy.url),
      extraCaFile: certificates.authorityFile,
    });
    await client.readConversation('c1');
    await vi.waitFor(() => expect(calls()[0]?.state).toBe('answered'));
    expect(calls()[0]?.proxy).toBe(proxy.url);
    expect(Object.keys(calls()[0]?.phases ?? {}).sort()).toEqual([
      'connectMs',
      'proxyMs',
      'queueMs',
      'readMs',
      'tlsMs',
      'waitMs',
    ]);
  });

  test('that is still running is in the log', async () => {
    const held = Promise.withResolvers<void>();
    const server = await serve(async (_, response) => {
      await held.promise;
      json(response, 200, {});
    });
    onTestFinished(() => server.close());
    const { client, calls } = logged(server.url);
    const reading = client.readConversation('c1');
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    expect(calls()[0]).toMatchObject({ state: 'running', conversationId: 'c1' });
    held.resolve();
    await reading;
  });

  test('that is stopped is logged as stopped', async () => {
    const server = await serve(() => undefined);
    onTestFinished(() => server.close());
    const { client, calls } = logged(server.url);
    const stop = new AbortController();
    const reading = failureOf(client.readConversation('c1', { signal: stop.signal }));
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    stop.abort();
    await reading;
    expect(calls()[0]?.state).toBe('cancelled');
  });

  test('to a port without a listener failed while connecting', async () => {
    const { client, calls } = logged(`http://127.0.0.1:${await closedPort()}`);
    await failureOf(client.readConversation('c1'));
    expect(calls().map(({ state, attempt }) => [state, attempt])).toEqual([
      ['failed', 1],
      ['failed', 2],
      ['failed', 3],
      ['failed', 4],
    ]);
    expect(calls()[0]?.failure?.code).toBe('connection-refused');
    expect(calls()[0]?.phases).toHaveProperty('connectMs');
    expect(calls()[0]?.phases).not.toHaveProperty('waitMs');
  });

  test('that breaks in the body is logged with the bytes received', async () => {
    const server = await serveTcp((socket) => {
      socket.once('data', () => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"id"');
      });
    });
    onTestFinished(() => server.close());
    const { client, calls } = logged(server.url);
    await failureOf(client.readConversation('c1'));
    await vi.waitFor(() => expect(calls()[0]?.state).toBe('failed'));
    expect(calls()[0]).toMatchObject({ status: 200, bytes: 5 });
  });
});

describe('repeated calls', () => {
  test('number their attempts', async () => {
    const server = await service((_, count) => (count < 3 ? [503, {}] : [200, {}]));
    const { client, calls } = logged(server.url);
    await client.readConversation('c1');
    expect(calls().map(({ status, attempt, repeat }) => [status, attempt, repeat])).toEqual([
      [503, 1, undefined],
      [503, 2, 'retry'],
      [200, 3, 'retry'],
    ]);
  });

  test('after a 401 are marked as using a new token', async () => {
    let tokens = 0;
    const server = await service((seen) => {
      if (seen.url.startsWith('/api/oauth2/token')) {
        return [200, { access_token: `token-number-${++tokens}`, expires_in: 3600 }];
      }
      return seen.headers.authorization === 'Bearer token-number-2' ? [200, {}] : [401, ''];
    });
    const authentication = { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'header' } as const;
    const { client, calls } = logged(server.url, { authentication });
    await client.readConversation('c1');
    expect(
      calls().map(({ template, status, attempt, repeat }) => [template, status, attempt, repeat]),
    ).toEqual([
      ['/api/oauth2/token', 200, 1, undefined],
      ['/api/conversations/{conversationId}', 401, 1, undefined],
      ['/api/oauth2/token', 200, 1, undefined],
      ['/api/conversations/{conversationId}', 200, 2, 'new-token'],
    ]);
    expect(calls()[0]?.conversationId).toBeUndefined();
  });
});

describe('the log', () => {
  test('contains no secret, even if the service echoes one', async () => {
    const key = { login: 'Login-4711-x', password: 'pass/word-4711' };
    const server = await service(() => [
      404,
      { status: 'NOT_FOUND', message: key.password },
      { 'x-request-id': `id-${key.password}` },
    ]);
    const { client, log } = logged(server.url, { key });
    await failureOf(client.openMedia('c1', `m-${key.password}`));
    const text = JSON.stringify([log.list('one', 0), log.request('one', 1)]);
    // In the path, the request id and the whole address.
    expect(text.split('•••')).toHaveLength(4);
    for (const form of [key.password, encodeURIComponent(key.password), key.login]) {
      expect(text).not.toContain(form);
    }
    expect(text).not.toContain(Buffer.from(`${key.login}:${key.password}`).toString('base64'));
  });

  test('keeps only the latest calls and reports which are held', async () => {
    const server = await service(() => [200, {}]);
    const { client, log } = logged(server.url, {}, 3);
    for (const id of ['c1', 'c2', 'c3', 'c4', 'c5']) {
      await client.readConversation(id);
    }
    const { calls, ids } = log.list('one', 0);
    expect(calls.map(({ conversationId }) => conversationId).sort()).toEqual(['c3', 'c4', 'c5']);
    expect(ids).toEqual([3, 4, 5]);
  });

  test('returns what is new since the last request', async () => {
    const server = await service(() => [200, {}]);
    const { client, log, calls } = logged(server.url);
    await client.readConversation('c1');
    await vi.waitFor(() => expect(calls()[0]?.state).toBe('answered'));
    const { revision } = log.list('one', 0);
    expect(log.list('one', revision).calls).toEqual([]);
    await client.readConversation('c2');
    expect(log.list('one', revision).calls.map(({ conversationId }) => conversationId)).toEqual(['c2']);
    expect(log.list('another', 0).calls).toEqual([]);
    log.forget('one', ['c1']);
    expect(log.list('one', revision).ids).toEqual([2]);
  });

  test('announces many calls together', async () => {
    const server = await service(() => [200, {}]);
    const { client, changed } = logged(server.url);
    await Promise.all(Array.from({ length: 50 }, (_, n) => client.readConversation(`c${n}`)));
    await vi.waitFor(() => expect(changed).toHaveBeenCalledWith(['one']));
    expect(changed.mock.calls.length).toBeLessThan(20);
  });

  test("deletes one conversation's calls, or all of an environment", async () => {
    const server = await service(() => [200, {}]);
    const { client, log, calls } = logged(server.url);
    await client.readConversation('c1');
    await client.readConversation('c2');
    log.forget('one', ['c1']);
    expect(calls().map(({ conversationId }) => conversationId)).toEqual(['c2']);
    log.forget('one');
    expect(calls()).toEqual([]);
  });

  test('returns many calls in several pages without losing any', () => {
    const log = new CallLog({ redact: (value) => value, onChange: () => undefined });
    onTestFinished(() => log.close());
    const recorder = log.recorder('one');
    for (let n = 0; n < 1200; n++) {
      recorder.begin({
        at: 0,
        method: 'GET',
        url: new URL(`https://service.test/api/conversations/c${n}`),
        template: '/api/conversations/{conversationId}',
        conversationId: `c${n}`,
        attempt: 1,
        repeat: undefined,
        headers: {},
        hasBody: false,
        body: undefined,
      });
    }
    const found = new Set<number>();
    for (let after = 0, more = true; more; ) {
      const answer = log.list('one', after);
      expect(answer.calls.length).toBeLessThanOrEqual(500);
      for (const { id } of answer.calls) {
        found.add(id);
      }
      ({ revision: after, more } = answer);
    }
    expect(found.size).toBe(1200);
  });
});
