import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { countProcessorTime } from '../../../main/launch/processor-time.mjs';

/** Works for a fifth of a second of the processor, beside what the process took to start. */
const working =
  'const start = process.cpuUsage(); while (process.cpuUsage(start).user < 200_000) Math.random();';
/** Says its id, works when it gets a signal, and says so. */
const told = `
  process.once('SIGUSR2', () => { ${working} console.log('done'); });
  setInterval(() => undefined, 1000);
  console.log(process.pid);
`;
/** Starts such a process and ends without waiting for it. */
const leaving = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', ${JSON.stringify(told)}], { stdio: 'inherit', detached: true }).unref();
  process.once('SIGTERM', () => process.exit());
  setInterval(() => undefined, 1000);
`;

test.runIf(process.platform === 'linux')(
  'counts processes that have ended, and those whose parent ended without waiting for them',
  async () => {
    const { seconds, end } = countProcessorTime();
    onTestFinished(end);
    await once(spawn(process.execPath, ['-e', working]), 'exit');
    const parent = spawn(process.execPath, ['-e', leaving], { stdio: ['ignore', 'pipe', 'inherit'] });
    const left = Number(await once(parent.stdout, 'data'));
    onTestFinished(() => void process.kill(left, 'SIGKILL'));
    const before = seconds() ?? 0;
    expect(before).toBeGreaterThan(0.2);
    const ended = once(parent, 'exit');
    parent.kill();
    await ended;
    process.kill(left, 'SIGUSR2');
    await once(parent.stdout, 'data');
    expect((seconds() ?? 0) - before).toBeGreaterThan(0.15);
  },
);
