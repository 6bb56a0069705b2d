import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectionHandlers } from '../../../main/service/handlers.ts';
import type { ServiceClient } from '../../../main/service/port.ts';
import { createServices, type ServicesDeps } from '../../../main/service/services.ts';
import { noConnectionSecrets } from '../../../main/service/transport/transport.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { apiKey, failureOf, quickSystem, settingsFor } from './support/client.ts';
import { startProxy } from './support/proxy.ts';

// Steps before a request: reading a file, the keychain, the proxy. None of them may block a request forever.

const oauth = { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'header' } as const;
const address = 'https://127.0.0.1:9';
const proxy = await startProxy();
afterAll(() => proxy.close());

/** Created with a function that never resolves. */
type Silent = (never: () => Promise<never>) => {
  settings?: Parameters<typeof settingsFor>[1];
  deps: Partial<ServicesDeps>;
};
const silent: Record<string, Silent> = {
  'the keychain for the API key': (never) => ({ deps: { apiKey: never } }),
  'the keychain for the API key (OAuth)': (never) => ({
    settings: { authentication: oauth },
    deps: { apiKey: never },
  }),
  'the system for its proxy': (never) => ({
    settings: { proxy: { mode: 'system' } },
    deps: { system: quickSystem({ systemProxy: never }) },
  }),
  'the system for its proxy (OAuth)': (never) => ({
    settings: { proxy: { mode: 'system' }, authentication: oauth },
    deps: { system: quickSystem({ systemProxy: never }) },
  }),
  'the keychain for the client certificate': (never) => ({
    deps: { connectionSecrets: () => ({ ...noConnectionSecrets, clientCertificate: never }) },
  }),
  'the keychain for the proxy login': (never) => ({
    settings: { proxy: { mode: 'own', url: proxy.url } },
    deps: { connectionSecrets: () => ({ ...noConnectionSecrets, proxyLogin: never }) },
  }),
  'the disk for the authorities': (never) => ({
    settings: { extraCaFile: '/x.pem' },
    deps: { system: quickSystem({ readFile: never }) },
  }),
};

const operations: Record<
  keyof ServiceClient,
  (client: ServiceClient, signal?: AbortSignal) => Promise<unknown>
> = {
  createConversation: (client, signal) => client.createConversation({} as never, { signal }),
  readConversation: (client, signal) => client.readConversation('c1', { signal }),
  deleteConversation: (client, signal) => client.deleteConversation('c1', 'EXPIRE', { signal }),
  endMonitoring: (client, signal) => client.endMonitoring('c1', { signal }),
  readMetadata: (client, signal) => client.readMetadata('c1', { signal }),
  openMedia: (client, signal) => client.openMedia('c1', 'm1', { signal }),
  readHeadlessPage: (client, signal) => client.readHeadlessPage('c1', '127.0.0.1', { signal }),
  submitHeadlessPage: (client, signal) => client.submitHeadlessPage('c1', 'n', {}, '127.0.0.1', { signal }),
  readDatabaseVerification: (client, signal) => client.readDatabaseVerification('c1', { signal }),
};

function depsFor(settings: EnvironmentSettings, given: Partial<ServicesDeps>): ServicesDeps {
  return { settings: () => settings, apiKey: async () => apiKey, system: quickSystem(), ...given };
}

function clientOf(deps: ServicesDeps): ServiceClient {
  const services = createServices(deps);
  onTestFinished(() => services.close());
  return services.client('one');
}

function check(deps: ServicesDeps, signal: AbortSignal) {
  const context = { signal, closed: signal, progress: () => {} };
  return Promise.resolve(connectionHandlers(deps)['connection.check']({ environmentId: 'one' }, context));
}

describe.each(Object.entries(silent))('if %s never responds', (_, silentDeps) => {
  function prepare(timeouts: Partial<EnvironmentSettings['timeouts']> = {}) {
    const asked = Promise.withResolvers<void>();
    const { settings, deps } = silentDeps(() => {
      asked.resolve();
      return new Promise(() => {});
    });
    const complete = settingsFor(address, {
      ...settings,
      timeouts: timeouts as EnvironmentSettings['timeouts'],
    });
    return { asked: asked.promise, deps: depsFor(complete, deps) };
  }

  test.each(Object.entries(operations))('%s can be stopped', async (__, operation) => {
    const { asked, deps } = prepare();
    const abort = new AbortController();
    const call = failureOf(operation(clientOf(deps), abort.signal));
    await asked;
    abort.abort();
    expect((await call).code).toBe('cancelled');
  });

  test('each operation ends after the total time, with nothing sent', async () => {
    const client = clientOf(prepare({ totalMs: 1000 }).deps);
    const failures = await Promise.all(
      Object.values(operations).map((operation) => failureOf(operation(client))),
    );
    for (const failure of failures) {
      expect(failure.code).toBe('timeout-total');
      expect(failure.message).toContain('Nothing was sent');
    }
  });

  test('Check connection can be stopped', async () => {
    const { asked, deps } = prepare();
    const abort = new AbortController();
    const run = failureOf(check(deps, abort.signal));
    await asked;
    abort.abort();
    expect((await run).code).toBe('cancelled');
  });

  test('Check connection ends after the total time', async () => {
    const { passed, steps } = await check(prepare({ totalMs: 1000 }).deps, new AbortController().signal);
    expect(passed).toBe(false);
    expect(steps.find(({ state }) => state === 'failed')?.message).toContain('Nothing was sent');
  });
});

describe('an invalid file of certificate authorities', () => {
  const directory = () => {
    const made = mkdtempSync(join(tmpdir(), 'assay-authorities-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };
  const pipe = () => {
    const path = join(directory(), 'ca.pem');
    execFileSync('mkfifo', [path]);
    return path;
  };
  const long = () => {
    const path = join(directory(), 'ca.pem');
    writeFileSync(path, Buffer.alloc(1024 * 1024 + 1, 'x'));
    return path;
  };

  test.runIf(process.platform !== 'win32').each<[string, () => string, string]>([
    ['a pipe', pipe, 'not a regular file'],
    ['an endless device', () => '/dev/zero', 'not a regular file'],
    ['a directory', directory, 'not a regular file'],
    ['longer than any', long, 'more than 1,048,576 bytes'],
  ])('(%s) is refused at once', async (_, path, texts) => {
    const deps = depsFor(settingsFor(address, { extraCaFile: path() }), {});
    const failure = await failureOf(clientOf(deps).readConversation('c1'));
    expect(failure.code).toBe('file-unreadable');
    expect(failure.message).toContain(texts);
    const { steps } = await check(deps, new AbortController().signal);
    expect(steps[0]).toMatchObject({ step: 'settings', state: 'failed' });
    expect(steps[0]?.message).toContain(texts);
  });
});
