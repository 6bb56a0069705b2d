import { describe, expect, test } from 'vitest';
import { importRequest } from '../../../../main/features/signatures/importers/import-request.ts';
import type { ImportedRequest } from '../../../../main/features/signatures/importers/imported.ts';
import { callback, sign, timestamp } from './vectors.ts';

const body = JSON.stringify(callback);
const signature = sign(body);

function read(source: string | Uint8Array) {
  const result = importRequest(source);
  if (!result.ok) {
    throw new Error(`${result.code}: ${result.sentence}`);
  }
  return { ...result, text: textOf(result.request), notes: result.request.notes.map(({ code }) => code) };
}
const textOf = ({ body: bytes }: ImportedRequest) =>
  bytes ? Buffer.from(bytes).toString('utf8') : undefined;
const refusal = (source: string | Uint8Array) => {
  const result = importRequest(source);
  return result.ok ? undefined : result.code;
};

const head = `POST /callbacks HTTP/1.1\r\nHost: receiver.example\r\nx-signature: ${signature}\r\nX-SIGNATURE-TIMESTAMP:  ${timestamp} \r\n`;

describe('a raw HTTP request', () => {
  test('returns headers in any case and the body byte for byte', () => {
    const { source, request, text, notes } = read(Buffer.from(`${head}\r\n${body}`));
    expect({ source, text, notes }).toEqual({ source: 'http', text: body, notes: [] });
    expect(request).toMatchObject({ method: 'POST', url: '/callbacks', signature, timestamp });
  });

  test('has no spaces around the values of its headers that a mail or a document adds', () => {
    const copied = `X-Signature:\u00a0${signature}\nX-Signature-Timestamp: ${timestamp}\u00a0\n`;
    const { source, request, text, notes } = read(`${copied}\n${body}`);
    expect({ source, text, notes }).toEqual({ source: 'http', text: body, notes: ['no-break-space'] });
    expect(request).toMatchObject({ signature, timestamp });
  });

  test('keeps every byte of a body that is not text', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(read(Buffer.concat([Buffer.from(`${head}\r\n`), bytes])).request.body).toEqual(bytes);
  });

  test('ends the body at Content-Length, and reports it', () => {
    const { text, notes } = read(
      Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}\n\n`),
    );
    expect({ text, notes }).toEqual({ text: body, notes: ['beyond-content-length'] });
  });

  test('keeps JSON that was indented after it was received, and reports it', () => {
    const indented = JSON.stringify({ id: '1', payload: { conversation: { id: 'ł' } } }, undefined, 2);
    const length = Buffer.byteLength(JSON.stringify(JSON.parse(indented)));
    const { text, notes } = read(Buffer.from(`${head}Content-Length: ${length}\r\n\r\n${indented}`));
    expect({ text, notes }).toEqual({ text: indented, notes: ['longer-than-content-length'] });
  });

  test('reports missing bytes', () => {
    expect(read(Buffer.from(`${head}Content-Length: 99999\r\n\r\n${body}`)).notes).toEqual([
      'shorter-than-content-length',
    ]);
  });

  test('returns Content-Length, unless the body was encoded, and the time of the Date header', () => {
    const date = 'Date: Thu, 01 Jan 2026 00:00:01 GMT\r\n';
    const { request } = read(Buffer.from(`${head}${date}Content-Length: 99999\r\n\r\n${body}`));
    expect(request).toMatchObject({ contentLength: 99999, receivedAt: '2026-01-01T00:00:01.000Z' });
    const gzip = `Content-Encoding: gzip\r\nContent-Length: 99999\r\n`;
    expect(read(Buffer.from(`${head}${gzip}\r\n${body}`)).request.contentLength).toBeUndefined();
  });

  test.each(['0\r\n\r\n', '0'])('decodes chunks that end with %j, as pasting may leave it', (end) => {
    const bytes = Buffer.from(body);
    const chunk = (piece: Buffer) =>
      Buffer.concat([Buffer.from(`${piece.length.toString(16)};x=1\r\n`), piece, Buffer.from('\r\n')]);
    const { text, notes } = read(
      Buffer.concat([
        Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`),
        chunk(bytes.subarray(0, 100)),
        chunk(bytes.subarray(100)),
        Buffer.from(end),
      ]),
    );
    expect({ text, notes }).toEqual({ text: body, notes: ['chunked'] });
  });

  test('says of a length without its chunk that the body has no chunks', () => {
    const { text, notes } = read(Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n1`));
    expect({ text, notes }).toEqual({ text: '1', notes: ['not-chunked'] });
  });

  test('reads headers without a request line, LF line ends, folded and repeated headers', () => {
    const text = `X-Signature:\n ${signature}\nX-Signature: other\nX-Signature-Timestamp: ${timestamp}\n\n${body}`;
    const { request, notes } = read(text);
    expect(request).toMatchObject({ signature, timestamp });
    expect(notes).toEqual(['duplicate-header']);
  });

  test('reports what is missing', () => {
    expect(read('POST / HTTP/1.1\r\nHost: x\r\n\r\n{}').notes).toEqual(['missing-header']);
    expect(read(`POST / HTTP/1.1\nX-Signature: ${signature}`).notes).toEqual(['missing-header', 'no-body']);
    expect(refusal('HTTP/1.1 200 OK\r\n\r\n')).toBe('response');
    expect(refusal('POST / HTTP/1.1\nnot a header\n\n{}')).toBe('bad-headers');
  });

  test('reads ten thousand headers', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `X-Header-${index}: ${index}\r\n`).join('');
    expect(read(Buffer.from(`${head}${many}\r\n${body}`)).request.signature).toBe(signature);
  });

  test('warns that pasted text may have other line breaks than the request', () => {
    expect(read(`${head}\r\n{\n}`).notes).toEqual(['pasted']);
    expect(read(Buffer.from(`${head}\r\n{\n}`)).notes).toEqual([]);
  });
});

describe('a cURL command', () => {
  const headers = `-H 'X-Signature: ${signature}' -H 'X-Signature-Timestamp: ${timestamp}'`;
  test.each<[what: string, command: string, expected: string]>([
    [
      'single quotes',
      `curl ${headers} https://r.example/c --data-raw '${body.replaceAll("'", "'\\''")}'`,
      body,
    ],
    ['double quotes', `curl https://r.example/c ${headers} -d "{\\"a\\":\\"\\\\n\\"}"`, '{"a":"\\n"}'],
    [
      'ANSI-C quotes',
      `curl https://r.example/c ${headers} --data-raw $'{"a":"it\\'s \\u0142\\xc5\\x82\\101\\n"}'`,
      '{"a":"it\'s łłA\n"}',
    ],
    [
      'lines that go on',
      `curl 'https://r.example/c' \\\n  -X POST \\\n  ${headers} \\\n  --data-binary '{}\n' \\\n  --compressed`,
      '{}\n',
    ],
    ['options together', `curl -sSLd '{"a":1}' -XPUT ${headers} https://r.example/c`, '{"a":1}'],
    ['data in parts', `curl ${headers} -d a=1 -d b=2 https://r.example/c`, 'a=1&b=2'],
    ['--json', `curl ${headers} --json '{"a":1}' https://r.example/c`, '{"a":1}'],
    ['an empty body', `curl ${headers} -d '' https://r.example/c`, ''],
    ['a prompt before it', `$ curl ${headers} -d x https://r.example/c`, 'x'],
    ['another command after it', `curl ${headers} -d x https://r.example/c | jq .`, 'x'],
    [
      'cmd.exe, as browsers copy it',
      `curl ^"https://r.example/c?a=1^&b=2^" ^\n  -H ^"X-Signature: ${signature}^" ^\n  -H ^"X-Signature-Timestamp: ${timestamp}^" ^\n  --data-raw ^"^{^\\^"a^\\^":^\\^"100^% ^<x^>^\\^",^\n\n^\\^"b^\\^":2^}^"`,
      '{"a":"100% <x>",\n"b":2}',
    ],
    [
      'cmd.exe, by hand',
      `curl.exe ^\r\n -H "X-Signature: ${signature}" ^\r\n -H "X-Signature-Timestamp: ${timestamp}" -d "{\\"a\\":1}" https://r.example/c`,
      '{"a":1}',
    ],
    [
      'PowerShell, single quotes',
      `curl.exe -H 'X-Signature: ${signature}' \`\n -H 'X-Signature-Timestamp: ${timestamp}' -d '{"a":"it''s"}' https://r.example/c`,
      '{"a":"it\'s"}',
    ],
    [
      'PowerShell, backticks',
      `curl.exe -H "X-Signature: ${signature}" -H "X-Signature-Timestamp: ${timestamp}" -d "{\`"a\`":\`"\`t\`"}" https://r.example/c`,
      '{"a":"\t"}',
    ],
    [
      'PowerShell, here-string',
      `curl.exe -H "X-Signature: ${signature}" -H "X-Signature-Timestamp: ${timestamp}" -d @'\n{\n"a":1}\n'@ https://r.example/c`,
      '{\n"a":1}',
    ],
  ])('%s', (_, command, expected) => {
    const { source, request, text } = read(command);
    expect({ source, text }).toEqual({ source: 'curl', text: expected });
    expect(request).toMatchObject({
      signature,
      timestamp,
      url: expect.stringContaining('https://r.example/c'),
    });
  });

  test('keeps bytes that are not UTF-8', () => {
    expect(read(`curl ${headers} --data-binary $'\\xff\\x00\\x80' https://r.example/c`).request.body).toEqual(
      Uint8Array.of(0xff, 0, 0x80),
    );
    expect(read(Buffer.from(`curl ${headers} -d 'é' https://r.example/c`, 'latin1')).request.body).toEqual(
      Uint8Array.of(0xe9),
    );
  });

  test('reports a body in a file, and that -d removes its line breaks', () => {
    const { request, notes } = read(`curl ${headers} -d @body.json https://r.example/c`);
    expect(request.body).toBeUndefined();
    expect(notes).toEqual(['file-body']);
    expect(request.notes[0]?.sentence).toMatch(/"body.json"; curl removes its line ends/);
    expect(read(`curl ${headers} --data-binary @body.json x`).request.notes[0]?.sentence).not.toContain(
      'takes',
    );
    expect(read(`curl ${headers} --data-raw @body.json x`).text).toBe('@body.json');
  });

  test('reports what it cannot know', () => {
    expect(read(`curl ${headers} -d "$BODY" x`).notes).toContain('shell-expansion');
    expect(
      read(`curl.exe -H 'X-Signature: ${signature}' -H 'X-Signature-Timestamp: 1' -d '{\\"a\\":1}' x`),
    ).toMatchObject({ text: '{"a":1}', notes: ['powershell-quotes'] });
    expect(refusal(`curl -d '{"a":`)).toBe('open-quote');
  });
});

describe('a HAR file', () => {
  const entry = (postData: unknown, headers: unknown[] = [], bodySize = -1) => ({
    request: { method: 'POST', url: 'https://r.example/c', headers, postData, bodySize },
  });
  const signed = [
    { name: 'x-signature', value: signature },
    { name: 'X-Signature-Timestamp', value: timestamp },
  ];
  const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });

  test('selects the entry with the signature headers', () => {
    const result = read(har(entry({ text: '{"other":1}' }), entry({ text: body }, signed)));
    expect(result).toMatchObject({
      source: 'har',
      text: body,
      notes: ['decoded-text'],
      request: { signature, timestamp },
    });
    const two = read(har(entry({ text: body }, signed), entry({ text: '{}' }, signed)));
    expect(two.notes).toContain('several');
    expect(two.others.map(textOf)).toEqual(['{}']);
  });

  test('returns the time of receipt', () => {
    const received = { ...entry({ text: body }, signed), startedDateTime: '2026-01-01T02:00:01+01:00' };
    expect(read(har(received)).request.receivedAt).toBe('2026-01-01T01:00:01.000Z');
  });

  test('is exact if the archive has Base64', () => {
    const bytes = Uint8Array.of(0xff, 0, 0x0a);
    const { request, notes } = read(
      har(entry({ text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }, signed)),
    );
    expect(request.body).toEqual(bytes);
    expect(notes).toEqual([]);
  });

  test('reports separate files, other sizes and lost characters', () => {
    expect(read(har(entry({ _file: 'body.bin' }, signed))).notes).toEqual(['file-body']);
    expect(read(har(entry({ text: '\ufffd' }, signed, 99))).notes).toEqual([
      'decoded-text',
      'replaced-characters',
      'other-size',
    ]);
    expect(refusal('{"log":{"entries":[]}}')).toBe('empty');
    expect(refusal('{"log":{}}')).toBe('not-har');
  });
});

describe('a .http file', () => {
  const file = `@host = https://r.example
@stamp = ${timestamp}

### The first
GET {{host}}/health

### The callback
# @name callback
POST {{host}}/c HTTP/1.1
Content-Type: application/json
X-Signature: ${signature}
X-Signature-Timestamp: {{stamp}}

${body}

### Another
POST {{host}}/d
X-Signature: {{unknown}}

< ./body.json
`;
  test('reads several requests and selects the callback', () => {
    const { source, request, text, others, notes } = read(Buffer.from(file));
    expect({ source, text, notes }).toEqual({
      source: 'http-file',
      text: body,
      notes: ['end-of-body', 'several'],
    });
    expect(request).toMatchObject({ method: 'POST', url: 'https://r.example/c', signature, timestamp });
    expect(others.map(({ url }) => url)).toEqual(['https://r.example/health', 'https://r.example/d']);
    expect(others[1]?.notes.map(({ code }) => code)).toEqual(['variable', 'file-body']);
  });

  test('keeps CRLF and ignores scripts', () => {
    const { text, notes } = read(
      Buffer.from(
        `POST https://r.example/c\r\nX-Signature: ${signature}\r\nX-Signature-Timestamp: 1\r\n\r\n{\r\n}\r\n\r\n> {%\r\n client.test();\r\n%}\r\n`,
      ),
    );
    expect(text).toBe('{\r\n}');
    expect(notes).toEqual(['script', 'end-of-body']);
  });
});

describe('JSON of headers and body', () => {
  const headers = { 'X-Signature': signature, 'x-signature-timestamp': timestamp };
  test.each<[what: string, value: unknown, notes: string[]]>([
    ['text', { headers, body }, ['decoded-text']],
    ['Base64', { headers, bodyBase64: Buffer.from(body).toString('base64') }, []],
    [
      'Base64 that is named as such',
      { headers, body: Buffer.from(body).toString('base64'), bodyEncoding: 'base64' },
      [],
    ],
    [
      'an API gateway’s event',
      {
        httpMethod: 'POST',
        path: '/c',
        headers,
        body: Buffer.from(body).toString('base64'),
        isBase64Encoded: true,
      },
      [],
    ],
    [
      'lists of values',
      { multiValueHeaders: { 'X-Signature': [signature], 'X-Signature-Timestamp': [timestamp] }, body },
      ['decoded-text'],
    ],
    ['pairs', { headers: Object.entries(headers), body }, ['decoded-text']],
    ['raw header list', { headers: Object.entries(headers).flat(), body }, ['decoded-text']],
    [
      'names and values',
      { request: { headers: Object.entries(headers).map(([name, value]) => ({ name, value })), body } },
      ['decoded-text'],
    ],
    ['a Buffer', { headers, body: Buffer.from(body) }, []],
    ['values by name', { timestamp: Number(timestamp), signature, body }, ['decoded-text']],
    ['an object', { headers, body: callback }, ['parsed-body']],
  ])('%s', (_, value, notes) => {
    const result = read(JSON.stringify(value));
    expect(result).toMatchObject({ source: 'json', text: body, notes, request: { signature, timestamp } });
  });

  test('uses a parsed body as it is', () => {
    expect(read(`{"headers": ${JSON.stringify(headers)}, "body": { "a": 1.0,\n "a": 2 } }`).text).toBe(
      '{ "a": 1.0,\n "a": 2 }',
    );
  });

  test('recognises a callback body on its own', () => {
    expect(read(`${body}\n`)).toMatchObject({ text: `${body}\n`, notes: ['body-only', 'missing-header'] });
  });

  test.each([
    ['{', 'bad-json'],
    ['[1]', 'json-list'],
    ['{"a":1}', 'no-headers'],
    ['', 'empty'],
    [' \n', 'empty'],
    ['hello there, this is text', 'unknown'],
    ['good morning', 'unknown'],
    ['good morning\n\nyours', 'unknown'],
    ['Note: the callbacks fail\n\nsince Tuesday', 'unknown'],
  ])('%j is refused: %s', (source, code) => {
    expect(refusal(source)).toBe(code);
  });
});

describe('a request line', () => {
  test.each([
    ['POST /callbacks', '/callbacks'],
    ['POST /callbacks HTTP/1.0', '/callbacks'],
    ['post callbacks HTTP/1.1', 'callbacks'],
    ['OPTIONS *', '*'],
  ])('%s', (line, url) => {
    const { request, text } = read(`${line}\r\nX-Signature: ${signature}\r\n\r\n${body}`);
    expect(request).toMatchObject({ url, signature });
    expect(text).toBe(body);
  });

  test('is optional if the headers are those of a callback', () => {
    expect(read(`X-Signature: ${signature}\n\n${body}`).text).toBe(body);
    expect(read(`Content-Type: application/json\n\n${body}`)).toMatchObject({ text: body });
  });
});
