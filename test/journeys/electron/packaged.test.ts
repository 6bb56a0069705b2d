import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The packaged executable, given by the packager. Its fuses prevent tools from attaching, so it is tested from outside. */
const executable = process.env.ASSAY_PACKAGED;
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const journeys: Record<string, (dataDir: string, program: string) => Promise<void>> = {
  'starts, keeps its data in the directory given, and quits on request': async (dataDir, program) => {
    const child = spawn(program, [...asRoot, `--data-dir=${dataDir}`], { stdio: 'ignore' });
    await pageHasRun(dataDir);
    expect(child.exitCode).toBeNull();
    child.kill();
    await ended(child);
  },

  'verifies a callback without a window': async (dataDir, program) => {
    const body = join(dataDir, 'body.json');
    const key = join(dataDir, 'key');
    writeFileSync(body, '{}');
    writeFileSync(key, 'a key of this journey');
    const child = spawn(
      program,
      [
        'verify',
        '--timestamp',
        '1700000000000',
        '--signature',
        '0'.repeat(64),
        '--key-file',
        key,
        '--json',
        body,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    expect(await ended(child)).toBe(1);
    expect(JSON.parse(said)).toMatchObject({ signature: { verdict: 'mismatch' } });
  },

  'explains a mismatch in a worker of the archive, with an algorithm that its runtime lacks': async (
    dataDir,
    program,
  ) => {
    const body = join(dataDir, 'body.json');
    const key = join(dataDir, 'key');
    writeFileSync(body, '{}');
    writeFileSync(key, 'a key of this journey');
    const signature = createHmac('sha3-256', 'a key of this journey')
      .update('1700000000000:{}')
      .digest('hex');
    const given = ['--timestamp', '1700000000000', '--signature', signature, '--key-file', key, '--explain'];
    // As root on Linux, Chromium's switch has to come before the command.
    const { code, answer } = await verify(program, [...asRoot, 'verify', ...given, '--json', body]);
    expect(code).toBe(1);
    expect(JSON.stringify(answer)).toContain('SHA3-256');
  },

  // Other platforms report it in a dialog that waits for an answer.
  ...(process.platform === 'linux'
    ? { 'does not start for another program to operate it': refusesDebugging }
    : {}),

  'opens the link that started it': async (dataDir, program) => {
    const link = 'assay://conversation/no-such-conversation';
    const child = spawn(program, [...asRoot, `--data-dir=${dataDir}`, link], { stdio: 'ignore' });
    await pageHasRun(dataDir);
    child.kill();
    await ended(child);
    expect(readFileSync(join(dataDir, 'logs', 'assay.log'), 'utf8')).not.toContain('refused');
  },

  'ends in order when it is asked to while it loads': async (dataDir, program) => {
    const child = spawn(program, [...asRoot, `--data-dir=${dataDir}`], { stdio: 'ignore' });
    await expect.poll(() => existsSync(join(dataDir, 'runtime')), { timeout: 60_000 }).toBe(true);
    child.kill();
    await ended(child);
    const log = join(dataDir, 'logs', 'assay.log');
    expect(existsSync(log) ? readFileSync(log, 'utf8') : '').not.toContain('could not start');
  },

  'stays the console when asked to run as Node': async (dataDir, program) => {
    const script = `require('fs').writeFileSync(${JSON.stringify(join(dataDir, 'ran'))}, 'ran')`;
    const child = spawn(program, [...asRoot, '-e', script, `--data-dir=${dataDir}`], {
      stdio: 'ignore',
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    await pageHasRun(dataDir);
    child.kill();
    await ended(child);
    expect(existsSync(join(dataDir, 'ran'))).toBe(false);
  },
};

async function refusesDebugging(dataDir: string, program: string): Promise<void> {
  const child = spawn(program, [...asRoot, '--remote-debugging-port=0', `--data-dir=${dataDir}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DISPLAY: process.env.DISPLAY },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  expect(await ended(child)).toBe(1);
  expect(said).toContain('--remote-debugging-port');
}

/** Main logs this line when the page has loaded its scripts. */
async function pageHasRun(dataDir: string): Promise<void> {
  const log = join(dataDir, 'logs', 'assay.log');
  const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  await expect.poll(said, { timeout: 60_000 }).toContain('The window is ready.');
}

/** The JSON output and exit status of `assay verify`. */
async function verify(program: string, given: string[]): Promise<{ code: number | null; answer: unknown }> {
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await ended(child);
  return { code, answer: JSON.parse(said) };
}

if (executable === undefined) {
  process.stderr.write(
    `\nPACKAGED JOURNEYS NOT RUN: ${Object.keys(journeys).length} (ASSAY_PACKAGED names no executable)\n\n`,
  );
}

describe.skipIf(executable === undefined)('the packaged console', () => {
  for (const [name, journey] of Object.entries(journeys)) {
    test(name, { timeout: 120_000 }, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'assay-packaged-'));
      try {
        await journey(dataDir, String(executable));
      } finally {
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      }
    });
  }
});

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, 'exit');
  }
  return child.exitCode;
}
