import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ImportResult } from '../../../preload/contract/signatures.ts';
import { importSourceLabel } from '../../../preload/wording/imports.ts';
import { expectAccessible } from '../access.ts';
import { chooseFile, dropFile } from '../files.ts';
import { bytesOf, fields, openSignatures, paste, signature, signedAt, verdict, verified } from './page.tsx';

type Source = Extract<ImportResult, { ok: true }>['source'];

const found = (source: Source, ...bodies: string[]): ImportResult => ({
  ok: true,
  source,
  requests: bodies.map((body) => ({
    method: 'POST',
    timestamp: signedAt,
    signature,
    body: bytesOf(body),
    notes: source === 'har' ? [{ code: 'har-text', sentence: 'It contains the body as text.' }] : [],
  })),
});

test.each(['http', 'curl', 'curl-trace', 'powershell', 'har', 'http-file', 'json', 'log'] as const)(
  'an import from %s is named, filled in and verified at once',
  async (source) => {
    const { bridge } = await openSignatures({ 'signatures.import': () => found(source, '{"a":1}') });
    await paste('pasted\r\ntext');
    await expect.element(page.getByText(importSourceLabel(source), { exact: true })).toBeVisible();
    await verdict('Match');
    await expect.element(fields.signature).toHaveValue(signature);
    await expect.element(fields.timestamp).toHaveValue(signedAt);
    await expect.element(fields.body).toHaveValue('{"a":1}');
    expect(bridge.inputs('signatures.import')).toMatchObject([{ source: 'pasted\r\ntext' }]);
    expect(bridge.inputs('signatures.verify')).toHaveLength(1);
  },
);

test('a file is chosen, and one of its requests is selected', async () => {
  const { bridge } = await openSignatures({
    'signatures.import': () => found('har', '{"event":"FINISHED"}', '{"event":"EXPIRED"}'),
    'signatures.verify': ({ body }) =>
      verified({ message: { event: JSON.parse(new TextDecoder().decode(body)).event } }),
  });
  chooseFile(document.querySelector('input[type=file]'), new File(['har'], 'traffic.har'));
  const choice = page.getByLabelText('2 requests in it');
  await expect.element(choice).toBeVisible();
  await expect.element(page.getByText('from traffic.har')).toBeVisible();
  await expect.element(page.getByText('It contains the body as text.')).toBeVisible();
  await choice.selectOptions('1');
  await expect.element(page.getByText(/^CONVERSATION EXPIRED, with everything/)).toBeVisible();
  expect(bridge.inputs('signatures.import')).toEqual([{ source: bytesOf('har') }]);
  await expectAccessible();
});

test('a file is dropped', async () => {
  await openSignatures({ 'signatures.import': () => found('http', '{}') });
  dropFile(await fields.import.element(), new File(['POST'], 'dropped.http'));
  await expect.element(page.getByText('from dropped.http')).toBeVisible();
  await verdict('Match');
});

test('the time of receipt and Content-Length of a request are checked, until another body replaces it', async () => {
  const { bridge } = await openSignatures({
    'signatures.import': () => ({
      ok: true,
      source: 'http',
      requests: [
        {
          timestamp: signedAt,
          signature,
          body: bytesOf('{"a":'),
          contentLength: 7,
          receivedAt: '2025-10-09T08:53:21.000Z',
          notes: [],
        },
      ],
    }),
  });
  await paste('a request');
  await verdict('Match');
  await fields.body.fill('{"a":1}');
  await fields.import.fill('');
  bridge.answer({ 'signatures.import': () => found('http', '{"b":2}') });
  await paste('another request');
  await expect.poll(() => bridge.inputs('signatures.verify')).toHaveLength(2);
  const [first, second] = bridge.inputs('signatures.verify');
  expect(first).toMatchObject({ contentLength: 7 });
  expect(Date.parse(first?.asOf ?? '')).toBe(Date.parse('2025-10-09T08:53:21Z'));
  expect(second?.contentLength).toBeUndefined();
  expect(second?.asOf).toBeUndefined();
});

test('a request that has no part of a callback, or is too large, changes nothing', async () => {
  const { bridge } = await openSignatures({
    'signatures.import': () => ({ ok: true, source: 'http', requests: [{ method: 'GOOD', notes: [] }] }),
  });
  await fields.signature.fill('kept');
  await paste('good morning');
  await expect.element(page.getByText(/It contains neither X-Signature nor/)).toBeVisible();
  chooseFile(document.querySelector('input[type=file]'), new File([new Uint8Array(33 << 20)], 'large.har'));
  await expect.element(page.getByText(/It is larger than 32 MiB/)).toBeVisible();
  await expect.element(fields.signature).toHaveValue('kept');
  expect(bridge.inputs('signatures.import')).toHaveLength(1);
  expect(bridge.inputs('signatures.verify')).toEqual([]);
});

test('text that is no request changes nothing and is reported', async () => {
  const { bridge } = await openSignatures({
    'signatures.import': () => ({ ok: false, code: 'unknown', sentence: 'It is no HTTP request.' }),
  });
  await fields.signature.fill('kept');
  await paste('Dear all, the callbacks fail since Tuesday.');
  await expect.element(page.getByText('Nothing was imported. It is no HTTP request.')).toBeVisible();
  await expect.element(fields.signature).toHaveValue('kept');
  expect(bridge.inputs('signatures.verify')).toEqual([]);
  await expectAccessible();
});

test('a body by itself leaves the headers that were entered', async () => {
  await openSignatures({
    'signatures.import': () => ({
      ok: true,
      source: 'json',
      requests: [{ body: bytesOf('{"id":1}'), notes: [{ code: 'body-only', sentence: 'Only a body.' }] }],
    }),
  });
  await fields.timestamp.fill(signedAt);
  await fields.signature.fill(signature);
  await paste('{"id":1}');
  await verdict('Match');
  await expect.element(fields.body).toHaveValue('{"id":1}');
  await expect.element(fields.timestamp).toHaveValue(signedAt);
  await expect.element(fields.signature).toHaveValue(signature);
});
