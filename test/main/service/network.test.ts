import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { ConnectFault } from '../../../main/service/transport/connect-fault.ts';
import { networkFailure } from '../../../main/service/transport/network-failure.ts';
import { closedPort } from '../../support/listen.ts';
import { makeCertificates } from './support/certificates.ts';
import { clientFor, failureOf } from './support/client.ts';
import { json, type Listening, serve, serveTcp, vendorType } from './support/server.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());

function untilTestEnds<T extends { close(): Promise<void> }>(server: T): T {
  onTestFinished(() => server.close());
  return server;
}

const tcp = async (onSocket: Parameters<typeof serveTcp>[0]) => untilTestEnds(await serveTcp(onSocket));
const secure = async (tls: { key: string; cert: string }): Promise<Listening> =>
  untilTestEnds(await serve((_, response) => json(response, 200, { id: 'c1' }), tls));

describe('on the way to the service', () => {
  test('a name that does not exist', async () => {
    const { client } = clientFor('http://nobody.invalid');
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure.code).toBe('name-not-found');
    expect(failure.message).toContain('nobody.invalid does not exist');
    expect(failure.hint).toContain('typos');
  });

  test('nothing listens at the port', async () => {
    const { client } = clientFor(`http://127.0.0.1:${await closedPort()}`);
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'connection-refused', retryable: true });
    expect(failure).toMatchObject({
      request: { attempts: 4 },
      details: { phase: 'connect', systemCode: 'ECONNREFUSED' },
    });
  });

  test('an address without a route', async () => {
    const { client } = clientFor('http://255.255.255.255');
    expect((await failureOf(client.readConversation('c1'))).code).toBe('unreachable');
  });

  test.each([
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['EAI_AGAIN', 'name-not-found'],
    ['CERT_NOT_YET_VALID', 'tls-expired'],
    ['CERT_REVOKED', 'tls-untrusted'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-failed'],
    ['ESOMETHINGNEW', 'unreachable'],
  ])('%s is reported as %s, with nothing sent', (systemCode, code) => {
    const socketError = Object.assign(new Error('secret words'), { code: systemCode });
    const failure = networkFailure(new ConnectFault('peer', { socketError }), {
      peer: 'The service',
      url: new URL('https://api.example.test/x'),
      path: '/x',
      proxy: undefined,
      requestSent: false,
      receivedBytes: undefined,
      timeouts: { connectMs: 1, headersMs: 1, idleMs: 1, totalMs: 60_000 },
    });
    expect(failure).toMatchObject({ code, request: { performed: 'no' } });
    expect(JSON.stringify(failure.view())).not.toContain('secret words');
  });
});

describe('TLS', () => {
  test('a certificate of an authority in the extra file is trusted', async () => {
    const server = await secure(certificates.good);
    const { client } = clientFor(server.url, { extraCaFile: certificates.authorityFile });
    expect((await client.readConversation('c1')).value.id).toBe('c1');
  });

  test.each([
    ['an unknown authority', 'good', '', 'tls-untrusted', 'does not trust'],
    ['signed by itself', 'selfSigned', '', 'tls-untrusted', 'does not trust'],
    ['expired', 'expired', certificates.authorityFile, 'tls-expired', 'has expired'],
    ['made for another name', 'otherName', certificates.authorityFile, 'tls-untrusted', 'elsewhere.test'],
  ] as const)('a certificate %s', async (_, which, extraCaFile, code, texts) => {
    const server = await secure(certificates[which]);
    const { client, pauses } = clientFor(server.url, { extraCaFile });
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(texts);
    expect(failure.message).toContain('Nothing was sent');
    expect(server.seen).toHaveLength(0);
    expect(pauses).toHaveLength(0);
  });

  test('a port that does not speak TLS', async () => {
    const server = await tcp((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n')));
    const { client } = clientFor(`https://127.0.0.1:${server.port}`);
    expect((await failureOf(client.readConversation('c1'))).code).toBe('tls-failed');
  });

  test('a port that disconnects during the handshake', async () => {
    const server = await tcp((socket) => socket.on('data', () => socket.destroy()));
    const { client } = clientFor(`https://127.0.0.1:${server.port}`);
    expect((await failureOf(client.readConversation('c1'))).code).toBe('tls-failed');
  });

  test.each([
    ['missing', '/no/such/file.pem', 'cannot be read'],
    ['without a certificate', import.meta.filename, 'contains no certificate'],
  ])('an extra file %s', async (_, extraCaFile, texts) => {
    const { client } = clientFor('https://127.0.0.1:1', { extraCaFile });
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure.code).toBe('file-unreadable');
    expect(failure.message).toContain(texts);
  });
});

describe('timeouts name their phase', () => {
  const timeouts = { connectMs: 300, headersMs: 300, idleMs: 300, totalMs: 60_000 };

  test('connect: the handshake is never answered', async () => {
    const server = await tcp(() => {});
    const { client } = clientFor(`https://127.0.0.1:${server.port}`, { timeouts });
    const failure = await failureOf(client.deleteConversation('c1', 'EXPIRE'));
    expect(failure.code).toBe('timeout-connect');
    expect(failure.message).toContain('within 300 ms');
  });

  test('headers: the request is accepted and not answered', async () => {
    const server = await tcp(() => {});
    const { client } = clientFor(server.url, { timeouts });
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'timeout-headers', request: { attempts: 1 } });
  });

  test('idle: the response begins and stops', async () => {
    const server = untilTestEnds(
      await serve((_, response) => {
        response.writeHead(200, { 'content-type': vendorType, 'x-request-id': 'req-1' });
        response.write('{"id":');
      }),
    );
    const { client } = clientFor(server.url, { timeouts });
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'timeout-idle', requestId: 'req-1' });
    expect(failure.message).toContain('after 6 bytes');
  });
});

describe('a broken response', () => {
  test('a connection closed before the response', async () => {
    const server = await tcp((socket) => socket.on('data', () => socket.destroy()));
    const { client } = clientFor(server.url);
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure).toMatchObject({
      code: 'connection-reset',
      request: { attempts: 4 },
      details: { phase: 'headers' },
    });
  });

  test.each([
    ['reset', (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy()],
    ['closed', (socket: { end(): void }) => socket.end()],
  ])('a connection %s in the middle of the response', async (_, breakIt) => {
    const server = untilTestEnds(
      await serve((_seen, response) => {
        response.writeHead(200, {
          'content-type': vendorType,
          'content-length': 100,
          'x-request-id': 'req-9',
        });
        response.write('{"id":"c1"', () => setImmediate(() => response.socket && breakIt(response.socket)));
      }),
    );
    const { client } = clientFor(server.url);
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'connection-reset', requestId: 'req-9' });
    expect(failure.message).toContain('in the middle of the response');
    expect(failure).toMatchObject({ request: { attempts: 4 }, details: { phase: 'body' } });
  });

  test('something that is not HTTP', async () => {
    const server = await tcp((socket) => socket.on('data', () => socket.end('SSH-2.0-OpenSSH_9\r\n')));
    const { client } = clientFor(server.url);
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure.code).toBe('reply-wrong-type');
    expect(failure.message).toContain('not HTTP');
  });

  test('endless headers', async () => {
    const server = await tcp((socket) =>
      socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`)),
    );
    const { client } = clientFor(server.url);
    expect((await failureOf(client.readConversation('c1'))).code).toBe('reply-too-large');
  });
});

describe('cancelling', () => {
  test('while connecting ends the call at once with nothing sent', async () => {
    const server = await tcp(() => {});
    const { client } = clientFor(`https://127.0.0.1:${server.port}`, {
      timeouts: { connectMs: 20_000, headersMs: 20_000, idleMs: 20_000, totalMs: 60_000 },
    });
    const abort = new AbortController();
    const call = failureOf(client.readConversation('c1', { signal: abort.signal }));
    abort.abort();
    expect((await call).code).toBe('cancelled');
  });

  test('while waiting for the response closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const server = await tcp((socket) =>
      socket.on('data', () => asked.resolve()).on('close', closed.resolve),
    );
    const { client } = clientFor(server.url);
    const abort = new AbortController();
    const call = failureOf(client.readConversation('c1', { signal: abort.signal }));
    await asked.promise;
    abort.abort();
    expect((await call).code).toBe('cancelled');
    await closed.promise;
  });

  test('in the middle of a response', async () => {
    const begun = Promise.withResolvers<void>();
    const server = untilTestEnds(
      await serve((_, response) => {
        response.writeHead(200, { 'content-type': vendorType });
        response.write('{"id":', () => begun.resolve());
      }),
    );
    const { client } = clientFor(server.url);
    const abort = new AbortController();
    const call = failureOf(client.readConversation('c1', { signal: abort.signal }));
    await begun.promise;
    abort.abort();
    expect((await call).code).toBe('cancelled');
  });

  test('before the start sends nothing', async () => {
    const server = untilTestEnds(await serve((_, response) => json(response, 200, {})));
    const { client } = clientFor(server.url);
    const failure = await failureOf(client.readConversation('c1', { signal: AbortSignal.abort() }));
    expect(failure.code).toBe('cancelled');
    expect(server.seen).toHaveLength(0);
  });
});
