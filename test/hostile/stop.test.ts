import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { builtHost } from '../support/built-host.ts';
import { fullTests, tried } from '../support/full-tests.ts';
import { listenForTest } from '../support/listen-for-test.ts';
import { openWire } from '../support/wire.ts';
import { responseInputs } from './response-inputs.ts';
import { bodies } from './signatures-inputs.ts';

/** Closing takes at most 5 s whatever is running, with a second more for busy machines. */
const maxMs = 6000;
const signed = {
  timestamp: '1767225600123',
  signature: 'ab'.repeat(32),
  key: { kind: 'pasted', key: 'sk' },
} as const;

async function startHost(...nodeOptions: string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-stop-'));
  const child = spawn(
    process.execPath,
    [...nodeOptions, builtHost('browser'), '--port', '0', '--data-dir', dataDir, '--no-open'],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, wire: await openWire((JSON.parse(line) as { url: string }).url) };
}

/** A service with one hostile conversation, one that never answers, and one that never ends. */
async function startService(): Promise<string> {
  const hostile = Buffer.from(responseInputs['900,000 numbers that no double holds']?.() ?? '');
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/silent')) {
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.url?.endsWith('/endless')) {
      response.write('{"id":');
    } else {
      response.end(hostile);
    }
  });
  const port = await listenForTest(server);
  return `http://127.0.0.1:${port}`;
}

type Case = [string, string[], { status: number | null; signal: string | null }];
const cases: Case[] = [
  ['hostile responses, searches, and a service that hangs', [], { status: 0, signal: null }],
  [
    'all that, and a native call that never returns',
    ['--import', './test/hostile/hang-thread.mjs'],
    { status: null, signal: 'SIGKILL' },
  ],
];

test.each(tried(cases, 1))(
  'SIGTERM ends the browser host in time while it has to do with %s',
  { timeout: 60_000 },
  async (_, nodeOptions, end) => {
    const { child, wire } = await startHost(...nodeOptions);
    const { bridge } = wire;
    await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
    const settings = {
      name: 'Hostile',
      kind: 'test',
      baseUrl: await startService(),
      proxy: { mode: 'none' },
    } as const;
    const { id: environmentId } = await bridge.invoke('environments.save', { settings });
    await bridge.invoke('credentials.save', {
      kind: 'api-key',
      environmentId,
      login: 'login',
      password: 'secret',
    });
    await bridge.invoke('environments.select', { environmentId });

    const searching = Promise.withResolvers<void>();
    const body = bodies['3 MB of {},']?.() ?? new Uint8Array();
    const running = [
      ...['silent', 'endless', 'large', 'large', 'large'].map((conversationId) =>
        bridge.invoke('conversations.open', { environmentId, conversationId }),
      ),
      ...[1, 2, 3].map(() =>
        bridge.invoke('signatures.explain', { ...signed, body }, { onProgress: () => searching.resolve() }),
      ),
    ];
    for (const call of running) {
      call.catch(() => undefined);
    }
    await searching.promise;

    const begun = performance.now();
    child.kill('SIGTERM');
    wire.close();
    const [status, signal] = (await once(child, 'exit')) as [number | null, string | null];
    if (fullTests) {
      expect(performance.now() - begun).toBeLessThan(maxMs);
    }
    expect({ status, signal }).toEqual(end);
  },
);
