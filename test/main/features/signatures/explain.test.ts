import { describe, expect, test } from 'vitest';
import {
  type ExplainEvent,
  explain,
  explainAll,
  maxExplained,
} from '../../../../main/features/signatures/engine/explain.ts';
import { callback, candidates, sign, signingKey, timestamp, vectors } from './vectors.ts';

const body = Buffer.from(JSON.stringify(callback));
const tampered = Buffer.from(JSON.stringify({ ...callback, event: 'CANCELED' }));

describe('explain', () => {
  // Messages without a cause are searched to the end once, below.
  test.each(vectors.cases.filter((one) => one.expect !== 'none'))('vector: $name', async (vector) => {
    const explanation = await explainAll({
      ...vector,
      body: Buffer.from(vector.bodyBase64, 'base64'),
      key: signingKey,
      candidates,
    });
    const causes = explanation.findings.map(({ family, code }) => `${family}:${code}`);
    expect(explanation.matches).toBe(vector.expect === 'match');
    if (vector.expect === 'match') {
      expect(causes).toEqual([]);
    } else {
      expect(causes[0]).toBe(vector.expect);
    }
  });

  test('names the matching key and its environment, and never any value', async () => {
    const events: ExplainEvent[] = [];
    const input = {
      timestamp,
      signature: sign(body, { key: vectors.apiKey.password }),
      body,
      key: signingKey,
      candidates,
    };
    const { findings } = await explainAll(input, { onEvent: (event) => events.push(event) });
    expect(findings[0]?.sentence).toContain('the API key’s password of Acme test');
    // The received bytes are the signed ones.
    expect(findings[0]?.difference).toBeUndefined();
    const reported = JSON.stringify(events);
    for (const secret of [
      vectors.signingKey,
      vectors.apiKey.password,
      vectors.apiKey.login,
      ...vectors.otherSigningKeys,
    ]) {
      expect(reported).not.toContain(secret);
    }
  });

  test('shows every matching key', async () => {
    const twice = ['Acme test', 'Acme production'].map((environment) => ({
      role: 'signing-key' as const,
      label: 'main',
      environment,
      value: 'shared',
    }));
    const { findings } = await explainAll({
      timestamp,
      signature: sign(body, { key: 'shared' }),
      body,
      key: signingKey,
      candidates: twice,
    });
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('Acme test'),
      expect.stringContaining('Acme production'),
    ]);
  });

  test('shows the differing bytes', async () => {
    const { findings } = await explainAll({
      timestamp,
      signature: sign(body),
      body: Buffer.concat([body, Buffer.from('\r\n')]),
      key: signingKey,
    });
    expect(findings[0]?.difference).toMatchObject({
      of: 'body',
      offset: body.length,
      receivedLength: body.length + 2,
      signedLength: body.length,
    });
    expect(Buffer.from(findings[0]?.difference?.received ?? '', 'hex').toString()).toMatch(/\r\n$/);
  });

  test('claims nothing for a tampered body, reports what is ruled out, what remains and what is needed, and yields its thread', async () => {
    let turns = 0;
    let searching = true;
    const beat = () => {
      turns++;
      if (searching) {
        setImmediate(beat);
      }
    };
    setImmediate(beat);
    const explanation = await explainAll({
      timestamp,
      signature: sign(body),
      body: tampered,
      key: signingKey,
      candidates,
    });
    searching = false;
    expect(turns).toBeGreaterThan(10);
    expect(explanation).toMatchObject({ findings: [], complete: true, matches: false });
    expect(explanation.ruledOut.join(' ')).toContain('the API key’s password of Acme test');
    expect(explanation.attempted).toContain('Any two of these together.');
    expect(explanation.ruledOut.join(' ')).not.toContain('JSON');
    expect(explanation.leaves.join(' ')).toContain('changed after it was signed');
    expect(explanation.collect.length).toBeGreaterThan(2);
  });

  test('does not claim to have tried what was missing or unreadable', async () => {
    const text = Buffer.from('not JSON, and \ufffd was something else');
    const { attempted, leaves } = await explainAll({
      timestamp,
      signature: sign('x'),
      body: text,
      key: signingKey,
      pairs: false,
    });
    expect(attempted).toContain('Rewritings of JSON were not tried: the body is not JSON.');
    expect(attempted).toContain('All single changes were tried, but not all pairs of them.');
    expect(leaves.join(' ')).toMatch(/API key: it was not given.*neither proved nor ruled out/);
  });

  test('handles members named like built-in ones', async () => {
    const odd = '{"constructor":{"b":1,"a":2},"toString":{"z":1},"__proto__":{"y":1,"x":2}}';
    const { findings } = await explainAll({
      timestamp,
      signature: sign('{"__proto__":{"x":2,"y":1},"constructor":{"a":2,"b":1},"toString":{"z":1}}'),
      body: Buffer.from(odd),
      key: signingKey,
    });
    expect(findings.map(({ code }) => code)).toEqual(['reserialized']);
  });

  test('reports that a signature with the length of no digest can never match', async () => {
    const explanation = await explainAll({
      timestamp,
      signature: sign(body).slice(0, 50),
      body,
      key: signingKey,
    });
    expect(explanation).toMatchObject({ findings: [], tried: 0, ruledOut: [] });
    expect(explanation.leaves.join(' ')).toContain('cut off');
  });

  test.each([
    ['X-Signature', { signature: ' ' }],
    ['X-Signature-Timestamp', { timestamp: '' }],
    ['the body', { body: Buffer.alloc(0) }],
  ])('searches for nothing without %s', async (what, lacking) => {
    const given = { timestamp, signature: sign(body), body, key: signingKey, candidates };
    const explanation = await explainAll({ ...given, ...lacking });
    expect(explanation).toMatchObject({ findings: [], tried: 0, ruledOut: [], attempted: [] });
    expect(explanation.leaves).toEqual([`Cannot be checked: ${what} is missing.`]);
  });

  test('says that a body looks like json.dumps, and does not rule out that it was written again', async () => {
    const original = JSON.stringify(callback).replace(':', ':  ');
    const spaced = Buffer.from('{"id": "1", "list": [1, 2]}');
    const given = { timestamp, signature: sign(original), key: signingKey, pairs: false };
    const python = await explainAll({ ...given, body: spaced });
    expect(python.leaves.join(' ')).toContain('json.dumps');
    const { leaves } = await explainAll({ ...given, body: Buffer.from(JSON.stringify(callback)) });
    expect(leaves.join(' ')).not.toContain('json.dumps');
  });

  test('names changed line ends before JSON that was written again, where both give the same bytes', async () => {
    const indented = JSON.stringify(callback, null, 2);
    const given = { timestamp, key: signingKey };
    const crlf = indented.replaceAll('\n', '\r\n');
    const lost = await explainAll({ ...given, signature: sign(crlf), body: Buffer.from(indented) });
    const added = await explainAll({ ...given, signature: sign(indented), body: Buffer.from(crlf) });
    expect([lost, added].map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ['line-ends'],
      ['line-ends'],
    ]);
  });

  test('reports progress and ends when aborted, with what was ruled out so far', async () => {
    const large = Buffer.from(JSON.stringify({ ...callback, more: 'x'.repeat(300_000) }));
    const stop = new AbortController();
    const events: ExplainEvent[] = [];
    for await (const event of explain(
      { timestamp, signature: sign('another'), body: large, key: signingKey, candidates },
      stop.signal,
    )) {
      events.push(event);
      if (event.type === 'progress' && event.stage === 'pairs') {
        stop.abort();
      }
    }
    const progress = events.filter((event) => event.type === 'progress');
    expect(progress.every(({ tried, total }) => tried <= total)).toBe(true);
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      explanation: { stoppedBy: 'cancelled', complete: false },
    });
    const done = events.at(-1);
    if (done?.type === 'done') {
      expect(done.explanation.attempted.at(-1)).toContain('All single changes');
    }
  });

  test('stops trying pairs when their time is used up', async () => {
    const { stoppedBy } = await explainAll({
      timestamp,
      signature: sign('another'),
      body,
      key: signingKey,
      candidates,
      budgetMs: 1,
    });
    expect(stoppedBy).toBe('budget');
  });

  test('refuses bodies that are too large to search', async () => {
    const large = new Uint8Array(maxExplained + 1);
    expect(await explainAll({ timestamp, signature: sign('x'), body: large, key: signingKey })).toMatchObject(
      { stoppedBy: 'too-large' },
    );
  });
});
