import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The packaged product's executable, named by whoever packaged it. Its fuses let no tool attach, so it is met from outside. */
const executable = process.env.ASSAY_PACKAGED;
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const journeys: Record<string, (dataDir: string, program: string) => Promise<void>> = {
  'starts, keeps its data where it is told, and quits when it is asked': async (dataDir, program) => {
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

  'is the console whoever asks it to be Node': async (dataDir, program) => {
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

/** The page asks its store for the theme as soon as it runs. */
async function pageHasRun(dataDir: string): Promise<void> {
  await expect.poll(() => existsSync(join(dataDir, 'Local Storage')), { timeout: 60_000 }).toBe(true);
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
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
