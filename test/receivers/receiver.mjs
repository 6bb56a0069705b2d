import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * A correct receiver of callbacks with plain Node (interface 6). Usage: node receiver.mjs KEY_FILE; prints its address.
 */
const key = readFileSync(process.argv[2] ?? '', 'utf8').trimEnd();
const toleranceMs = 5 * 60_000;
const maxBody = 1024 * 1024;
const seen = new Set();

/**
 * @param {string | string[] | undefined} timestamp
 * @param {string | string[] | undefined} signature
 * @param {Buffer} body
 */
function isGenuine(timestamp, signature, body) {
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,15}$/.test(timestamp)) {
    return false;
  }
  const expected = createHmac('sha256', key).update(`${timestamp}:`).update(body).digest('hex');
  return (
    Math.abs(Date.now() - Number(timestamp)) <= toleranceMs &&
    signature.length === expected.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  );
}

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const parts = [];
  let length = 0;
  request.on('data', (/** @type {Buffer} */ part) => {
    length += part.length;
    if (length <= maxBody) {
      parts.push(part);
    }
  });
  request.on('end', () => {
    const { 'x-signature-timestamp': timestamp, 'x-signature': signature } = request.headers;
    const body = Buffer.concat(parts);
    if (length > maxBody || request.method !== 'POST' || !isGenuine(timestamp, signature, body)) {
      response.writeHead(401).end();
      return;
    }
    const { id, target, event } = JSON.parse(body.toString());
    if (!seen.has(id) && target === 'CONVERSATION' && event === 'FINISHED') {
      // Here the conversation would be read, or queued to be read.
    }
    seen.add(id);
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/callbacks\n`);
});
