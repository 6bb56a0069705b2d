import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { command } from '../support/service.ts';
import { openWire, type Wire } from '../support/wire.ts';

/** A sandbox and a console in their own processes, so that the bench itself is not measured. */
export interface Stage {
  sandbox: {
    baseUrl: string;
    apiKey: { login: string; password: string };
    conversations: { id: string; title: string }[];
  };
  control(path: string, body?: unknown): Promise<unknown>;
  /** A new one-time address of a separate console. */
  url: string;
  wire: Wire;
  environmentId: string;
  /** Resident memory of the console's process in bytes (Linux); undefined elsewhere. */
  consoleMemory(): number | undefined;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

export async function setStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const service = await start<Stage['sandbox'] & { controlUrl: string }>([
    'main/sandbox/main.ts',
    '--port',
    '0',
  ]);
  const host = await start<{ url: string }>([
    'main/browser.ts',
    '--port',
    '0',
    '--data-dir',
    dataDir,
    '--no-open',
  ]);
  const wire = await openWire(host.ready.url);
  await wire.bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  const { id } = await wire.bridge.invoke('environments.save', {
    settings: { name: 'Bench', kind: 'test', baseUrl: service.ready.baseUrl, proxy: { mode: 'none' } },
  });
  await wire.bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId: id,
    ...service.ready.apiKey,
  });
  await wire.bridge.invoke('environments.select', { environmentId: id });
  return {
    sandbox: service.ready,
    control: (path, body) => command(service.ready.controlUrl, path, body),
    url: host.ready.url,
    wire,
    environmentId: id,
    consoleMemory: () => residentBytes(host.child.pid),
    async close() {
      wire.close();
      await Promise.all([end(host.child), end(service.child)]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a program of the project and waits for its first line, which is JSON. */
export async function start<T>(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; ready: T; memory(): number | undefined }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    return { child, ready: JSON.parse(line) as T, memory: () => residentBytes(child.pid) };
  }
  throw new Error(`${args[0]} ended before it was ready`);
}

export function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) {
      return resolve();
    }
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function residentBytes(pid: number | undefined): number | undefined {
  try {
    const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return pages ? Number(pages[1]) * 1024 : undefined;
  } catch {
    return undefined;
  }
}
