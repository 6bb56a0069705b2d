import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished, vi } from 'vitest';
import { closedPort } from '../support/listen.ts';

export const receiverKey = 'sk_receiver_under_exam';

/** The signing key in a file with a line end, as people save it; removed when the test ends. */
export function keyFile(key = receiverKey): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-examine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'key');
  writeFileSync(file, `${key}\n`);
  return file;
}

const file = (name: string) => join(import.meta.dirname, name);

/** Starts a receiver that prints its address as its first line. */
export async function startProgram(command: string, name: string): Promise<string> {
  const child = spawn(command, [file(name), keyFile()], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  return String(line);
}

/** Starts the receiver in PHP on a free port. */
export async function startPhp(): Promise<string> {
  const port = await closedPort();
  const child = spawn('php', ['-d', 'post_max_size=2M', '-S', `127.0.0.1:${port}`, file('receiver.php')], {
    stdio: 'ignore',
    env: { ...process.env, ASSAY_KEY_FILE: keyFile(), PHP_CLI_SERVER_WORKERS: '4' },
    // Its workers are processes of its group.
    detached: true,
  });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
  await vi.waitFor(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return `http://127.0.0.1:${port}/callbacks`;
}
