import { describe, expect, test, vi } from 'vitest';
import { maxPiece, maxWholeBody } from '../../../../preload/contract/signature-limits.ts';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { localIn, momentOf } from '../../../../renderer/features/signatures/input-store.ts';
import { createSignatureStore } from '../../../../renderer/features/signatures/store.ts';
import { openSignatureHarness } from '../../../main/features/signatures/signature-harness.ts';
import { callback, sign, timestamp, vectors } from '../../../main/features/signatures/vectors.ts';

/** The stores with the real handlers, without a window. */
function open() {
  const harness = openSignatureHarness();
  const asked: { operation: string; input: unknown }[] = [];
  const bridge = {
    invoke: (
      operation: string,
      input: unknown,
      options: { signal?: AbortSignal; onProgress?: never } = {},
    ) => {
      asked.push({ operation, input });
      const { signal, onProgress } = options;
      return harness.call(operation as never, input as never, {
        ...(signal ? { signal } : {}),
        ...(onProgress ? { progress: onProgress } : {}),
      });
    },
    on: () => () => {},
    onState: () => () => {},
  } as unknown as BridgeClient;
  const store = createSignatureStore(bridge);
  store.input.getState().setKey({ kind: 'stored', environmentId: 'second', keyId: 'main' });
  return { store, asked, input: () => store.input.getState(), check: () => store.check.getState() };
}

const text = JSON.stringify(callback);
const bytesOf = (given: string) => new TextEncoder().encode(given);

async function filled() {
  const opened = open();
  opened.input().fill({ timestamp, signature: sign(text), body: bytesOf(text) });
  await opened.check().verify();
  return opened;
}

describe('the body', () => {
  test('is exactly what was pasted, and CRLF is not editable as text', () => {
    const { input } = open();
    input().setPasted('{\r\n}');
    expect(input()).toMatchObject({ field: undefined, facts: { crlf: 1 } });
    expect(input().body).toEqual({ kind: 'bytes', bytes: bytesOf('{\r\n}') });
    input().setForm('hexadecimal');
    expect(input().field).toBe('7b 0d 0a 7d');
    input().setForm('text');
    input().endLinesWithLf();
    expect(input()).toMatchObject({ field: '{\n}', body: { bytes: bytesOf('{\n}') } });
  });

  test('stays the same in every format', () => {
    const { input } = open();
    const bytes = Uint8Array.of(0xff, 0x00, 0x0d);
    input().setBytes(bytes);
    expect(input().field).toBeUndefined();
    for (const form of ['base64', 'hexadecimal', 'text'] as const) {
      input().setForm(form);
      expect(input().body).toEqual({ kind: 'bytes', bytes });
    }
  });

  test('is not taken from an invalid field', async () => {
    const { input, check, asked } = open();
    input().setForm('hexadecimal');
    input().setField('7b 7');
    expect(input().fault).toContain('odd number');
    await check().verify();
    expect(asked).toEqual([]);
    input().setField('7b 7D');
    expect(input()).toMatchObject({ fault: undefined, field: '7b 7D' });
    expect(input().body).toEqual({ kind: 'bytes', bytes: bytesOf('{}') });
  });

  test('that is long is kept and counted without a field', async () => {
    const { input } = open();
    const bytes = new Uint8Array(3 * 1024 * 1024).fill(0x0a);
    input().setBytes(bytes);
    expect(input()).toMatchObject({ field: undefined, facts: undefined });
    await vi.waitUntil(() => input().facts !== undefined);
    expect(input().facts).toMatchObject({ lf: bytes.length });
  });
});

describe('a verdict', () => {
  test('belongs to one input: any change clears it', async () => {
    const changes = [
      (state: ReturnType<Awaited<ReturnType<typeof filled>>['input']>) => state.setHeader('signature', 'x'),
      (state) => state.setHeader('timestamp', '1'),
      (state) => state.setField(`${text} `),
      (state) => state.setKey({ kind: 'all' }),
      (state) => state.setTime('as-of'),
    ] satisfies ((state: ReturnType<Awaited<ReturnType<typeof filled>>['input']>) => void)[];
    for (const change of changes) {
      const { check, input } = await filled();
      await check().showExpected();
      expect(check()).toMatchObject({ verification: { signature: { verdict: 'match' } } });
      expect(check().expected).toHaveLength(1);
      change(input());
      expect(check()).toMatchObject({ verification: undefined, expected: undefined });
    }
  });

  test('that is no match starts the search automatically; a match does not', async () => {
    const { store, input, asked, check } = await filled();
    expect(asked.map(({ operation }) => operation)).toEqual(['signatures.verify']);
    input().setField(JSON.stringify(callback, null, 2));
    await check().verify();
    await vi.waitUntil(() => store.explain.getState().explanation !== undefined);
    expect(store.explain.getState().findings[0]?.code).toBe('reserialized');
  });

  test('is kept when the page is left; the pasted key and the expected signature are not', async () => {
    const { store, input, check } = open();
    input().fill({ timestamp, signature: sign(text), body: bytesOf(text) });
    input().setKey({ kind: 'pasted' });
    input().setPastedKey(vectors.signingKey);
    await check().verify();
    await check().showExpected();
    store.leave();
    expect(input()).toMatchObject({ pastedKey: '', timestamp, field: text });
    expect(check()).toMatchObject({
      expected: undefined,
      verification: { signature: { verdict: 'match' } },
    });
  });
});

describe('a large file', () => {
  test('is sent in pieces, and only its beginning is kept', async () => {
    const { input, check, asked } = open();
    const size = maxWholeBody + 3;
    input().setHeader('timestamp', timestamp);
    const content = new Uint8Array(size).fill(0x61);
    input().setHeader('signature', sign(content));
    await input().setFile(new File([content], 'big.json'));
    expect(input().body).toMatchObject({ kind: 'file', head: { length: 64 * 1024 } });
    await check().verify();
    expect(check().verification).toMatchObject({ signature: { verdict: 'match' }, bodyBytes: size });
    const pieces = asked.filter(({ operation }) => operation === 'signatures.stream.append');
    expect(pieces).toHaveLength(Math.ceil(size / (maxPiece / 2)));
  });

  test('that is stopped is cancelled in main, too', async () => {
    const { store, input, check, asked } = open();
    input().setHeader('timestamp', timestamp);
    input().setHeader('signature', '0'.repeat(64));
    await input().setFile(new File([new Uint8Array(maxWholeBody + 1)], 'big.json'));
    store.check.subscribe(({ sent, busy }) => sent && busy && check().stop());
    await check().verify();
    expect(check()).toMatchObject({ busy: false, verification: undefined });
    expect(asked.at(-1)?.operation).toBe('signatures.stream.abandon');
  });
});

describe('an import', () => {
  const request = (body: string, signature = sign(body)) =>
    `POST /callbacks HTTP/1.1\r\nX-Signature: ${signature}\r\nX-Signature-Timestamp: ${timestamp}\r\n\r\n${body}`;

  test('fills everything and verifies at once', async () => {
    const { store, input, check } = open();
    await store.imports.getState().take(request(text));
    await vi.waitUntil(() => check().verification !== undefined);
    expect(input()).toMatchObject({ timestamp, signature: sign(text), field: text });
    expect(check().verification?.signature.verdict).toBe('match');
  });

  test('checks the time against the time of receipt in it; the next one without any, against now', async () => {
    const { store, input, check } = open();
    const received = new Date(Number(timestamp) + 1000).toUTCString();
    await store.imports.getState().take(request(text).replace('\r\n', `\r\nDate: ${received}\r\n`));
    await vi.waitUntil(() => check().verification !== undefined);
    expect(check().verification?.time).toMatchObject({ verdict: 'good', asOf: true });
    await store.imports.getState().take(request(text));
    await vi.waitUntil(() => check().verification !== undefined);
    expect(check().verification?.time.asOf).toBeUndefined();
    expect(input().time).toBe('now');
  });

  test('whose body is shorter than Content-Length says so, until the body is changed', async () => {
    const { store, input, check } = open();
    const cut = request(text).slice(0, -5);
    await store.imports
      .getState()
      .take(cut.replace('\r\n', `\r\nContent-Length: ${bytesOf(text).length}\r\n`));
    await vi.waitUntil(() => check().verification !== undefined);
    expect(check().verification?.signature.code).toBe('short-body');
    input().setField(text.slice(1));
    await check().verify();
    expect(check().verification?.signature.code).toBe('mismatch');
  });

  test('without a timestamp is not searched', async () => {
    const { store, asked, check } = open();
    await store.imports.getState().take(request(text).replace(/X-Signature-Timestamp.*\r\n/, ''));
    await vi.waitUntil(() => check().verification !== undefined);
    expect(check().verification?.signature.sentence).toBe(
      'Cannot be checked: X-Signature-Timestamp is missing.',
    );
    expect(asked.map(({ operation }) => operation)).not.toContain('signatures.explain');
  });

  test('of a body alone keeps the entered headers', async () => {
    const { store, input } = open();
    input().setHeader('signature', sign(text));
    await store.imports.getState().take(text);
    expect(input()).toMatchObject({ signature: sign(text), field: text });
  });

  test('of nothing useful changes nothing and reports why', async () => {
    const { store, input } = await filled();
    for (const source of ['good morning', 'There is nothing of the kind in here.']) {
      await store.imports.getState().take(source);
      expect(store.imports.getState().refusal).toBeDefined();
      expect(input().field).toBe(text);
    }
  });
});

test('parses the time to check against with its offset, and formats it back', () => {
  expect(momentOf({ local: '2026-01-01T01:00', offset: '+01:00' })).toBe('2026-01-01T01:00:00+01:00');
  expect(momentOf({ local: '', offset: '+01:00' })).toBeUndefined();
  const local = localIn(Number(timestamp), '-09:30');
  expect(momentOf({ local, offset: '-09:30' })).toBe('2025-12-31T14:30:00-09:30');
});
