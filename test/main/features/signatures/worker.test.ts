import { describe, expect, onTestFinished, test } from 'vitest';
import { SignatureWork } from '../../../../main/features/signatures/signature-work.ts';
import { callback, candidates, sign, signingKey, timestamp, vectors } from './vectors.ts';

const body = Buffer.from(JSON.stringify(callback));

function searches(url?: URL): SignatureWork {
  const work = new SignatureWork(url);
  onTestFinished(() => work.close());
  return work;
}

describe('explaining in a worker', () => {
  test('finds the cause', async () => {
    const found: string[] = [];
    const signature = sign(body, { key: vectors.apiKey.password });
    const explanation = await searches().explain(
      { timestamp, signature, body, key: signingKey, candidates },
      { onFinding: ({ code }) => found.push(code) },
    );
    expect(found).toEqual(['api-password']);
    expect(explanation.findings.map(({ code }) => code)).toEqual(found);
    expect(body.length).toBeGreaterThan(0);
  });

  test('keeps this thread free, reports progress, and stops on request', async () => {
    const large = Buffer.from(JSON.stringify({ ...callback, more: 'x'.repeat(1_000_000) }));
    const stop = new AbortController();
    let turns = 0;
    const beat = setInterval(() => turns++, 1);
    const explanation = await searches().explain(
      { timestamp, signature: sign('another'), body: large, key: signingKey, candidates },
      {
        signal: stop.signal,
        onProgress: ({ stage }) => {
          if (stage === 'pairs') {
            stop.abort();
          }
        },
      },
    );
    clearInterval(beat);
    expect(explanation).toMatchObject({ stoppedBy: 'cancelled', findings: [] });
    expect(explanation.ruledOut.length).toBeGreaterThan(3);
    expect(turns).toBeGreaterThan(10);
  });

  test('does not start if it was stopped before', async () => {
    const explanation = await searches().explain(
      { timestamp, signature: sign('x'), body, key: signingKey },
      { signal: AbortSignal.abort() },
    );
    expect(explanation.stoppedBy).toBe('cancelled');
  });

  test('reports an unavailable worker', async () => {
    const nowhere = new URL('./no-such-worker.ts', import.meta.url);
    await expect(
      searches(nowhere).explain({ timestamp, signature: sign('x'), body, key: signingKey }),
    ).rejects.toThrow(/no-such-worker/);
  });
});
