import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express from 'express';

/** A correct receiver of callbacks with Express (interface 6). Usage: node express-receiver.mjs KEY_FILE; prints its address. */
const key = readFileSync(process.argv[2] ?? '', 'utf8').trimEnd();
const toleranceMs = 5 * 60_000;
const seen = new Set();
const app = express();

// The body as it was received: express.json() would parse it, and its bytes would be lost.
app.post('/callbacks', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
  const timestamp = request.get('X-Signature-Timestamp') ?? '';
  const given = Buffer.from(request.get('X-Signature') ?? '');
  const expected = Buffer.from(
    createHmac('sha256', key).update(`${timestamp}:`).update(request.body).digest('hex'),
  );
  if (
    !/^\d{1,15}$/.test(timestamp) ||
    Math.abs(Date.now() - Number(timestamp)) > toleranceMs ||
    given.length !== expected.length ||
    !timingSafeEqual(given, expected)
  ) {
    response.sendStatus(401);
    return;
  }
  const { id } = JSON.parse(request.body.toString('utf8'));
  seen.add(id);
  response.sendStatus(204);
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/callbacks\n`);
});
