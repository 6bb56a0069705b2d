import { createHmac } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verify } from '../../../../main/features/signatures/engine/verify-callback.ts';
import { fileBody } from '../../../../main/features/signatures/file-body.ts';
import { fullTests } from '../../../support/full-tests.ts';
import { timestamp, vectors } from './vectors.ts';

const size = fullTests ? 2 * 1024 ** 3 : 160 * 1024 ** 2;

test(`verifies a file of ${size / 1024 ** 2} MiB with constant memory`, { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-large-'));
  try {
    const path = join(folder, 'body');
    const file = await open(path, 'w');
    await file.write('{', 0);
    // Sparse: the zeros take no space on disk, but all of them are read and hashed.
    await file.write('}', size - 1);
    await file.close();
    let highest = 0;
    async function* watched() {
      for await (const piece of fileBody(path)) {
        highest = Math.max(highest, process.memoryUsage.rss());
        yield piece;
      }
    }
    const before = process.memoryUsage.rss();
    const { signature, bodyBytes } = await verify({
      timestamp,
      signature: expectedForSparse(),
      body: watched(),
      bodyLength: size,
      key: vectors.signingKey,
      now: Number(timestamp),
    });
    expect(signature.verdict).toBe('match');
    expect(bodyBytes).toBe(size);
    if (fullTests) {
      expect(highest - before).toBeLessThan(64 * 1024 ** 2);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

function expectedForSparse(): string {
  const hmac = createHmac('sha256', vectors.signingKey).update(`${timestamp}:{`);
  const zeros = Buffer.alloc(1 << 20);
  let left = size - 2;
  for (; left > zeros.length; left -= zeros.length) {
    hmac.update(zeros);
  }
  return hmac.update(zeros.subarray(0, left)).update('}').digest('hex');
}
