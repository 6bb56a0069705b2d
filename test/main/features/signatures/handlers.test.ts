import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import { keyStore, main, openSignatureHarness } from './signature-harness.ts';
import { callback, sign, timestamp, vectors } from './vectors.ts';

const body = Buffer.from(JSON.stringify(callback));
const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));

describe('verifying', () => {
  test.each(vectors.cases)('$name', async ({ timestamp, signature, bodyBase64, expect: wanted }) => {
    const { call } = openSignatureHarness();
    const given = { timestamp, signature, key: main, body: bytesOf(bodyBase64) };
    const { signature: verdict } = await call('signatures.verify', given);
    expect(verdict.verdict === 'match').toBe(wanted === 'match');
    if (wanted === 'match') {
      expect(verdict.key).toMatchObject({ environmentName: 'Acme live', label: 'Main' });
    }
  });

  test('with all keys names the matching one', async () => {
    const { call } = openSignatureHarness();
    const given = { timestamp, signature: sign(body), body };
    const { signature } = await call('signatures.verify', { ...given, key: { kind: 'all' } });
    expect(signature).toMatchObject({
      verdict: 'match',
      tried: 2,
      key: { environmentId: 'second', environmentName: 'Acme live', label: 'Main' },
    });
    const none = await call('signatures.verify', {
      ...given,
      signature: sign('another'),
      key: { kind: 'all' },
    });
    expect(none.signature).toMatchObject({ verdict: 'mismatch', tried: 2 });
    expect(none.signature.sentence).toContain('any of the 2 keys');
    expect(none.signature.key).toBeUndefined();
  });

  test('uses a pasted key as it is, without naming an environment', async () => {
    const { call } = openSignatureHarness();
    const given = { timestamp, signature: sign(body, { key: 'pasted ' }), body };
    const exact = await call('signatures.verify', { ...given, key: { kind: 'pasted', key: 'pasted ' } });
    expect(exact.signature).toMatchObject({ verdict: 'match', key: { label: 'pasted for this check' } });
    const trimmed = await call('signatures.verify', { ...given, key: { kind: 'pasted', key: 'pasted' } });
    expect(trimmed.signature.verdict).toBe('mismatch');
  });

  test('does not judge a body shorter than its Content-Length, or a request without a timestamp', async () => {
    const { call } = openSignatureHarness();
    const given = { timestamp, signature: sign(body), key: main };
    const short = { ...given, body: body.subarray(0, -5) };
    const cut = await call('signatures.verify', { ...short, contentLength: body.length });
    expect(cut.signature).toMatchObject({ verdict: 'unchecked', code: 'short-body' });
    const other = await call('signatures.verify', short);
    expect(other.signature.code).toBe('mismatch');
    const { signature } = await call('signatures.verify', { ...given, body, timestamp: '' });
    expect(signature.sentence).toBe('Cannot be checked: X-Signature-Timestamp is missing.');
  });

  test('reports a missing key', async () => {
    const { call } = openSignatureHarness();
    const given = { timestamp, signature: sign(body), body };
    const gone = { kind: 'stored', environmentId: 'second', keyId: 'gone' } as const;
    await expect(call('signatures.verify', { ...given, key: gone })).rejects.toMatchObject({
      code: 'credentials-missing',
      message: expect.stringContaining('Acme live'),
    });
    const empty = openSignatureHarness({ keys: { ...keyStore, signingKeys: async () => [] } });
    await expect(empty.call('signatures.verify', { ...given, key: { kind: 'all' } })).rejects.toMatchObject({
      code: 'credentials-missing',
    });
  });

  test('continues with the available keys if a keychain is locked, and names the others', async () => {
    const locked = new Failure({ code: 'keychain-locked', message: 'The keychain is locked.' });
    const keys = {
      ...keyStore,
      signingKeys: async (id: string) => {
        if (id === 'first') {
          throw locked;
        }
        return keyStore.signingKeys(id);
      },
    };
    const { call } = openSignatureHarness({ keys });
    const given = { timestamp, signature: sign(body), body, key: { kind: 'all' } as const };
    const { signature, unreadKeys } = await call('signatures.verify', given);
    expect(signature).toMatchObject({ verdict: 'match', tried: 1 });
    expect(unreadKeys).toEqual(['The signing keys of Acme test: The keychain is locked.']);
    const nothing = openSignatureHarness({
      keys: { ...keyStore, signingKeys: () => Promise.reject(locked) },
    });
    await expect(nothing.call('signatures.verify', given)).rejects.toBe(locked);
  });

  test('checks the time against now, or against a given time', async () => {
    const signedAt = Number(timestamp);
    const { call } = openSignatureHarness({ now: () => signedAt + 3_600_000 });
    const given = { timestamp, signature: sign(body), body, key: main };
    const late = await call('signatures.verify', given);
    expect(late.time).toMatchObject({ verdict: 'past', skewMs: 3_600_000 });
    expect(late.time.sentence).toContain('1 hour');
    const asOf = await call('signatures.verify', { ...given, asOf: '2026-01-01T01:04:00.123+01:00' });
    expect(asOf.time).toMatchObject({
      verdict: 'good',
      skewMs: 240_000,
      comparedWith: '2026-01-01T00:04:00.123Z',
    });
    const early = await call('signatures.verify', { ...given, asOf: '2025-12-31T23:00:00Z' });
    expect(early.time.verdict).toBe('future');
  });

  test('recognises a known callback: the same delivery, or another one', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const { call } = openSignatureHarness({ now: () => now });
    const given = { timestamp, signature: sign(body), body, key: main };
    expect((await call('signatures.verify', given)).message).not.toHaveProperty('seen');
    now += 60_000;
    expect((await call('signatures.verify', given)).message).toMatchObject({
      seen: { firstAt: '2026-01-01T00:00:00.000Z', sameDelivery: true },
    });
    const at = '1767225700000';
    const resent = { ...given, timestamp: at, signature: sign(body, { at }) };
    expect((await call('signatures.verify', resent)).message.seen).toMatchObject({ sameDelivery: false });
  });

  test('returns the expected signature only on request, and only for a known check', async () => {
    const harness = openSignatureHarness();
    const given = { timestamp, signature: sign('another'), body, key: { kind: 'all' } as const };
    const { id } = await harness.call('signatures.verify', given);
    expect(harness.answered()).not.toContain(sign(body));
    const { expected } = await harness.call('signatures.expected', { verificationId: id });
    expect(expected.map(({ key, signature }) => [key.label, signature])).toEqual([
      ['Old', sign(body, { key: vectors.otherSigningKeys[0] ?? '' })],
      ['Main', sign(body)],
    ]);
    await expect(harness.call('signatures.expected', { verificationId: 'never' })).rejects.toMatchObject({
      code: 'reading-expired',
    });
  });
});

describe('explaining', () => {
  test('names the key of another environment, and the API key', async () => {
    const harness = openSignatureHarness();
    const wrong = { timestamp, body, key: { kind: 'stored', environmentId: 'first', keyId: 'old' } as const };
    const other = await harness.call('signatures.explain', { ...wrong, signature: sign(body) });
    expect(other.findings[0]).toMatchObject({ family: 'key', code: 'other-signing-key' });
    expect(other.findings[0]?.sentence).toContain('“Main” of Acme live');
    const found: string[] = [];
    const api = await harness.call(
      'signatures.explain',
      { ...wrong, signature: sign(body, { key: vectors.apiKey.password }) },
      { progress: (step) => step.type === 'finding' && found.push(step.finding.code) },
    );
    expect(found).toEqual(['api-password']);
    expect(api.findings[0]?.sentence).toContain('Acme test');
    for (const secret of [vectors.signingKey, vectors.apiKey.password, ...vectors.otherSigningKeys]) {
      expect(harness.answered()).not.toContain(secret);
    }
  });

  test('searches the stored keys for a pasted one, and reports unavailable ones', async () => {
    const locked = new Failure({ code: 'keychain-locked', message: 'The keychain is locked.' });
    const { call } = openSignatureHarness({ keys: { ...keyStore, apiKey: () => Promise.reject(locked) } });
    const explained = await call('signatures.explain', {
      timestamp,
      signature: sign(body),
      body,
      key: { kind: 'pasted', key: 'another' },
    });
    expect(explained.findings.map(({ code }) => code)).toEqual(['other-signing-key']);
    expect(explained.unreadKeys).toEqual([
      'The API key of Acme test: The keychain is locked.',
      'The API key of Acme live: The keychain is locked.',
    ]);
  });

  test('returns what it has when it is stopped', async () => {
    const { call } = openSignatureHarness();
    const stop = new AbortController();
    const large = Buffer.from(JSON.stringify({ ...callback, more: 'x'.repeat(2_000_000) }));
    const explained = await call(
      'signatures.explain',
      { timestamp, signature: sign('another'), body: large, key: main },
      { signal: stop.signal, progress: ({ type }) => type === 'progress' && stop.abort() },
    );
    expect(explained).toMatchObject({ stoppedBy: 'cancelled', complete: false, findings: [] });
  });
});

describe('importing', () => {
  test('returns every request with the content of its body', async () => {
    const { call } = openSignatureHarness();
    const request = (event: string) =>
      `POST /callbacks HTTP/1.1\nX-SIGNATURE: ${sign(body)}\nx-signature-timestamp: ${timestamp}\n\n${JSON.stringify({ ...callback, event })}`;
    const result = await call('signatures.import', {
      source: `### one\n${request('FINISHED')}\n\n### two\n${request('EXPIRED')}\n`,
    });
    if (!result.ok) {
      throw new Error(result.sentence);
    }
    expect(result.source).toBe('http-file');
    expect(result.requests.map(({ target, event }) => [target, event])).toEqual([
      ['CONVERSATION', 'FINISHED'],
      ['CONVERSATION', 'EXPIRED'],
    ]);
    expect(result.requests[0]).toMatchObject({ timestamp, signature: sign(body) });
  });

  test('refuses with a message', async () => {
    const { call } = openSignatureHarness();
    expect(
      await call('signatures.import', { source: 'There is nothing of the kind in here.' }),
    ).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('neither an HTTP request'),
    });
  });
});

test('returns the recipes', async () => {
  const { recipes } = await openSignatureHarness().call('signatures.recipes', {});
  expect(recipes.length).toBeGreaterThanOrEqual(13);
});
