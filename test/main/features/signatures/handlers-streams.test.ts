import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fullTests } from '../../../support/full-tests.ts';
import { main, openSignatureHarness, type SignatureHarness } from './signature-harness.ts';
import { callback, sign, timestamp } from './vectors.ts';

const body = Buffer.from(JSON.stringify(callback));
const headers = { timestamp, signature: sign(body), key: { kind: 'all' } as const };

async function append(
  { call }: SignatureHarness,
  streamId: string,
  whole: Uint8Array,
  sizes: number,
): Promise<void> {
  for (let at = 0; at < whole.length; at += sizes) {
    await call('signatures.stream.append', { streamId, at, bytes: whole.subarray(at, at + sizes) });
  }
}

describe('a body sent in pieces', () => {
  test.each([1, 7, 100_000])('gives the same verdicts as a whole one: %d bytes at a time', async (size) => {
    const harness = openSignatureHarness();
    const whole = await harness.call('signatures.verify', { ...headers, body });
    const again = openSignatureHarness();
    const { streamId } = await again.call('signatures.stream.begin', headers);
    await append(again, streamId, body, size);
    const { id: _, ...streamed } = await again.call('signatures.stream.finish', { streamId });
    expect(streamed).toMatchObject({
      signature: whole.signature,
      message: whole.message,
      bodyBytes: body.length,
    });
  });

  test('is dropped with its window', async () => {
    const harness = openSignatureHarness();
    const window = new AbortController();
    const { streamId } = await harness.call('signatures.stream.begin', headers, { closed: window.signal });
    await append(harness, streamId, body, 64);
    window.abort();
    await expect(harness.call('signatures.stream.finish', { streamId })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  test('is kept for the search only as long as its window is open', async () => {
    const harness = openSignatureHarness();
    const window = new AbortController();
    const context = { closed: window.signal };
    const { streamId } = await harness.call('signatures.stream.begin', headers, context);
    await append(harness, streamId, body, 64);
    const { id: verificationId } = await harness.call('signatures.stream.finish', { streamId }, context);
    const search = { ...headers, body: { verificationId } };
    await expect(harness.call('signatures.explain', search)).resolves.toMatchObject({ complete: true });
    window.abort();
    await expect(harness.call('signatures.explain', search)).rejects.toMatchObject({
      code: 'reading-expired',
    });
  });

  test('also reports the expected signature afterwards', async () => {
    const harness = openSignatureHarness();
    const { streamId } = await harness.call('signatures.stream.begin', { ...headers, key: main });
    await append(harness, streamId, body, 64);
    const { id } = await harness.call('signatures.stream.finish', { streamId });
    const { expected } = await harness.call('signatures.expected', { verificationId: id });
    expect(expected).toEqual([expect.objectContaining({ signature: sign(body) })]);
  });

  test('may be longer than a message that is read, and is then not kept', async () => {
    const harness = openSignatureHarness();
    const piece = Buffer.alloc(1024 * 1024, 'a');
    const hmac = createHmac('sha256', 'the key').update(`${timestamp}:`);
    const { streamId } = await harness.call('signatures.stream.begin', {
      timestamp,
      signature: sign('x'),
      key: { kind: 'pasted', key: 'the key' },
    });
    const pieces = 160;
    let highest = 0;
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < pieces; index += 1) {
      hmac.update(piece);
      await harness.call('signatures.stream.append', { streamId, at: index * piece.length, bytes: piece });
      highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
    }
    const { id, message, bodyBytes } = await harness.call('signatures.stream.finish', { streamId });
    expect(message.verdict).toBe('too-large');
    expect(bodyBytes).toBe(pieces * piece.length);
    // What may still become a message is kept: 32 MiB and their copy.
    if (fullTests) {
      expect(highest).toBeLessThan(100 * 1024 * 1024);
    }
    const { expected } = await harness.call('signatures.expected', { verificationId: id });
    expect(expected[0]?.signature).toBe(hmac.digest('hex'));
  });

  test('refuses a missing or repeated piece', async () => {
    const harness = openSignatureHarness();
    const { streamId } = await harness.call('signatures.stream.begin', headers);
    const bytes = body.subarray(0, 10);
    await harness.call('signatures.stream.append', { streamId, at: 0, bytes });
    for (const at of [0, 11]) {
      await expect(harness.call('signatures.stream.append', { streamId, at, bytes })).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
    await harness.call('signatures.stream.abandon', { streamId });
  });

  test('is removed once finished or abandoned, and releases its slot', async () => {
    const harness = openSignatureHarness();
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      ids.push((await harness.call('signatures.stream.begin', headers)).streamId);
    }
    await expect(harness.call('signatures.stream.begin', headers)).rejects.toMatchObject({ retryable: true });
    for (const streamId of ids) {
      await harness.call('signatures.stream.abandon', { streamId });
    }
    const { streamId } = await harness.call('signatures.stream.begin', headers);
    await harness.call('signatures.stream.finish', { streamId });
    for (const gone of [streamId, ids[0] ?? '']) {
      await expect(harness.call('signatures.stream.finish', { streamId: gone })).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
  });
});

describe('a streamed body to search', () => {
  test('is kept in main for the last check only', async () => {
    const harness = openSignatureHarness();
    const wrong = { timestamp, signature: sign(`${body}\n`), key: main };
    const { streamId } = await harness.call('signatures.stream.begin', wrong);
    await append(harness, streamId, body, 500);
    const { id } = await harness.call('signatures.stream.finish', { streamId });
    const found = await harness.call('signatures.explain', { ...wrong, body: { verificationId: id } });
    expect(found.findings[0]?.code).toBe('newline-removed');
    const next = await harness.call('signatures.stream.begin', headers);
    await harness.call('signatures.stream.finish', next);
    await expect(
      harness.call('signatures.explain', { ...wrong, body: { verificationId: id } }),
    ).rejects.toMatchObject({ code: 'reading-expired' });
  });
});
