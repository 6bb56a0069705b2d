import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { importRequest } from '../../../../main/features/signatures/importers/import-request.ts';
import { callback, sign, timestamp } from './vectors.ts';

const body = JSON.stringify(callback);
const signature = sign(body);

/** Returns the imported request; `isGenuine` is true if the signature is that of the body that was read. */
function read(source: string | Uint8Array) {
  const result = importRequest(typeof source === 'string' ? Buffer.from(source) : source);
  if (!result.ok) {
    throw new Error(`${result.code}: ${result.sentence}`);
  }
  const { request, others } = result;
  const text = Buffer.from(request.body ?? []).toString('utf8');
  return {
    source: result.source,
    timestamp: request.timestamp,
    signature: request.signature,
    body: text,
    isGenuine: sign(text) === request.signature,
    notes: request.notes.map(({ code }) => code),
    others: others.length,
  };
}

const genuine = { timestamp, signature, body, isGenuine: true };

/** One request as webhook.site's interface returns and exports it. */
const ofWebhookSite = (content: unknown, headers: Record<string, string[]> = signed) => ({
  uuid: 'a2a6a4c1-0000-4000-8000-000000000001',
  type: 'web',
  token_id: 'a2a6a4c1-0000-4000-8000-000000000002',
  ip: '192.0.2.1',
  hostname: 'webhook.site',
  method: 'POST',
  user_agent: 'okhttp/4.12.0',
  content,
  query: null,
  headers,
  url: 'https://webhook.site/a2a6a4c1-0000-4000-8000-000000000002',
  size: 100,
  files: [],
  created_at: '2026-01-01 00:00:01',
  sorting: 1767225601000000,
});
const signed = {
  'content-length': [String(Buffer.byteLength(body))],
  'x-signature': [signature],
  'x-signature-timestamp': [timestamp],
};
const plain = { 'X-Signature': signature, 'X-Signature-Timestamp': timestamp };
const bin = { method: 'POST', path: '/', headers: plain, query_string: {}, remote_addr: '192.0.2.1' };

describe('the exports of services that receive callbacks', () => {
  test.each<[what: string, value: unknown, others: number]>([
    ['a request of webhook.site', ofWebhookSite(body), 0],
    [
      'a page of requests of webhook.site',
      { data: [ofWebhookSite('', {}), ofWebhookSite(body), ofWebhookSite(`${body} `)], total: 3, page: 1 },
      1,
    ],
    ['a list of requests', [ofWebhookSite(body), ofWebhookSite('{}', {})], 0],
    ['requests of RequestBin', [{ ...bin, body, content_length: 1, time: 1767225601.5, id: 'x' }], 0],
    [
      'an event of RequestBin with the body as it came and parsed',
      { id: 'x', event: { ...bin, body: callback, bodyRaw: body } },
      0,
    ],
  ])('%s', (_what, value, others) => {
    for (const source of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      expect(read(source)).toMatchObject({ ...genuine, source: 'json', others });
      expect(read(source).notes).toContain('decoded-text');
    }
  });

  test('a parsed body in a list is used as written there', () => {
    const source = `[{"headers":{}}, {"body": ${body} , "headers": ${JSON.stringify(plain)}}]`;
    expect(read(source)).toMatchObject({ ...genuine, notes: ['parsed-body'] });
  });
});

describe('a request by PowerShell', () => {
  const name = '{"name":"it\'s a $5 `tick` Łó😀"}';
  const head = `Invoke-RestMethod -Uri 'https://r.example/c' -Method Post -Headers @{ 'X-Signature' = '${sign(name)}'; 'X-Signature-Timestamp' = '${timestamp}' }`;
  const single = `'${name.replaceAll("'", "''")}'`;
  const double = `"${name.replaceAll(/[`"$]/g, '`$&')}"`;
  const byNumber = double.replaceAll(/[^ -~]/g, (unit) => `$([char]${unit.charCodeAt(0)})`);

  test.each<[what: string, script: string]>([
    ['single quotes', `${head} -Body ${single}`],
    ['single quotes, and an output after it', `PS C:\\> ${head} -Body ${single} | Out-Null\r\n`],
    ['double quotes', `${head} -Body ${double}\n`],
    [
      'as browsers copy it',
      `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n${head} \`\n-ContentType "application/json" \`\n-Body ([System.Text.Encoding]::UTF8.GetBytes(${byNumber}))`,
    ],
    ['a here-string', `${head} -Body @'\n${name}\n'@\n`],
    ['a variable', `$json = ${single}\n${head} -Body $json`],
    ['a variable and its bytes', `$j = ${single}\n${head} -Body ([Text.Encoding]::UTF8.GetBytes($j))`],
    [
      'a hashtable of parameters',
      `$p = @{\n Uri = 'https://r.example/c'\n Headers = @{ "X-Signature"="${sign(name)}"; "X-Signature-Timestamp"="${timestamp}" }\n Body = ${single}\n}\nInvoke-WebRequest @p`,
    ],
  ])('%s', (_what, script) => {
    expect(read(script)).toMatchObject({
      source: 'powershell',
      timestamp,
      body: name,
      isGenuine: true,
      notes: [],
    });
  });

  test('says that a computed body is not in it', () => {
    const script = `$b = @{ a = 1 }\n${head} -Body ($b | ConvertTo-Json)`;
    expect(read(script).notes).toEqual(['shell-expansion', 'no-body']);
    expect(read(`${head} -Body "$b"`).notes).toEqual(['shell-expansion']);
  });
});

describe('a log of nginx', () => {
  const text = '{"event":"completed","payload":{"name":"Łó \\"x\\" {"}}\n';
  const escaped = (value: string) =>
    [...Buffer.from(value)]
      .map((byte) =>
        byte < 32 || byte > 126 || byte === 0x22 || byte === 0x5c
          ? `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`
          : String.fromCharCode(byte),
      )
      .join('');
  const before = '192.0.2.1 - - [01/Jan/2026:00:00:01 +0000] "POST /c HTTP/1.1" 401';

  test('unescapes the body in quotes, with the line end after it', () => {
    const line = `${before} x_signature="${sign(text)}" x_signature_timestamp="${timestamp}" body="${escaped(text)}" rt=0.1`;
    expect(read(`${line}\n${before} "-"\n`)).toMatchObject({
      timestamp,
      body: text,
      isGenuine: true,
      source: 'log',
    });
  });

  test('ends a body without quotes at its bracket', () => {
    const line = `${before} X-Signature: ${signature} X-Signature-Timestamp: ${timestamp} ${escaped(body)} 0.1`;
    expect(read(`${line}\n`)).toMatchObject(genuine);
  });
});

/** Returns curl's trace of the bytes that it sends: rows of 64, which end earlier before CRLF. */
function rowsOfTrace(sent: string): string {
  let rows = '';
  for (let at = 0; at < sent.length; ) {
    const lineEnd = sent.indexOf('\r\n', at);
    const end = Math.min(at + 64, sent.length, lineEnd < 0 ? sent.length : lineEnd);
    rows += `${at.toString(16).padStart(4, '0')}: ${sent.slice(at, end).replaceAll(/[^ -~]/g, '.')}\n`;
    at = end === lineEnd ? end + 2 : end;
  }
  return rows;
}

describe('the output of curl --trace-ascii', () => {
  const trace = (sent: string, prefix = '') => {
    const head = `POST /c HTTP/1.1\r\nHost: r.example\r\nX-Signature: ${sign(sent)}\r\nX-Signature-Timestamp: ${timestamp}\r\nContent-Length: ${sent.length}\r\n\r\n`;
    const block = (kind: string, text: string) =>
      `${prefix}=> Send ${kind}, ${text.length} bytes (0x${text.length.toString(16)})\n${rowsOfTrace(text)}`;
    return `${prefix}== Info:   Trying 192.0.2.1:80...\n${block('header', head)}${block('data', sent.slice(0, 200))}${block('data', sent.slice(200))}${prefix}== Info: upload completely sent off: ${sent.length} bytes\n${prefix}<= Recv header, 17 bytes (0x11)\n0000: HTTP/1.0 200 OK\n`;
  };

  const ascii = body.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

  test.each([
    ['as it is', ascii, ''],
    ['with times', ascii, '05:52:19.123456 '],
    ['with times and numbers of transfers', ascii, '05:52:19.123456 [0-0] '],
    ['with line ends in the body', `{\r\n"event":"x",\r\n\r\n"a":"${'-'.repeat(300)}"}\r\n`, ''],
  ])('%s', (_what, sent, prefix) => {
    expect(read(trace(sent, prefix))).toMatchObject({
      source: 'curl-trace',
      timestamp,
      body: sent,
      isGenuine: true,
    });
  });

  test('says that other characters are lost, and reads several requests', () => {
    const found = read(trace('{"a":"é"}') + trace('{"b":1}'));
    expect(found).toMatchObject({ others: 1, body: '{"a":"."}' });
    expect(found.notes).toContain('trace-dots');
    expect(read(trace('{"b":1}')).notes).toEqual([]);
    expect(read(trace('{"b":1}').replace('-Timestamp', '-Somestamp')).notes).toEqual(['missing-header']);
  });
});

describe('an object as Node prints it', () => {
  const headers = { host: 'r.example', 'x-signature': signature, 'x-signature-timestamp': timestamp };
  const all = { depth: null, maxArrayLength: null, maxStringLength: null } as const;

  test.each<[what: string, printed: string, notes: string[]]>([
    ['a parsed body', inspect({ headers, body: callback }, all), ['parsed-body', 'inspected']],
    [
      'the body as text, in lines',
      inspect({ method: 'POST', url: '/c', headers, body }, { ...all, breakLength: 40 }),
      ['decoded-text', 'inspected'],
    ],
    [
      'members without a prototype, and one that is absent',
      inspect(
        { headers: Object.assign(Object.create(null), headers), query: undefined, body: callback },
        all,
      ),
      ['parsed-body', 'inspected'],
    ],
  ])('%s', (_what, printed, notes) => {
    expect(read(printed)).toMatchObject({ ...genuine, source: 'json', notes });
  });

  test.each([
    'line\n\r\t\x1b',
    "it's",
    `it's "x"`,
    'it\'s "x" `y` \\',
    'Łó😀',
    '\u007f',
    'a\nb\nc'.repeat(40),
  ])('keeps the text %j', (value) => {
    const text = JSON.stringify({ a: [value, -1.5, 1e21, true, null, {}, []], [value]: 1 });
    const printed = inspect(
      { headers: { ...headers, 'x-signature': sign(text) }, body: JSON.parse(text) },
      all,
    );
    expect(read(`${printed}\n`)).toMatchObject({ body: text, isGenuine: true });
  });

  test('reads a small body as bytes exactly', () => {
    const small = Buffer.from('{"a" : 1}\n');
    const printed = inspect({ headers: { ...headers, 'x-signature': sign(small.toString()) }, body: small });
    expect(read(printed)).toMatchObject({ body: small.toString(), isGenuine: true });
  });

  test.each([
    ['by its depth', inspect({ headers, body: callback })],
    ['by the length of a list', inspect({ headers, body: { a: Array.from({ length: 200 }, () => 1) } })],
    ['as bytes', inspect({ headers, body: Buffer.from(body) })],
    ['by the length of a text', inspect({ headers, body: 'x'.repeat(20_000) })],
  ])('a body that was cut %s is left out', (_what, printed) => {
    expect(read(printed)).toMatchObject({ signature, timestamp, body: '' });
    expect(read(printed).notes).toContain('omitted-parts');
  });

  test.each(['{"a":1', '{"a":"x\ny"}', '{a', '{ a: b }', "{ a: '"])('%j is refused', (source) => {
    expect(importRequest(source)).toMatchObject({ ok: false, code: 'bad-json' });
  });
});
