import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../../../main/features/signatures/cli.ts';
import { fileBody, fileLength } from '../../../../main/features/signatures/file-body.ts';
import { callback, sign, timestamp, vectors } from './vectors.ts';

const command = new URL('../../../../main/cli.ts', import.meta.url).pathname;
const asOf = ['--as-of', '2026-01-01T00:01:00Z'];
const body = JSON.stringify(callback);
const secrets = [vectors.signingKey, ...vectors.otherSigningKeys, vectors.apiKey.password];
let folder = '';
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  await writeFile(file('key'), `${vectors.signingKey}\n`);
  await writeFile(file('key-crlf'), `${vectors.signingKey}\r\n`);
  await writeFile(file('key-two-lines'), `${vectors.signingKey}\n\n`);
  await writeFile(file('old'), vectors.otherSigningKeys[0] ?? '');
  await writeFile(file('password'), `${vectors.apiKey.password}\n`);
  await writeFile(file('no-key'), '\n');
  await writeFile(file('body'), body);
  await writeFile(file('body-newline'), `${body}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  stdout: string;
  stderr: string;
  status: number | null;
}

/** Runs the real program in a separate process. */
async function runProcess(args: string[], stdin: string | Uint8Array = ''): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], { stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { stdout, stderr, status };
}

/** Runs the command in this process. */
async function run(args: string[], stdin: string | Uint8Array = ''): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    write: (piece: string) => {
      written[name] += piece;
    },
  });
  const status = await runCli(args, {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: into('stdout'),
    stderr: into('stderr'),
    readFile: (path) => readFile(path),
    openFile: fileBody,
    fileLength,
    now: Date.now,
  });
  for (const secret of secrets) {
    expect(written.stdout + written.stderr).not.toContain(secret);
  }
  return { ...written, status };
}

const given = (signature: string, ...more: string[]) => [
  '--timestamp',
  timestamp,
  '--signature',
  signature,
  '--key-file',
  file('key'),
  ...more,
];

describe('verify', () => {
  test('exits with 0 if signature and time are good', async () => {
    const { status, stdout, stderr } = await run(given(sign(body), ...asOf, file('body')));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/Signature {2}match.*\nTime {7}good.*\nMessage {4}complete/);
  });

  test('exits with 1 if the signature differs', async () => {
    expect((await run(given(sign('another'), ...asOf, file('body')))).status).toBe(1);
    expect((await run(given('', ...asOf, file('body')))).status).toBe(1);
  });

  test.each<[what: string, signature: string, code: string]>([
    ['upper case', sign(body).toUpperCase(), 'upper-case'],
    ['cut off', sign(body).slice(0, 40), 'wrong-length'],
    ['Base64', Buffer.from(sign(body), 'hex').toString('base64'), 'base64'],
    ['words', 'good morning', 'not-hexadecimal'],
  ])('calls what can be no signature a mismatch, and says why: %s', async (_, signature, code) => {
    const { status, stdout } = await run(given(signature, ...asOf, '--json', file('body')));
    expect(status).toBe(1);
    expect(JSON.parse(stdout).signature).toMatchObject({ verdict: 'mismatch', code });
  });

  test('exits with 3 if only the time is wrong', async () => {
    const { status, stdout } = await run(given(sign(body), '--as-of', '2026-01-01T00:06:00Z', file('body')));
    expect(status).toBe(3);
    expect(stdout).toContain('Time       past.');
    expect((await run(given(sign(body), file('body')))).status).toBe(3);
  });

  test('ignores the message for its status', async () => {
    expect(await run(given(sign('not JSON'), ...asOf, '-'), 'not JSON')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('not-json'),
    });
  });

  test('reads the body from standard input, byte for byte', async () => {
    const bytes = Buffer.of(0xff, 0xfe, 0, 0x0a);
    const args = given(sign(bytes), ...asOf, '-');
    expect((await run(args, bytes)).status).toBe(0);
    expect(await runProcess(['verify', ...args], bytes)).toMatchObject({ status: 0, stderr: '' });
  });

  test('ignores one line break after the key, and no more', async () => {
    const withKey = (key: string) => [
      '--timestamp',
      timestamp,
      '--signature',
      sign(body),
      '--key-file',
      file(key),
      ...asOf,
      file('body'),
    ];
    expect((await run(withKey('key-crlf'))).status).toBe(0);
    expect((await run(withKey('key-two-lines'))).status).toBe(1);
  });

  test.each<[what: string, args: () => string[], words: string]>([
    [
      'no timestamp',
      () => ['--signature', 'x', '--key-file', file('key'), file('body')],
      '--timestamp is missing',
    ],
    ['no key', () => ['--timestamp', '1', '--signature', 'x', file('body')], '--key-file is missing'],
    ['no body', () => given('x'), 'file of the request or of the body is missing'],
    ['two bodies', () => given('x', file('body'), file('body')), 'One file at a time'],
    [
      'a moment without its offset',
      () => given('x', '--as-of', '2026-01-01T00:00:00', file('body')),
      '--as-of needs',
    ],
    ['an impossible moment', () => given('x', '--as-of', '2026-13-41', file('body')), '--as-of needs'],
    ['an unknown option', () => given('x', '--nothing', file('body')), '--nothing'],
    ['a body that is not there', () => given('x', file('nowhere')), 'cannot be read'],
    ['a body that is a folder', () => given('x', folder), 'cannot be read'],
    [
      'a key that is not there',
      () => ['--timestamp', '1', '--signature', 'x', '--key-file', file('nowhere'), file('body')],
      'cannot be read',
    ],
    [
      'an empty key',
      () => ['--timestamp', '1', '--signature', 'x', '--key-file', file('no-key'), file('body')],
      'contains no key',
    ],
    ['a recipe that is not there', () => ['--recipe', 'cobol'], 'There are recipes for express'],
  ])('ends with 2: %s', async (_, args, words) => {
    const { status, stdout, stderr } = await run(args());
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(words);
  });

  test('ends with its status as a process, and says why on standard error', async () => {
    const ended = await runProcess(['verify', ...given('x', file('nowhere'))]);
    expect(ended).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('cannot be read') });
  });

  test('the program lists its commands on request, without one, and for one that is not there', async () => {
    const list = expect.stringMatching(/ read .* verify .* verify-receipt /s);
    expect(await runProcess(['--help'])).toMatchObject({ status: 0, stdout: list, stderr: '' });
    for (const args of [[], ['sign']]) {
      expect(await runProcess(args)).toMatchObject({ status: 2, stdout: '', stderr: list });
    }
  });

  test('does not repeat a secret given as an argument', async () => {
    for (const args of [
      [`--key=${vectors.signingKey}`],
      ['--key', vectors.signingKey],
      [`--explain=${vectors.signingKey}`],
    ]) {
      expect((await run(given('x', ...args, file('body')))).status).toBe(2);
    }
  });

  test('explains its usage, and prints recipes', async () => {
    expect(await run(['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('One line end after the key is ignored'),
    });
    expect(await run(['--recipe', 'express'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('express.raw'),
    });
  });
});

describe('verify --explain', () => {
  const causes = async (...args: string[]) => {
    const { status, stdout } = await run(args);
    return {
      status,
      causes: JSON.parse(stdout).causes.map(
        ({ family, code }: { family: string; code: string }) => `${family}:${code}`,
      ),
    };
  };

  test('prints one JSON object for programs', async () => {
    const { stdout, status } = await run(
      given(sign(body), ...asOf, '--explain', '--json', file('body-newline')),
    );
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      signature: { verdict: 'mismatch' },
      time: { verdict: 'good', skewMs: 59_877 },
      message: { verdict: 'complete', conversationId: callback.payload.conversation.id },
      causes: [
        { code: 'newline-added', family: 'body', sentence: expect.any(String), remedy: expect.any(String) },
      ],
    });
  });

  test('treats a match by a candidate as a mismatch with its cause', async () => {
    const more = [
      ...asOf,
      '--key-file',
      file('old'),
      '--api-login',
      vectors.apiKey.login,
      '--api-password-file',
      file('password'),
      '--explain',
      '--json',
      file('body'),
    ];
    expect(await causes(...given(sign(body, { key: vectors.otherSigningKeys[0] ?? '' }), ...more))).toEqual({
      status: 1,
      causes: ['key:other-signing-key'],
    });
    expect(await causes(...given(sign(body, { key: vectors.apiKey.password }), ...more))).toEqual({
      status: 1,
      causes: ['key:api-password'],
    });
    expect(await causes(...given(sign(body), ...more))).toEqual({ status: 0, causes: [] });
  });

  test('explains a body from standard input as text', async () => {
    const { stdout, status } = await run(
      given(sign(body), ...asOf, '--explain', '-'),
      JSON.stringify(callback, null, 2),
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/Cause \(body\): The signed content is this JSON written compact/);
    expect(stdout).toContain('--recipe express');
  });

  test('escapes terminal control characters', async () => {
    const { stdout } = await run(
      given(sign('{"a":"\u202e\x1b[31m"}'), ...asOf, '--explain', '-'),
      '{"a":"\u202e\x1b[31m"}\n',
    );
    for (const char of ['\x1b', '\u202e']) {
      expect(stdout).not.toContain(char);
    }
  });
});

describe('whole requests, as the window takes them', () => {
  const signature = sign(body);
  const headers = [
    ['X-Signature', signature],
    ['X-Signature-Timestamp', timestamp],
  ] as const;
  const raw = `POST /callbacks HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  const curl = `curl https://receiver.example/ ${headers.map(([name, value]) => `-H '${name}: ${value}'`).join(' ')} --data-raw '${body}'`;
  const har = JSON.stringify({
    log: {
      entries: [
        {
          startedDateTime: '2026-01-01T00:01:00Z',
          request: {
            method: 'POST',
            url: 'https://receiver.example/',
            headers: headers.map(([name, value]) => ({ name, value })),
            postData: { mimeType: 'application/json', text: body },
          },
        },
      ],
    },
  });
  const webhookSite = JSON.stringify({
    data: [
      {
        method: 'POST',
        content: body,
        headers: Object.fromEntries(headers.map(([n, v]) => [n.toLowerCase(), [v]])),
      },
    ],
  });

  test.each([
    ['raw HTTP', raw],
    ['cURL', curl],
    ['HAR', har],
    ['webhook.site', webhookSite],
  ])('%s from standard input and from a file', async (name, source) => {
    await writeFile(file(name), source);
    for (const args of [['-'], [file(name)]]) {
      const { status, stdout } = await run(['--key-file', file('key'), ...asOf, '--json', ...args], source);
      expect([status, JSON.parse(stdout).requests.length]).toEqual([0, 1]);
      expect(JSON.parse(stdout).requests[0].signature.verdict).toBe('match');
    }
  });

  test('the time of receipt in it is that of the check', async () => {
    const { status, stdout } = await run(['--key-file', file('key'), '-'], har);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('Request 1 of 1 POST https://receiver.example/'),
    ]);
  });

  test('of several the worst decides, and each is searched', async () => {
    const damaged = JSON.parse(har);
    damaged.log.entries.push(structuredClone(damaged.log.entries[0]));
    damaged.log.entries[1].request.postData.text = `${body}\n`;
    const source = JSON.stringify(damaged);
    const { status, stdout } = await run(['--key-file', file('key'), '--explain', '--json', '-'], source);
    const { requests } = JSON.parse(stdout);
    expect(status).toBe(1);
    const verdicts = requests.map((one: { signature: { verdict: string } }) => one.signature.verdict);
    expect(verdicts.toSorted()).toEqual(['match', 'mismatch']);
    expect(requests.find((one: { causes: object[] }) => one.causes.length > 0)?.causes[0].code).toBe(
      'newline-added',
    );
  });

  test('a file of many pieces is read whole', async () => {
    const long = `${' '.repeat(1_000_000)}${body}`;
    await writeFile(file('long'), raw.replace(signature, sign(long)).replace(body, long));
    expect((await run(['--key-file', file('key'), ...asOf, file('long')])).status).toBe(0);
  });

  test('a log of which not all requests are read is no success', async () => {
    const line = `INFO X-Signature: ${signature} X-Signature-Timestamp: ${timestamp} ${body}\n`;
    const { status, stdout } = await run(
      ['--key-file', file('key'), ...asOf, '--json', '-'],
      line.repeat(2001),
    );
    const { requests } = JSON.parse(stdout);
    expect([status, requests.length]).toEqual([2, 2000]);
    expect(requests[0].request.notes).toContainEqual({
      code: 'not-all-read',
      sentence: 'Only the first 2,000 requests in it were read. Split it into smaller files for the others.',
    });
  });

  test('what holds no request is said, with status 2', async () => {
    const { status, stderr } = await run(['--key-file', file('key'), '-'], 'nothing of the kind');
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^Standard input has no request\. It is neither/),
    ]);
  });
});
