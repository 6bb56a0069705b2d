import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkConnection } from '../../../main/service/check/connection-check.ts';
import type { ClientIdentity } from '../../../main/service/transport/authorities.ts';
import { type ConnectionSecrets, noConnectionSecrets } from '../../../main/service/transport/transport.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { makeCertificates } from './support/certificates.ts';
import { apiKey, clientFor, failureOf, quickSystem, settingsFor } from './support/client.ts';
import { startProxy } from './support/proxy.ts';
import { json, type Seen, serve } from './support/server.ts';

// Real proxies that require a login and real TLS servers that require a client certificate.

const certificates = makeCertificates();
afterAll(() => certificates.remove());
const extraCaFile = certificates.authorityFile;
const oauth = { authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'body' } } as const;

const { pfx, passphrase } = certificates.clientFiles;
const identities: Record<string, ClientIdentity> = {
  'PKCS #12': { form: 'pkcs12', pfx: pfx.toString('base64'), passphrase },
  PEM: { form: 'pem', ...certificates.client },
};
const showing = (identity: ClientIdentity): Partial<ConnectionSecrets> => ({
  clientCertificate: async () => identity,
});
const login = { login: 'desk', password: 'p@ss:wörd/+1' };
const withLogin: Partial<ConnectionSecrets> = { proxyLogin: async () => login };

const answer = (seen: Seen, response: Parameters<Parameters<typeof serve>[0]>[1]) => {
  if (seen.url.includes('oauth2')) {
    return json(response, 200, { access_token: 't' });
  }
  const wrong = seen.url.includes('assay-connection-check');
  // The id that the connection check makes up may begin with the same characters.
  const known = /\/c1(?![\w-])/.test(seen.url);
  json(
    response,
    known ? 200 : 404,
    known
      ? { id: 'c1' }
      : { status: 'NOT_FOUND', message: wrong ? 'No such path' : 'Conversation not found', violations: [] },
  );
};

async function service(tls?: Parameters<typeof serve>[1]) {
  const server = await serve(answer, tls);
  onTestFinished(() => server.close());
  return server;
}

/** Accepts only clients with a certificate of the authority. */
const strict = () =>
  service({ ...certificates.good, requestCert: true, rejectUnauthorized: true, ca: certificates.authority });

async function proxyWith(options: Parameters<typeof startProxy>[0]) {
  const proxy = await startProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

const check = (settings: EnvironmentSettings, secrets: Partial<ConnectionSecrets>) =>
  checkConnection(
    {
      settings,
      apiKey: async () => apiKey,
      secrets: { ...noConnectionSecrets, ...secrets },
      system: quickSystem(),
    },
    { signal: new AbortController().signal, progress: () => {} },
  );

type Given = Parameters<typeof clientFor>[1];
/** Reads, tokens, media, requests that must not be repeated, and the connection check. */
async function everyPath(baseUrl: string, given: NonNullable<Given>): Promise<void> {
  for (const scheme of [{}, oauth]) {
    const { client } = clientFor(baseUrl, { ...given, ...scheme });
    expect((await client.readConversation('c1')).value.id).toBe('c1');
    expect((await buffer((await client.openMedia('c1', 'm1')).body)).length).toBeGreaterThan(0);
    await client.deleteConversation('c1', 'EXPIRE');
    const { secrets = {}, system: _, key: __, ...settings } = given;
    const { passed, steps } = await check(settingsFor(baseUrl, { ...settings, ...scheme }), secrets);
    expect(steps.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(passed).toBe(true);
  }
}

describe('a service that requires a client certificate', () => {
  test.each(Object.entries(identities))('is reached on every path with one in %s', async (_, identity) => {
    const server = await strict();
    await everyPath(server.url, { extraCaFile, secrets: showing(identity) });
  });

  test('also through http and https proxies that require a login', async () => {
    const server = await strict();
    for (const tls of [undefined, certificates.good]) {
      const proxy = await proxyWith({ login: 'desk:p@ss:wörd/+1', ...(tls ? { tls } : {}) });
      const secrets = { ...showing(identities.PEM as ClientIdentity), ...withLogin };
      await everyPath(server.url, { extraCaFile, proxy: { mode: 'own', url: proxy.url }, secrets });
      expect(proxy.lines.every((line) => line.startsWith('CONNECT'))).toBe(true);
    }
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('without one is reported (%s)', async (maxVersion) => {
    const server = await service({
      ...certificates.good,
      requestCert: true,
      rejectUnauthorized: true,
      ca: certificates.authority,
      maxVersion,
    });
    const { client } = clientFor(server.url, { extraCaFile });
    const failure = await failureOf(client.deleteConversation('c1', 'EXPIRE'));
    expect(failure.code).toBe('tls-failed');
    expect(`${failure.message} ${failure.hint}`).toContain('client certificate');
    expect(server.seen).toHaveLength(0);
  });

  test('gets none that cannot be used', async () => {
    const server = await strict();
    const identity: ClientIdentity = { form: 'pkcs12', pfx: pfx.toString('base64'), passphrase: 'wrong' };
    const { client } = clientFor(server.url, { extraCaFile, secrets: showing(identity) });
    expect((await failureOf(client.readConversation('c1'))).code).toBe('credentials-missing');
    const { steps } = await check(settingsFor(server.url, { extraCaFile }), showing(identity));
    expect(steps[0]).toMatchObject({ step: 'settings', state: 'failed' });
  });
});

describe('a proxy that requires a login', () => {
  test.each(['http', 'https'])('gets it on every path to %s', async (scheme) => {
    const server = await service(scheme === 'https' ? certificates.good : undefined);
    const proxy = await proxyWith({ login: 'desk:p@ss:wörd/+1' });
    const own = { mode: 'own', url: proxy.url } as const;
    await everyPath(server.url, { extraCaFile, proxy: own, secrets: withLogin });
    expect(server.seen.length).toBeGreaterThan(5);
    // The service never receives it.
    expect(server.seen.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
  });

  test.each(['http', 'https'])('and rejects it is reported without quoting it (%s)', async (scheme) => {
    const proxy = await proxyWith({ login: 'desk:another' });
    const own = { mode: 'own', url: proxy.url } as const;
    const given = { proxy: own, secrets: withLogin };
    const failure = await failureOf(
      clientFor(`${scheme}://127.0.0.1:1`, given).client.readConversation('c1'),
    );
    expect(failure.code).toBe('proxy-failed');
    expect(failure.message).toContain('does not accept the login');
    expect(JSON.stringify(failure.view())).not.toContain(login.password);
    const { steps } = await check(settingsFor(`${scheme}://127.0.0.1:1`, { proxy: own }), withLogin);
    const failed = steps.find(({ state }) => state === 'failed');
    expect(failed?.message).toContain('does not accept the login');
  });

  test.each(['http', 'https'])('with NTLM only is reported (%s)', async (scheme) => {
    const proxy = await proxyWith({ login: 'x:y', schemes: ['Negotiate', 'NTLM abc'] });
    const own = { mode: 'own', url: proxy.url } as const;
    const { client } = clientFor(`${scheme}://127.0.0.1:1`, { proxy: own, secrets: withLogin });
    expect((await failureOf(client.readConversation('c1'))).message).toContain('using Negotiate, NTLM (407)');
  });
});
