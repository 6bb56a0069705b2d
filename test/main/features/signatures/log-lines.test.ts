import { describe, expect, test } from 'vitest';
import { importRequest } from '../../../../main/features/signatures/importers/import-request.ts';
import { callback, sign, timestamp } from './vectors.ts';

const body = JSON.stringify(callback);
const signature = sign(body);
const quoted = JSON.stringify(body);

function read(source: string) {
  const result = importRequest(Buffer.from(source));
  if (!result.ok) {
    throw new Error(`${result.code}: ${result.sentence}`);
  }
  const { request, others } = result;
  return {
    source: result.source,
    timestamp: request.timestamp,
    signature: request.signature,
    body: request.body && Buffer.from(request.body).toString(),
    notes: request.notes.map(({ code }) => code),
    others: others.length,
  };
}

const whole = { timestamp, signature, body };

describe('log lines', () => {
  test.each<[what: string, log: string]>([
    [
      'headers and body as pairs',
      `2026-01-01 00:00:00,123 INFO [http-1] callback X-Signature: ${signature} X-Signature-Timestamp: ${timestamp} body: ${body}`,
    ],
    [
      'in brackets, lower case, equals signs',
      `[2026-01-01T00:00:00Z] app.DEBUG: received x-signature=${signature}, x-signature-timestamp=${timestamp}, payload=${body} []`,
    ],
    [
      'headers as JSON, then the body',
      `INFO callback headers={"X-Signature":"${signature}","X-Signature-Timestamp":"${timestamp}"} body=${body}`,
    ],
    [
      'the body first',
      `Jan  1 00:00:00 web app[12]: body ${body} headers X-Signature-Timestamp=${timestamp} X-Signature=${signature}`,
    ],
    [
      'the body as an escaped text',
      `level=info msg="callback" x-signature="${signature}" x-signature-timestamp="${timestamp}" body=${quoted}`,
    ],
    [
      'headers as a Python dictionary',
      `DEBUG:views:{'X-Signature': '${signature}', 'X-Signature-Timestamp': '${timestamp}'} ${body}`,
    ],
    [
      'names of the server’s environment',
      `"HTTP_X_SIGNATURE" => "${signature}", "HTTP_X_SIGNATURE_TIMESTAMP" => "${timestamp}"\n${body}\n`,
    ],
    [
      'several lines',
      `00:00:00 --> POST /callbacks\n00:00:00 X-Signature: ${signature}\n00:00:00 X-Signature-Timestamp: ${timestamp}\n00:00:00 ${body}\n00:00:01 <-- 200\n`,
    ],
    [
      'a mail with a no-break space after each name',
      `Hello,\nour check fails:\nX-Signature:\u00a0${signature}\nX-Signature-Timestamp: \u00a0${timestamp}\u00a0\n\n${body}\n\nTom`,
    ],
    [
      'JSON records',
      `${JSON.stringify({ level: 'info', msg: 'up' })}\n${JSON.stringify({ level: 'info', req: { headers: { 'x-signature': signature, 'x-signature-timestamp': timestamp }, body } })}\n`,
    ],
    [
      'a message in a JSON record',
      JSON.stringify({
        level: 'info',
        message: `X-Signature: ${signature} X-Signature-Timestamp: ${timestamp} body: ${body}`,
      }),
    ],
  ])('%s', (_, log) => {
    expect(read(log)).toMatchObject({ ...whole, others: 0 });
  });

  test('finds the request in a nested JSON record', () => {
    const record = {
      time: 1,
      context: { request: { headers: { 'X-Signature': signature }, rawBody: body } },
    };
    expect(read(JSON.stringify(record))).toMatchObject({ source: 'json', signature, body });
  });

  test('separates several requests and warns that a log may have changed the body', () => {
    const line = (at: string) =>
      `INFO X-Signature: ${signature} X-Signature-Timestamp: ${at} body: ${body}\n`;
    const found = read(line(timestamp) + line('1767225600124') + line('1767225600125'));
    expect(found).toMatchObject({ ...whole, source: 'log', others: 2 });
    expect(found.notes).toEqual(['several', 'log']);
  });

  test('reports a log without a body, and refuses one with neither body nor signature', () => {
    expect(read(`INFO X-Signature: ${signature} X-Signature-Timestamp: ${timestamp}`).notes).toContain(
      'no-body',
    );
    expect(importRequest('WARN the X-Signature header is missing').ok).toBe(false);
  });

  test('keeps the bytes of a body unchanged', () => {
    const odd = `{"event":"x", "payload": {"a" : "\\u0142ł}{\\"" } }`;
    expect(read(`INFO X-Signature: ${signature} ${odd} end`).body).toBe(odd);
  });
});

describe('the time of receipt', () => {
  const pairs = `X-Signature: ${signature} X-Signature-Timestamp: ${timestamp} body: ${body}`;
  const record = { 'x-signature': signature, 'x-signature-timestamp': timestamp, body };
  const receivedAt = '2026-01-01T01:00:01.000Z';

  test.each([
    ['of a line', `2026-01-01T01:00:01Z INFO ${pairs}`],
    ['with a comma and an offset', `2026-01-01 02:00:01,000 +0100 INFO ${pairs}`],
    ['in brackets', `[2026-01-01T01:00:01+00:00] app.INFO: ${pairs}`],
    ['of an access log', `127.0.0.1 - - [01/Jan/2026:01:00:01 +0000] "POST /c" 401 ${pairs}`],
    ['of a JSON record', JSON.stringify({ time: receivedAt, headers: record, body })],
    [
      'of a JSON record in milliseconds',
      JSON.stringify({ ts: Date.parse(receivedAt), headers: record, body }),
    ],
    [
      'of a JSON record whose message is the line',
      JSON.stringify({ '@timestamp': receivedAt, message: pairs }),
    ],
  ])('%s is read', (_what, log) => {
    const result = importRequest(Buffer.from(log));
    expect(result.ok && result.request.receivedAt).toBe(receivedAt);
    expect(read(log)).toMatchObject(whole);
  });

  test.each([
    ['without an offset, since the zone is not known', `2026-01-01 01:00:01,123 INFO ${pairs}`],
    ['that is only in the body', pairs],
  ])('%s is not taken', (_what, log) => {
    const result = importRequest(Buffer.from(log));
    expect(result.ok && result.request.receivedAt).toBe(undefined);
  });
});

describe('a log without headers', () => {
  test.each([
    ['one callback on each line', (json: string) => json],
    ['a text before each', (json: string) => `2026-01-01T01:00:01Z INFO received ${json}`],
    ['a member of a record', (json: string) => `{"level":"info","req":{"body":${json}}}`],
    ['a text in a record', (json: string) => JSON.stringify({ msg: `received ${json}` })],
  ])('%s: all are found', (_what, lineOf) => {
    const second = body.replace('"FINISHED"', '"EXPIRED"');
    const found = read(`${lineOf(body)}\nnothing {here}\n${lineOf(second)}`);
    expect([found.source, found.signature, found.others]).toEqual(['log', undefined, 1]);
    expect(JSON.parse(found.body ?? '')).toEqual(callback);
  });

  test('that has no callback is refused', () => {
    expect(importRequest('{"level":"info"}\n{"event":"started"}').ok).toBe(false);
  });
});
