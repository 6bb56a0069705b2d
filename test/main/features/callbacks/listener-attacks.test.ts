import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedMessage, signMessage } from '../../../../main/examine/messages/signing.ts';
import { messageOf, post, type Receiving, signingKey, startReceiving } from './callbacks-harness.ts';

// Each is followed by a valid message, which must be answered.
let receiving: Receiving;
beforeAll(async () => {
  receiving = await startReceiving();
});
afterAll(() => receiving.close());

/** The status line of what came back until the connection ended. */
function statusLine(bytes: string | Uint8Array): Promise<string> {
  const socket = connect(Number(new URL(receiving.url).port), '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    answer += part;
  });
  socket.write(bytes);
  return new Promise((resolve) => socket.once('close', () => resolve(answer.split('\r\n')[0] ?? '')));
}

async function newest() {
  const { bridge, environmentId } = receiving;
  const { rows } = await bridge.invoke('callbacks.list', { environmentId, filter: {}, from: 0, count: 1 });
  return rows[0];
}

const expectAlive = async () => expect(await post(receiving.url, messageOf('finished'))).toBe(200);
const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each([
  ['HTTP/0.9', 'POST /callback\r\n\r\n', / 401 /],
  ['HTTP/1.0', 'POST /callback HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}', / 401 /],
  ['no host', 'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}', / 400 /],
  ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', /^$/],
  ['an expectation', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n', / 417 /],
  ['a chunk without a size', `${chunked}ZZ\r\n`, / 400 /],
  ['a chunk beyond all sizes', `${chunked}FFFFFFFFFFFFFFFFF\r\n`, / 400 /],
  ['long chunk extensions', `${chunked}2;${'x'.repeat(200_000)}\r\n{}\r\n0\r\n\r\n`, / 400 /],
  ['long trailers', `${chunked}2\r\n{}\r\n0\r\nT: ${'x'.repeat(100_000)}\r\n\r\n`, / 431 /],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', / 400 /],
  [
    'a length beyond all numbers',
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1${'0'.repeat(30)}\r\n\r\n`,
    / 400 /,
  ],
  ['thousands of headers', `POST / HTTP/1.1\r\nHost: x\r\n${'A: 1\r\n'.repeat(5000)}\r\n`, / 431 /],
  ['a path with a null', 'POST /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n', / 400 /],
])('%s does not stop it', async (_name, bytes, status) => {
  expect(await statusLine(bytes)).toMatch(status);
  await expectAlive();
});

const signed = (body: string | Uint8Array) => signMessage(Buffer.from(body), signingKey, Date.now());
const about = (conversation: string) =>
  `{"id":"a","created":"2026-01-01T00:00:00Z","target":"CONVERSATION","event":"FINISHED","payload":{"conversation":${conversation}}}`;
const nested = (depth: number) => about(`{"id":"deep","x":${'['.repeat(depth)}${']'.repeat(depth)}}`);
const withHeader = ({ headers, body }: SignedMessage, name: string, value: string): SignedMessage => ({
  headers: [...headers.filter(([known]) => known !== name), [name, value]],
  body,
});

test.each<[string, () => SignedMessage, number, string]>([
  [
    'compressed',
    () => withHeader(signed(gzipSync(about('{}'))), 'Content-Encoding', 'gzip'),
    400,
    'not-a-message',
  ],
  ['plain text', () => withHeader(messageOf('finished'), 'Content-Type', 'text/plain'), 200, 'valid'],
  [
    'a form',
    () => withHeader(messageOf('finished'), 'Content-Type', 'multipart/form-data; boundary=x'),
    200,
    'valid',
  ],
  [
    'of another encoding',
    () => signed([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d] as never),
    400,
    'not-a-message',
  ],
  ['5 MB of brackets', () => signed(nested(2_500_000)), 200, 'not-a-message'],
  [
    '5 MB of members',
    () => signed(about(`{"id":"wide","x":[${'{},'.repeat(1_600_000)}{}]}`)),
    200,
    'not-a-message',
  ],
  ['ids of 5,000 characters', () => signed(about(`{"id":"${'c'.repeat(5000)}"}`)), 200, 'valid'],
  [
    'a prototype',
    () => signed(about('{"id":"p","__proto__":{"status":"FINISHED"},"result":{"__proto__":{}}}')),
    200,
    'valid',
  ],
])('a body that is %s is judged like any other', async (_name, message, status, state) => {
  expect(await post(receiving.url, message())).toBe(status);
  expect((await newest())?.state).toBe(state);
  await expectAlive();
});

test('a header that is there twice is no signature, whichever of the two is right', async () => {
  const { headers, body } = messageOf('finished');
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const start = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.byteLength}\r\n`;
  for (const again of [`X-Signature: ${'0'.repeat(64)}\r\n`, `X-Signature-Timestamp: ${Date.now()}\r\n`]) {
    for (const both of [lines + again, again + lines]) {
      expect(await statusLine(Buffer.concat([Buffer.from(`${start}${both}\r\n`), body]))).toMatch(/ 401 /);
      expect((await newest())?.state).toBe('wrong-signature');
    }
  }
  await expectAlive();
});
