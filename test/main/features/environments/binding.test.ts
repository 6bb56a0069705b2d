import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connectionHandlers } from '../../../../main/service/handlers.ts';
import { createServices, type ServicesDeps } from '../../../../main/service/services.ts';
import { systemDeps } from '../../../../main/service/system-deps.ts';
import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import { listen } from '../../../support/listen.ts';
import { type EnvironmentHarness, newFile, openEnvironmentHarness, settings } from './environment-harness.ts';
import { MemoryKeychain } from './secret-store-harness.ts';

const apiKey = { login: 'canary-login', password: 'canary-password' };
const canary = /canary|Basic |Bearer /;

describe('an API key', () => {
  let keychain: MemoryKeychain;
  const closing: (() => Promise<void>)[] = [];
  beforeEach(() => {
    keychain = new MemoryKeychain();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) {
      await close();
    }
  });

  /** A server that answers 404 (or a token) and records everything it receives. */
  async function listener() {
    const heard: string[] = [];
    const server = createServer(async (request, answer) => {
      heard.push(await wordsOf(request));
      const token = request.method === 'POST';
      answer.writeHead(token ? 200 : 404, {
        'content-type': token ? 'application/json' : 'application/vnd.service.v1.1+json',
      });
      answer.end(
        JSON.stringify(
          token
            ? { access_token: 'token-of-the-canary', expires_in: 600 }
            : { status: 'NOT_FOUND', message: 'none', violations: [] },
        ),
      );
    });
    const port = await listen(server);
    closing.push(() => ended(server));
    return { url: `http://127.0.0.1:${port}`, heard };
  }

  async function entered(some: Partial<EnvironmentSettings>) {
    const file = await newFile();
    const harness = await openEnvironmentHarness(file, keychain);
    const { id } = await harness.ask('environments.save', { settings: at(some) });
    await harness.ask('credentials.save', { kind: 'api-key', environmentId: id, ...apiKey });
    return { harness, file, id, calls: callsOf(harness) };
  }

  function at(some: Partial<EnvironmentSettings>) {
    return settings({ proxy: { mode: 'none' }, ...some });
  }

  /** The console's own calls, built as in the product. */
  function callsOf({ environments }: EnvironmentHarness) {
    const deps: ServicesDeps = {
      settings: environments.settings,
      apiKey: environments.apiKeyToSend,
      system: systemDeps(async () => undefined),
    };
    const services = createServices(deps);
    environments.onChange((id) => services.renew(id));
    closing.push(() => services.close());
    const check = connectionHandlers(deps)['connection.check'];
    return {
      /** A call that has its client already and needs the key later. */
      begin(id: string) {
        const client = services.client(id);
        return () => client.readConversation('some-id').catch((error) => error);
      },
      read: (id: string) =>
        services
          .client(id)
          .readConversation('some-id')
          .catch((error) => error),
      /** The step the check stops at. */
      check: async (environmentId: string) => {
        const { signal } = new AbortController();
        const { steps } = await check(
          { environmentId },
          { signal, closed: new AbortController().signal, progress: () => undefined },
        );
        return steps.find(({ state }) => state === 'failed');
      },
    };
  }

  test('is sent to the address it was entered for, and to no other until it is entered again', async () => {
    const [right, wrong] = [await listener(), await listener()];
    const { harness, id, calls } = await entered({ baseUrl: right.url });
    expect(await calls.read(id)).toMatchObject({ code: 'not-found' });
    expect(right.heard.join()).toMatch(canary);

    const moved = await harness.ask('environments.save', {
      environmentId: id,
      settings: at({ baseUrl: wrong.url }),
    });
    expect(moved.apiKey).toMatchObject({ enteredFor: { origins: [right.url], proxies: [] }, heldBack: true });
    const failure = await calls.read(id);
    expect(failure).toMatchObject({
      code: 'credentials-missing',
      details: { refused: { origins: [wrong.url] } },
    });
    expect(failure.message).toBe(
      `The API key of “Acceptance” was entered for ${right.url}. It is not sent to ${wrong.url}.`,
    );
    expect(await calls.check(id)).toMatchObject({ step: 'settings', message: failure.message });
    expect(wrong.heard).toEqual([]);

    const again = await harness.ask('credentials.save', { kind: 'api-key', environmentId: id, ...apiKey });
    expect(again.apiKey).toMatchObject({
      enteredFor: { origins: [wrong.url], proxies: [] },
      heldBack: false,
    });
    expect(await calls.read(id)).toMatchObject({ code: 'not-found' });
    expect(wrong.heard.join()).toMatch(canary);
  });

  test('is used again when the old address is restored', async () => {
    const [right, wrong] = [await listener(), await listener()];
    const { harness, id, calls } = await entered({ baseUrl: right.url });
    for (const baseUrl of [wrong.url, `${right.url}/api`]) {
      await harness.ask('environments.save', { environmentId: id, settings: at({ baseUrl }) });
    }
    expect(harness.environments.view(id).apiKey?.heldBack).toBe(false);
    expect(await calls.read(id)).toMatchObject({ code: 'not-found' });
    expect(wrong.heard).toEqual([]);
  });

  test.each(['header', 'body'] as const)(
    'is not sent to another token address (%s), nor a token to another service',
    async (clientAuthentication) => {
      const [service, tokens, wrong] = [await listener(), await listener(), await listener()];
      const oauth = (url: string) =>
        ({ scheme: 'oauth', tokenUrl: `${url}/token`, clientAuthentication }) as const;
      const { harness, id, calls } = await entered({
        baseUrl: service.url,
        authentication: oauth(tokens.url),
      });
      expect(await calls.read(id)).toMatchObject({ code: 'not-found' });
      expect([tokens.heard.length, service.heard.length]).toEqual([1, 1]);
      for (const changed of [
        { baseUrl: service.url, authentication: oauth(wrong.url) },
        { baseUrl: wrong.url, authentication: oauth(tokens.url) },
        { baseUrl: wrong.url },
      ]) {
        await harness.ask('environments.save', { environmentId: id, settings: at(changed) });
        expect(await calls.read(id)).toMatchObject({ code: 'credentials-missing' });
        expect(await calls.check(id)).toMatchObject({ step: 'settings' });
      }
      expect(wrong.heard).toEqual([]);
      expect([tokens.heard.length, service.heard.length]).toEqual([1, 1]);
    },
  );

  test('is not sent to servers trusted by a new file, and the advice names that file and no address', async () => {
    const { harness, id, calls } = await entered({ baseUrl: 'https://127.0.0.1:1' });
    const directory = await mkdtemp(join(tmpdir(), 'authorities-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const extraCaFile = join(directory, 'ca.pem');
    await writeFile(extraCaFile, rootCertificates[0] ?? '');
    await harness.ask('environments.save', {
      environmentId: id,
      settings: at({ baseUrl: 'https://127.0.0.1:1', extraCaFile }),
    });
    const failure = await calls.read(id);
    expect(failure.message).toContain(`servers trusted by ${extraCaFile}`);
    expect(failure.hint).toContain('another certificate authority is trusted');
    expect(failure.hint).not.toContain('new address');
  });

  test('does not pass through a newly set proxy that could read it', async () => {
    const [right, proxy] = [await listener(), await listener()];
    const { harness, id, calls } = await entered({ baseUrl: right.url });
    await harness.ask('environments.save', {
      environmentId: id,
      settings: at({ baseUrl: right.url, proxy: { mode: 'own', url: proxy.url } }),
    });
    const failure = await calls.read(id);
    expect(failure).toMatchObject({ code: 'credentials-missing' });
    expect(failure.message).toContain(`not sent to the proxy ${proxy.url}`);
    expect(proxy.heard).toEqual([]);
    await harness.ask('credentials.save', { kind: 'api-key', environmentId: id, ...apiKey });
    expect(await calls.read(id)).toMatchObject({ code: 'not-found' });
    expect(proxy.heard.join()).toMatch(canary);
  });

  test('that was replaced is not sent by a call begun under the old address', async () => {
    const [before, after] = [await listener(), await listener()];
    const { harness, id, calls } = await entered({ baseUrl: before.url });
    const began = calls.begin(id);
    await harness.ask('environments.save', { environmentId: id, settings: at({ baseUrl: after.url }) });
    await harness.ask('credentials.save', {
      kind: 'api-key',
      environmentId: id,
      login: 'new',
      password: 'new-password',
    });
    expect(await began()).toMatchObject({
      code: 'credentials-missing',
      message: expect.stringContaining(`not sent to ${before.url}`),
    });
    expect(before.heard).toEqual([]);
    expect(await calls.read(id)).toMatchObject({ code: 'not-found' });
    expect(after.heard).toHaveLength(1);
  });

  test("is bound by the keychain's entry, whatever the settings file contains", async () => {
    const wrong = await listener();
    const { file, id } = await entered({ baseUrl: 'https://old.example' });
    const { readFile, writeFile } = await import('node:fs/promises');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('https://old.example', wrong.url));
    const later = await openEnvironmentHarness(file, keychain);
    expect(later.environments.view(id).apiKey?.heldBack).toBe(false);
    expect(await callsOf(later).read(id)).toMatchObject({ code: 'credentials-missing' });
    expect(wrong.heard).toEqual([]);
  });

  test('for the session only is bound in the same way', async () => {
    const wrong = await listener();
    const harness = await openEnvironmentHarness(await newFile());
    await harness.ask('keychain.sessionOnly', { sessionOnly: true });
    const { id } = await harness.ask('environments.save', {
      settings: at({ baseUrl: 'https://old.example' }),
    });
    await harness.ask('credentials.save', { kind: 'api-key', environmentId: id, ...apiKey });
    await harness.ask('environments.save', { environmentId: id, settings: at({ baseUrl: wrong.url }) });
    expect(harness.environments.view(id).apiKey?.heldBack).toBe(true);
    expect(await callsOf(harness).read(id)).toMatchObject({ code: 'credentials-missing' });
    expect(wrong.heard).toEqual([]);
  });

  test('stored by a newer console is not sent', async () => {
    const right = await listener();
    const { file, id } = await entered({ baseUrl: right.url });
    const account = `environment/${id}/api-key`;
    const read = async () => callsOf(await openEnvironmentHarness(file, keychain)).read(id);
    const newer = JSON.stringify({ kind: 'assay/api-key', version: 3, ...apiKey, something: 'new' });
    keychain.held.set(account, newer);
    expect(await read()).toMatchObject({
      code: 'credentials-missing',
      message: expect.stringContaining('not written by this version'),
    });
    expect(keychain.held.get(account)).toBe(newer);
    expect(right.heard).toEqual([]);
  });
});

async function wordsOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
  }
  return `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`;
}

function ended(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
