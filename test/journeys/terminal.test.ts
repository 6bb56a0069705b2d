import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ControlledSandbox, startControlledSandbox } from '../../main/sandbox/controlled.ts';
import { control, usable } from '../main/sandbox/support.ts';
import { fullTests } from '../support/full-tests.ts';
import { type KeyringSession, keyringInstalled, openKeyring } from '../support/keyring.ts';
import { openWire } from '../support/wire.ts';
import { startHost } from './console.ts';

// The console and the command line on the same data directory, one after the other, with the keys in a real keyring.

// Each command is a process of its own, which takes many times longer on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
const installed = await keyringInstalled();
const folder = mkdtempSync(join(tmpdir(), 'assay-terminal-journey-'));
const dataDir = join(folder, 'data');
const name = 'Nightly';
let keyring: KeyringSession;
let sandbox: ControlledSandbox;
let id: string;
/** The conversation as the window read it. */
let seen: unknown;

beforeAll(async () => {
  if (!installed) {
    return;
  }
  keyring = await openKeyring('present');
  sandbox = await startControlledSandbox();
  id = usable(sandbox).idOf('Finished: identity confirmed, may be deleted');
  mkdirSync(dataDir);
  const host = await startHost(dataDir, keyring.env);
  try {
    const { bridge, close } = await openWire(host.url);
    const { id: environmentId } = await bridge.invoke('environments.save', {
      settings: { name, kind: 'test', baseUrl: sandbox.baseUrl, proxy: { mode: 'none' } },
    });
    await bridge.invoke('credentials.save', { kind: 'api-key', environmentId, ...sandbox.apiKey });
    await bridge.invoke('environments.select', { environmentId });
    seen = (await bridge.invoke('conversations.open', { environmentId, conversationId: id })).conversation;
    close();
  } finally {
    await host.stop();
  }
}, 120_000);
afterAll(async () => {
  await sandbox?.close();
  await keyring?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a command; `killed` kills it as a crash or a power cut would. */
function assay(...args: string[]) {
  const argv = ['main/cli.ts', ...args, '--data-dir', dataDir, '--environment', name, '--json'];
  const child = spawn(process.execPath, argv, { env: keyring.env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(`${id}\n`);
  const over = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = Promise.all([over, text(child.stdout), text(child.stderr)]).then(
    ([status, stdout, stderr]) => ({ status, stdout, stderr }),
  );
  return { output, kill: () => child.kill('SIGKILL') };
}

test.skipIf(!installed)('a command reads and lists what the window reads and lists', async () => {
  const read = await assay('read', id).output;
  expect([read.status, JSON.parse(read.stdout).conversation]).toEqual([0, seen]);
  const { status, stdout } = await assay('cases').output;
  expect([
    status,
    JSON.parse(stdout).cases.map((one: { conversationId: string }) => one.conversationId),
  ]).toEqual([0, [id]]);
});

// Each starts two commands more, and what is sent and written is the same as in a window that was killed.
if (fullTests) {
  test.skipIf(!installed)('a download that is killed leaves no file, and can be run again', async () => {
    const out = join(folder, 'media');
    await control(sandbox, '/faults', {
      match: { method: 'GET', path: '/api/conversations/*/identity/metadata/media/*' },
      times: 1,
      fault: { drip: { bytes: 10, everyMs: 200 } },
    });
    const killed = assay('media', id, '--out', out);
    const files = () => (existsSync(out) ? readdirSync(out) : []);
    await expect.poll(() => files().length, { timeout: 60_000 }).toBe(1);
    killed.kill();
    await killed.output;
    expect(files()).toEqual([expect.stringMatching(/\.part$/)]);
    const { status, stdout } = await assay('media', id, '--out', out).output;
    expect(status).toBe(0);
    expect(files()).toHaveLength(JSON.parse(stdout).files.length);
  });

  test.skipIf(!installed)('a deletion that is killed while it is sent can be run again', async () => {
    await control(sandbox, '/faults', {
      match: { method: 'DELETE', path: '/api/conversations/*' },
      times: 1,
      fault: { delayMs: 60_000 },
    });
    const args = ['delete', '--file', '-', '--reason', 'retention-ended', '--yes', '1'];
    const killed = assay(...args);
    const faults = async () => (await control(sandbox, '/faults')).json;
    await expect.poll(faults, { timeout: 60_000 }).toEqual({ arranged: 0 });
    killed.kill();
    await killed.output;
    const again = await assay(...args).output;
    expect([again.status, again.stderr]).toEqual([0, '']);
    expect(JSON.parse(again.stdout).lines).toMatchObject([{ conversationId: id, outcome: 'confirmed' }]);
  });
}
