import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runExamine } from '../../../main/examine/command/command.ts';
import { rules } from '../../../main/examine/rules.ts';
import type { ExamReport } from '../../../preload/contract/examine.ts';
import { makeCertificate } from '../../journeys/certificate.ts';
import { startReceiver } from '../../receivers/behaviour.ts';
import { keyFile, receiverKey } from '../../receivers/start.ts';
import { listen } from '../../support/listen.ts';
import { listenForTest } from '../../support/listen-for-test.ts';

const cli = resolve(import.meta.dirname, '../../../main/cli.ts');
const run = promisify(execFile);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const argumentsOf = (address: string | undefined, args: string[]) => [
  ...args,
  ...(address === undefined ? [] : [address]),
];

/** `assay examine …` in a process of its own, with the address last. */
async function examineAlone(address?: string, ...args: string[]): Promise<Ended> {
  try {
    const ended = await run(process.execPath, [cli, 'examine', ...argumentsOf(address, args)]);
    return { code: 0, ...ended };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
}

/** The same in this process. */
async function examine(address?: string, ...args: string[]): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await runExamine(argumentsOf(address, args), {
    stdout: into('stdout'),
    stderr: into('stderr'),
    readFile: (path) => readFile(path),
    writeFile: (path, text) => writeFile(path, text),
    now: Date.now,
    interruption: () => new AbortController().signal,
  });
  return { code, ...written };
}

const quick = ['--rule', 'valid-finished', '--rule', 'reject-late'];

describe('exit status', () => {
  test('0 when every rule passed', async () => {
    const { code, stdout, stderr } = await examineAlone(await startReceiver({}), '--key-file', keyFile());
    expect(stderr).toBe('');
    expect(stdout).toContain(`${rules.length} passed, 0 failed, 0 inconclusive`);
    expect(code).toBe(0);
  });

  test('1 when a rule failed, with what was sent, what came back and how to fix it', async () => {
    const url = await startReceiver({ isTimely: () => true });
    const { code, stdout } = await examine(url, '--key-file', keyFile(), ...quick);
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED       Rejects: timestamp too old  [reject-late, 6.4, rule 1]');
    expect(stdout).toContain('It accepts the message: 204.');
    expect(stdout).toContain('To fix it: Read X-Signature-Timestamp as a whole number of milliseconds');
    expect(stdout).toContain('1 passed, 1 failed, 0 inconclusive');
  });

  test.each([
    [[], 'The receiver’s address is missing.'],
    [['http://127.0.0.1:1/'], '--key-file is missing.'],
    [['http://127.0.0.1:1/', '--key-file', '/nonexistent/key'], '/nonexistent/key cannot be read'],
    [['http://127.0.0.1:1/', 'http://127.0.0.1:2/', '--key-file', 'x'], 'One receiver at a time'],
    [['x', 'http://127.0.0.1:1/', '--key-file'], 'The receiver’s address comes last'],
    [['http://127.0.0.1:1/', '--key-file', 'x', '--rule', 'nonsense'], 'There is no rule "nonsense"'],
    [
      ['http://127.0.0.1:1/', '--key-file', 'x', '--max-body', '0'],
      '--max-body must be a whole number from 1 to 8192.',
    ],
    [['http://127.0.0.1:1/', '--key-file', 'x', '--unknown'], "Unknown option '--unknown'"],
    [['http://8.8.8.8/', '--key-file', import.meta.filename], '--public allows it.'],
    [['ftp://127.0.0.1/', '--key-file', import.meta.filename], 'must begin with http:// or https://'],
    [
      ['http://127.0.0.1:1/', '--key-file', import.meta.filename, '--ca-file', import.meta.filename],
      'contains no certificate',
    ],
  ])('2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await examine(...args);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('3 when there is no receiver, and when the exam came to no end', async () => {
    const { code, stderr } = await examineAlone('http://127.0.0.1:1/', '--key-file', keyFile());
    expect(stderr).toContain('The receiver cannot be reached: the connection was refused (ECONNREFUSED).');
    expect(code).toBe(3);
    const slow = await startReceiver({ status: () => new Promise((done) => setTimeout(done, 300, 204)) });
    const cut = await examine(slow, '--key-file', keyFile(), '--time-limit', '1');
    expect(cut.stdout).toContain('The exam ran out of time.');
    expect(cut.code).toBe(3);
  });
});

describe('the reports', () => {
  let report: ExamReport;
  let html: string;
  let stdout: string;
  const answerText = '<script>alert(1)</script>\u202e';
  // A receiver knows its key, and may print it.
  const leak = ` key ${receiverKey}`;

  beforeAll(async () => {
    const hostile = createHostile();
    const { url, close } = await hostile;
    const file = join(dirname(keyFileFor()), 'report.html');
    const ended = await examine(
      url,
      '--key-file',
      keyFileFor(),
      '--json',
      '--html',
      file,
      '--rule',
      'valid-finished',
      '--rule',
      'raw-letters',
      '--rule',
      'size',
    );
    stdout = ended.stdout;
    report = JSON.parse(stdout);
    html = readFileSync(file, 'utf8');
    rmSync(dirname(keyFileFor()), { recursive: true });
    await close();
  });

  let folder: string | undefined;
  function keyFileFor(): string {
    folder ??= execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
    const file = join(folder, 'key');
    writeFileSync(file, receiverKey);
    return file;
  }

  async function createHostile() {
    const { createServer: createHttpServer } = await import('node:http');
    const server = createHttpServer((request, response) => {
      request.resume().on('end', () => response.writeHead(422, { 'X-Echo': 'a&b' }).end(answerText + leak));
    });
    const port = await listen(server);
    return {
      url: `http://127.0.0.1:${port}/?q=%22%3E<b>`,
      close: async () => {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      },
    };
  }

  test('JSON has every rule with its section, what was sent, what came back, verdict and correction', () => {
    expect(report).toMatchObject({ format: 'assay-receiver-exam', formatVersion: 1, outcome: 'failed' });
    expect(report.counts).toEqual({ passed: 0, failed: 1, 'cannot-tell': 2 });
    const [rule] = report.rules;
    expect(rule).toMatchObject({ id: 'valid-finished', section: '6.1, rule 3; 6.2', verdict: 'failed' });
    expect(rule?.fix).toContain('HMAC with SHA-256');
    expect(rule?.exchanges[0]).toMatchObject({
      request: {
        method: 'POST',
        headers: expect.arrayContaining([['X-Signature', expect.stringMatching(/^[0-9a-f]{64}$/)]]),
      },
      answer: { status: 422, accepted: false, body: `${answerText} key •••` },
    });
  });

  test('HTML is one page without scripts and requests; what the receiver sent is text', () => {
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<link|<img|<b>|src=|\u202e/i);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}');
    expect(html).toContain('X-Echo: a&amp;b');
    expect(html).toContain('Failed: Accepts CONVERSATION FINISHED');
  });

  test('no report contains the key', () => {
    expect(html + stdout).not.toContain(receiverKey);
  });

  test('a long body is described, not printed', () => {
    const exchange = report.rules.find(({ id }) => id === 'size')?.exchanges[0];
    expect(exchange?.request.curl).toBeUndefined();
    expect(exchange?.request.body).toHaveLength(2000);
    expect(exchange?.request.bodyBytes).toBeGreaterThan(16_000);
  });
});

test.each(['raw-letters', 'raw-ends', 'reject-empty-signature', 'valid-finished'])(
  'the curl line of %s repeats the message byte for byte',
  async (rule) => {
    const url = await startReceiver({ before: () => 418 });
    const { stdout } = await examine(url, '--key-file', keyFile(), '--json', '--rule', rule);
    const { exchanges } = (JSON.parse(stdout) as ExamReport).rules[0] ?? { exchanges: [] };
    expect(exchanges.length).toBeGreaterThan(0);
    for (const { request } of exchanges) {
      const received: Record<string, unknown> = {};
      const { createServer: createHttpServer } = await import('node:http');
      const server = createHttpServer((incoming, response) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('end', () => {
          received.body = Buffer.concat(parts).toString();
          received.headers = incoming.headers;
          response.writeHead(204).end();
        });
      });
      const port = await listen(server);
      const command = (request.curl ?? '').replaceAll(new URL(url).host, `127.0.0.1:${port}`);
      const printed = await run('bash', ['-c', command]);
      server.close();
      expect(printed.stdout).toBe('204\n');
      expect(received.body).toBe(request.body);
      expect(received.headers).toMatchObject(
        Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
      );
    }
  },
);

test('a receiver with its own authority is examined over https', async () => {
  const own = makeCertificate();
  onTestFinished(() => own.remove());
  const server = createServer(own, (request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const port = await listenForTest(server);
  const url = `https://127.0.0.1:${port}/`;
  const args = [url, '--key-file', keyFile(), '--rule', 'valid-finished'];
  expect(await examine(...args, '--ca-file', own.file)).toMatchObject({ code: 0 });
  expect(await examine(...args)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('the certificate is not trusted'),
  });
});

test('--list and --help print to standard output', async () => {
  const list = await examine('--list');
  expect(list).toMatchObject({ code: 0, stderr: '' });
  expect(list.stdout.trim().split('\n')).toHaveLength(rules.length);
  expect((await examine('--help')).stdout).toContain('Exit status: 0 every rule passed');
});
