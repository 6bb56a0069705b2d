import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

/** A program that waits for stop signals, prints each one it handles, and exits when its input ends. */
const program = `
  import { stopRequested } from './main/launch/stopping.ts';
  stopRequested((text) => console.log(text)).then(() => console.log('closing'));
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => console.log(name));
  process.stdin.resume().on('end', () => process.exit(0));
  console.log('ready');
`;

test('a stop signal that arrives twice, as with Ctrl+C under npm, is one request', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value as string | undefined;
  expect(await next()).toBe('ready');
  child.kill('SIGINT');
  expect([await next(), await next()]).toEqual(['SIGINT', 'closing']);
  child.kill('SIGINT');
  expect(await next()).toBe('SIGINT');
  child.kill('SIGTERM');
  expect(await next()).toBe('SIGTERM');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});
