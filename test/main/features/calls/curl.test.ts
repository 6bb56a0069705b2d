import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CallLog, requestOf, type SentRequest } from '../../../../main/features/calls/call-log.ts';
import { importRequest } from '../../../../main/features/signatures/importers/import-request.ts';
import { shells } from '../../../../preload/contract/calls.ts';
import { curlCommand } from '../../../../preload/shared/curl.ts';
import { fuzzRuns } from '../../../support/full-tests.ts';
import { apiKey, clientFor } from '../../service/support/client.ts';
import { json, serve } from '../../service/support/server.ts';

const begun = (
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  template = '/api/conversations/{conversationId}',
) =>
  requestOf(
    {
      at: 0,
      method,
      url: new URL(url),
      template,
      conversationId: undefined,
      attempt: 1,
      repeat: undefined,
      headers,
      hasBody: method === 'POST',
      body: undefined,
    },
    false,
  );

/** The arguments that bash parses from a command. */
function wordsInBash(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a call as a cURL command', () => {
  test('has placeholders for secrets and for personal data', () => {
    const request = begun(
      'https://service.test/api/conversations/c1/headless/p2',
      {
        authorization: 'Bearer very-secret-token',
        'x-user-ip': '203.0.113.7',
        'x-other': 'something',
        accept: 'application/json',
      },
      'POST',
      '/api/conversations/{conversationId}/headless/{next}',
    );
    expect(curlCommand(request, 'bash')).toBe(
      [
        'curl \\',
        '  --request POST \\',
        "  --url 'https://service.test/api/conversations/c1/headless/<PAGE_ID>' \\",
        "  --header 'authorization: Bearer <ACCESS_TOKEN>' \\",
        "  --header 'x-user-ip: <USER_IP>' \\",
        "  --header 'x-other: <VALUE>' \\",
        "  --header 'accept: application/json' \\",
        "  --data-binary '@request-body'",
      ].join('\n'),
    );
  });

  test.each(shells)('is parsed back to what was sent (%s)', (shell) => {
    const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(id, fc.constantFrom('GET', 'DELETE'), (text, method) => {
        fc.pre(text.isWellFormed() && text !== '.' && text !== '..');
        const url = `https://service.test/it's/100%25/api/conversations/${encodeURIComponent(text)}?mode=EXPIRE&x='$(id)'`;
        const request = begun(url, { accept: 'application/json', authorization: 'Basic abc' }, method);
        const read = importRequest(curlCommand(request, shell));
        expect(read.ok && [read.request.method, read.request.url]).toEqual([method, request.url]);
        const problems = read.ok ? read.request.notes.map(({ code }) => code) : [];
        expect(problems).not.toContain('shell-expansion');
      }),
      { numRuns: fuzzRuns(300) },
    );
  });

  test.each(shells)('keeps quotes and backslashes in headers (%s)', (shell) => {
    const hard = String.raw`a'b"c\d\\"e $HOME $(id) %PATH% & | ^ <x> \\`;
    const request: SentRequest = {
      method: 'POST',
      url: 'https://service.test/',
      headers: [
        ['x-signature', hard],
        ['x-signature-timestamp', '1'],
      ],
      hasBody: false,
      proxy: 'http://proxy.test:8080',
    };
    const read = importRequest(curlCommand(request, shell));
    // Windows PowerShell removes a backslash before a quote, which no header needs.
    const expected = shell === 'powershell' ? hard.replaceAll('\\"', '"') : hard;
    expect(read.ok && read.request.signature).toBe(expected);
  });

  test('carries a body that its shell can pass on, and names a file for any other', () => {
    const hard = `{"a": "it's\n100% $HOME \\ @ é"}`;
    const request = { method: 'POST', url: 'https://service.test/', headers: [], hasBody: true };
    expect(wordsInBash(curlCommand({ ...request, body: hard }, 'bash')).slice(-2)).toEqual([
      '--data-raw',
      hard,
    ]);
    const read = importRequest(curlCommand({ ...request, body: '{"a":"100%"}' }, 'cmd'));
    expect(read.ok && Buffer.from(read.request.body ?? []).toString()).toBe('{"a":"100%"}');
    for (const [shell, body] of [
      ['bash', 'a\0b'],
      ['bash', undefined],
      ['powershell', '{"a":1}'],
      ['cmd', 'two\nlines'],
    ] as const) {
      expect(curlCommand({ ...request, body }, shell)).toContain('@request-body');
    }
  });

  test('is passed to curl by bash unchanged', () => {
    const hard = String.raw`it's "100%" $HOME \ end`;
    const request: SentRequest = {
      method: 'GET',
      url: "https://service.test/a'b[1]{2}?x=$(id)",
      headers: [['x-any', hard]],
      hasBody: false,
      proxy: undefined,
    };
    expect(wordsInBash(curlCommand(request, 'bash'))).toEqual([
      '--globoff',
      '--url',
      request.url,
      '--header',
      `x-any: ${hard}`,
    ]);
  });

  test('of a real call repeats it once the placeholder is filled in', async () => {
    const server = await serve((_, response) => json(response, 200, { id: 'c1' }));
    onTestFinished(() => server.close());
    const log = new CallLog({ redact: (value) => value, onChange: () => undefined });
    onTestFinished(() => log.close());
    const { client } = clientFor(server.url, { recorder: log.recorder('one') });
    await client.readConversation("it's c 1");
    const request = log.request('one', 1);
    const command = request ? curlCommand(request, 'bash') : '';
    expect(command).not.toContain(apiKey.password);
    const basic = Buffer.from(`${apiKey.login}:${apiKey.password}`).toString('base64');
    // Asynchronous, because this process answers the request.
    await promisify(execFile)('bash', ['-c', command.replace('<BASE64_OF_LOGIN:PASSWORD>', basic)]);
    const [first, again] = server.seen;
    expect(again).toMatchObject({ method: first?.method, url: first?.url });
    for (const name of ['authorization', 'accept', 'user-agent'] as const) {
      expect(again?.headers[name]).toBe(first?.headers[name]);
    }
  });
});
