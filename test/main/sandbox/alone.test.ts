import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';

const sandboxFolder = resolve(import.meta.dirname, '../../../main/sandbox');

function alone(...options: string[]) {
  const child = spawn(process.execPath, [join(sandboxFolder, 'main.ts'), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Ends the remaining processes of a group. */
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // None remained.
  }
}

async function firstLine(child: { stdout: Readable }) {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(String(line));
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the first line has every address; %s ends it cleanly',
  async (signal) => {
    const child = alone('--port', '0');
    const reported = await firstLine(child);
    expect(reported).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      tokenUrl: `${reported.baseUrl}/api/oauth2/token`,
      apiKey: { login: expect.any(String), password: expect.any(String) },
      signingKey: expect.any(String),
      controlUrl: expect.stringMatching(new RegExp(`^${reported.baseUrl}/control/`)),
      authority: expect.stringContaining('BEGIN CERTIFICATE'),
      conversations: expect.arrayContaining([{ id: expect.any(String), title: expect.any(String) }]),
    });
    const response = await fetch(`${reported.controlUrl}/clock`);
    expect(response.status).toBe(200);
    child.kill(signal);
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  },
);

test.each([
  ['the shell npm puts between', '"$0" "$1" & wait'],
  ['npm itself, while its shell stays', 'sh -c \'"$0" "$1" & wait\' "$0" "$1" & wait'],
])('it ends with %s', async (_, script) => {
  // Shells instead of npm, which would take seconds.
  const parent = spawn('sh', ['-c', script, process.execPath, join(sandboxFolder, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, npm_lifecycle_event: 'sandbox' },
    detached: true,
  });
  const group = parent.pid ?? 0;
  onTestFinished(() => endGroup(group));
  const { baseUrl } = await firstLine(parent);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(fetch(baseUrl)).rejects.toThrow('fetch failed'));
});

test('keys can be given in files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'password'), 'a pass word\n');
  writeFileSync(join(folder, 'key'), 'a key');
  const child = alone(
    '--api-login',
    'me',
    '--api-password-file',
    join(folder, 'password'),
    '--signing-key-file',
    join(folder, 'key'),
  );
  expect(await firstLine(child)).toMatchObject({
    apiKey: { login: 'me', password: 'a pass word' },
    signingKey: 'a key',
  });
});

test.each([[['--port', 'x']], [['--nonsense']], [['--api-login', 'me']], [['--vendor', '<b>']]])(
  '%j is refused with the usage and status 2',
  async (options) => {
    const child = alone(...options);
    let words = '';
    child.stderr.on('data', (part) => {
      words += part;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(2);
    expect(words).toContain('Usage: npm run sandbox');
  },
);

test('--help prints the usage and ends with status 0', async () => {
  const child = alone('--help');
  let words = '';
  child.stdout.on('data', (part) => {
    words += part;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(words).toContain('Usage: npm run sandbox');
});

test('the embedded sandbox contains no control commands: it imports none', () => {
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) {
      return;
    }
    seen.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
    for (const [, target = ''] of imports) {
      follow(resolve(dirname(file), target));
    }
  };
  follow(join(sandboxFolder, 'own.ts'));
  const files = [...seen].map((file) => relative(sandboxFolder, file));
  expect(files).toContain('server/api.ts');
  expect(files.filter((file) => file.startsWith('..'))).toEqual([]);
  expect(files.filter((file) => /^(control|main\.ts)/.test(file))).toEqual([]);
});
