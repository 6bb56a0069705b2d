import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectedSignature } from '../../../main/signatures/engine/hmac.ts';
import { verify } from '../../../main/signatures/engine/verify.ts';

interface Vectors {
  signingKey: string;
  cases: { name: string; timestamp: string; signature: string; bodyBase64: string; expect: string }[];
}
const vectors: Vectors = JSON.parse(
  readFileSync(new URL('vectors/signatures.json', import.meta.url), 'utf8'),
);
const now = 1767225600123;

describe('verify, on vectors made by another implementation', () => {
  it.each(vectors.cases)('$name: $expect', async (vector) => {
    const body = Buffer.from(vector.bodyBase64, 'base64');
    const { signature, time } = await verify({ ...vector, body, key: vectors.signingKey, now });
    expect(signature.verdict === 'match').toBe(vector.expect === 'match');
    expect(time).toMatchObject({ verdict: 'good', skewMs: 0 });
  });

  it('gives the same verdict for a body in pieces, whose buffer is used again', async () => {
    const vector = vectors.cases[0];
    if (!vector) throw new Error('no vectors');
    const body = Buffer.from(vector.bodyBase64, 'base64');
    async function* pieces() {
      const buffer = Buffer.alloc(7);
      for (let at = 0; at < body.length; at += 7) {
        const piece = body.subarray(at, at + 7);
        buffer.set(piece);
        yield buffer.subarray(0, piece.length);
      }
    }
    const whole = await verify({ ...vector, body, key: vectors.signingKey, now });
    expect(await verify({ ...vector, body: pieces(), key: vectors.signingKey, now })).toEqual(whole);
    expect(whole.message.verdict).toBe('complete');
    expect(await expectedSignature({ ...vector, body: pieces(), key: vectors.signingKey })).toBe(
      vector.signature,
    );
  });
});
