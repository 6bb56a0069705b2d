import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

const project = join(import.meta.dirname, '..', '..');

/** A copy of the project whose files a test may edit, and `npm run dev` in it with the browser host. */
export interface DevCopy {
  root: string;
  /** The addresses that main has written, one for each of its starts. */
  addresses(): string[];
  /** The text written to standard output and standard error. */
  written(): string;
  /** Edits a file of main so that it says so when it starts, and waits for its next address. */
  editMain(): Promise<void>;
  close(): Promise<void>;
}

/** Returns undefined where the system does not report changed files: some containers do not, and Node's `--watch` has no other way. */
export async function startDev(): Promise<DevCopy | undefined> {
  const root = await mkdtemp(join(tmpdir(), 'assay-dev-'));
  const remove = () => rm(root, { recursive: true, force: true });
  if (!(await reportsChanges(root))) {
    await remove();
    return undefined;
  }
  for (const part of ['build', 'main', 'preload', 'renderer', 'docs', 'package.json', 'tsconfig.json']) {
    await cp(join(project, part), join(root, part), { recursive: true });
  }
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
  const child = spawn(
    process.execPath,
    ['main/launch/dev.mjs', '--no-open', '--data-dir', join(root, 'data')],
    {
      cwd: root,
      env: {
        ...process.env,
        ASSAY_HOST: 'browser',
        DBUS_SESSION_BUS_ADDRESS: undefined,
        CHOKIDAR_USEPOLLING: '1',
      },
    },
  );
  const ended = once(child, 'exit');
  let out = '';
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const addresses = () => [...out.matchAll(/\{"url":"([^"]+)"\}/g)].map(([, url = '']) => url);
  async function close(): Promise<void> {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await ended;
    }
    await remove();
  }
  try {
    await vi.waitUntil(() => addresses().length === 1 || child.exitCode !== null, { timeout: 40_000 });
    expect(child.exitCode, log).toBeNull();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    root,
    addresses,
    written: () => out + log,
    async editMain() {
      await appendFile(join(root, 'main/compose.ts'), "\nprocess.stderr.write('edited main\\n');\n");
      await vi.waitUntil(() => addresses().length === 2, { timeout: 40_000 });
      expect(log).toContain('edited main');
      expect(addresses()[1]).not.toBe(addresses()[0]);
    },
    close,
  };
}

async function reportsChanges(folder: string): Promise<boolean> {
  const file = join(folder, 'probe');
  await writeFile(file, '');
  const watcher = watch(file);
  try {
    const change = once(watcher, 'change', { signal: AbortSignal.timeout(10_000) });
    await writeFile(file, 'changed');
    await change;
    return true;
  } catch {
    return false;
  } finally {
    watcher.close();
  }
}
