import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { closedPort } from '../../support/listen.ts';
import { makeCertificates } from './support/certificates.ts';
import { clientFor, failureOf } from './support/client.ts';
import { startProxy } from './support/proxy.ts';
import { json, serve } from './support/server.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());

async function service(tls?: { key: string; cert: string }) {
  const server = await serve((_, response) => json(response, 200, { id: 'c1' }), tls);
  onTestFinished(() => server.close());
  return server;
}

async function proxyWith(options?: Parameters<typeof startProxy>[0]) {
  const proxy = await startProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

const through = (url: string) => ({ proxy: { mode: 'own', url } }) as const;
const extraCaFile = certificates.authorityFile;

describe('through a proxy', () => {
  test('https uses a tunnel, so the proxy sees no call', async () => {
    const server = await service(certificates.good);
    const proxy = await proxyWith();
    const { client } = clientFor(server.url, { ...through(proxy.url), extraCaFile });
    expect((await client.readConversation('c1')).value.id).toBe('c1');
    expect(proxy.lines).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
    expect(JSON.stringify(proxy.headers)).not.toContain('authorization');
  });

  test('tunnels are kept for later reads', async () => {
    const server = await service(certificates.good);
    const proxy = await proxyWith();
    const { client } = clientFor(server.url, { ...through(proxy.url), extraCaFile });
    for (let read = 0; read < 6; read++) {
      await client.readConversation('c1');
    }
    // The pool may open a second one while the first is still draining.
    expect(proxy.lines.length).toBeLessThanOrEqual(2);
  });

  test('http is forwarded by it', async () => {
    const server = await service();
    const proxy = await proxyWith();
    const { client } = clientFor(`${server.url}/base`, through(proxy.url));
    await client.readConversation('c 1');
    expect(proxy.lines).toEqual([`GET ${server.url}/base/api/conversations/c%201`]);
    expect(server.seen[0]?.headers.host).toBe(`127.0.0.1:${server.port}`);
  });

  test('the proxy itself may use https', async () => {
    const server = await service(certificates.good);
    const plain = await service();
    const proxy = await proxyWith({ tls: certificates.good });
    const settings = { ...through(proxy.url), extraCaFile };
    await clientFor(server.url, settings).client.readConversation('c1');
    await clientFor(plain.url, settings).client.readConversation('c1');
    expect(proxy.lines[0]).toContain('CONNECT');
    expect(proxy.lines[1]).toContain('GET http://');
  });

  test("the system's proxy is looked up by the service's origin only, and its login is used", async () => {
    const server = await service(certificates.good);
    const proxy = await proxyWith();
    const asked: string[] = [];
    const { client } = clientFor(server.url, {
      proxy: { mode: 'system' },
      extraCaFile,
      system: {
        async systemProxy(url) {
          asked.push(url);
          return proxy.url.replace('//', '//me:p%40ss@');
        },
      },
    });
    await client.readConversation('c1');
    expect(asked).toEqual([`${server.url}/`]);
    expect(proxy.headers[0]?.['proxy-authorization']).toBe(`Basic ${btoa('me:p@ss')}`);
  });

  test("the service's certificate is still checked", async () => {
    const server = await service(certificates.selfSigned);
    const proxy = await proxyWith();
    const { client } = clientFor(server.url, { ...through(proxy.url), extraCaFile });
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure.code).toBe('tls-untrusted');
    expect(failure.message).toContain(`The service at 127.0.0.1:${server.port}`);
  });
});

describe('an unusable proxy is reported as the proxy, not as the service', () => {
  test.each(['http', 'https'])('nothing listens there (for %s)', async (scheme) => {
    const gone = `http://127.0.0.1:${await closedPort()}`;
    const { client } = clientFor(`${scheme}://127.0.0.1:1`, through(gone));
    const failure = await failureOf(client.deleteConversation('c1', 'EXPIRE'));
    expect(failure.code).toBe('proxy-failed');
    expect(failure.message).toContain(`The proxy ${gone} could not be used: nothing listens`);
  });

  test('its name does not exist', async () => {
    const { client } = clientFor('https://127.0.0.1:1', through('http://proxy.invalid:8080'));
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure.code).toBe('proxy-failed');
    expect(failure.message).toContain('does not exist');
  });

  test('its certificate is not trusted', async () => {
    const proxy = await proxyWith({ tls: certificates.selfSigned });
    const failure = await failureOf(
      clientFor('https://127.0.0.1:1', through(proxy.url)).client.readConversation('c1'),
    );
    expect(failure.code).toBe('proxy-failed');
    expect(failure.message).toContain('certificate is not trusted');
  });

  test.each([
    [407, 'asks for a login (407)'],
    [403, 'refused to connect'],
    [502, 'it answered 502'],
  ])('it refuses the tunnel with %i', async (refuse, texts) => {
    const proxy = await proxyWith({ refuse });
    const { client, pauses } = clientFor('https://127.0.0.1:1', through(proxy.url));
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'proxy-failed', details: { httpStatus: refuse } });
    expect(failure.message).toContain(texts);
    expect(pauses).toHaveLength(refuse === 502 ? 3 : 0);
  });

  test('it asks for a login over http', async () => {
    const proxy = await proxyWith({ refuse: 407 });
    const failure = await failureOf(
      clientFor('http://127.0.0.1:1', through(proxy.url)).client.readConversation('c1'),
    );
    expect(failure.code).toBe('proxy-failed');
  });

  test("the system's is of an unsupported kind", async () => {
    const { client } = clientFor('https://127.0.0.1:1', {
      proxy: { mode: 'system' },
      system: { systemProxy: async () => 'socks5://127.0.0.1:1080' },
    });
    expect((await failureOf(client.readConversation('c1'))).code).toBe('proxy-failed');
  });

  test("the system's cannot be determined", async () => {
    const { client } = clientFor('https://127.0.0.1:1', {
      proxy: { mode: 'system' },
      system: { systemProxy: () => Promise.reject(new Error('no')) },
    });
    expect((await failureOf(client.readConversation('c1'))).code).toBe('proxy-failed');
  });
});
