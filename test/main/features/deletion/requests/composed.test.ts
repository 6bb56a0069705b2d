import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { dueRule } from '../../../../../preload/contract/due.ts';
import { addDays, localDay } from '../../../../../preload/shared/calendar.ts';
import { dayText, erasedText, letterOf } from '../../../../../preload/wording/erasure.ts';
import { startComposed } from '../../../../support/composed.ts';
import { startDeletion } from '../../../../support/deletion-run.ts';
import { RecordingService, sendConversation } from '../../../../support/recording-service.ts';
import { verifyReceipt } from '../../../../support/verify-receipt.ts';

let service: RecordingService;
const deleted = new Set<string>();
const unknown = new Set<string>();
beforeEach(async () => {
  deleted.clear();
  unknown.clear();
  service = await RecordingService.start();
  service.answer = ({ method, conversationId }, response) => {
    if (method === 'DELETE') {
      deleted.add(conversationId);
      response.writeHead(202).end();
    } else if (deleted.has(conversationId)) {
      response.writeHead(410, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'GONE', message: 'gone', violations: [] }));
    } else if (unknown.has(conversationId)) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'NOT_FOUND', message: 'unknown', violations: [] }));
    } else {
      sendConversation(response, conversationId, { status: 'FINISHED' });
    }
  };
});
afterEach(() => service.close());

const today = localDay(Date.now());
const letter = { person: 'Anna Kowalska', receivedOn: addDays(today, -3) };

async function withCases() {
  const composed = await startComposed();
  onTestFinished(() => composed.close());
  const { bridge, dataDir, downloaded } = composed;
  const environmentId = await composed.add('Acme', service.baseUrl);
  await bridge.invoke('environments.select', { environmentId });
  for (const conversationId of ['c1', 'c2']) {
    await bridge.invoke('conversations.open', { environmentId, conversationId });
  }
  await vi.waitUntil(async () => (await bridge.invoke('cases.status', { environmentId })).total === 2);
  const items = [{ conversationId: 'c1' }, { conversationId: 'c2', refused: 'AML law asks us to keep it.' }];
  const { requestId } = await bridge.invoke('erasure.save', { environmentId, entries: { ...letter, items } });
  const request = async () => (await bridge.invoke('erasure.list', { environmentId })).requests[0];
  return { bridge, downloaded, dataDir, environmentId, requestId, items, request };
}

test('a request is kept over its steps, which are in the journal of each conversation without the person', async () => {
  const { bridge, environmentId, requestId, items, request } = await withCases();
  const proof = { on: today, how: 'passport by video' };
  await bridge.invoke('erasure.save', {
    environmentId,
    requestId,
    entries: { ...letter, items, proofAskedOn: addDays(today, -2), proof },
  });
  expect(await request()).toMatchObject({
    person: 'Anna Kowalska',
    proof,
    deadline: { pausedDays: 2, isPaused: false },
    items: [
      { conversationId: 'c1', isStored: true, isGone: false },
      { conversationId: 'c2', refused: 'AML law asks us to keep it.' },
    ],
  });
  const { case: found } = await bridge.invoke('cases.get', { environmentId, conversationId: 'c2' });
  const entered = found?.history.filter(({ kind }) => kind === 'erasure-request');
  expect(entered?.map(({ details }) => details)).toEqual([
    { request: requestId, step: 'refused', reason: 'AML law asks us to keep it.' },
    { request: requestId, step: 'found' },
  ]);
  expect(JSON.stringify(found?.history)).not.toContain('Kowalska');
  await bridge.invoke('erasure.remove', { environmentId, requestId });
  expect(await request()).toBeUndefined();
});

test('a conversation gone from the service is said so once a preview has read it, also if it is not in the list, and is no longer due', async () => {
  const { bridge, environmentId, requestId, items, request } = await withCases();
  const rule = dueRule.parse({
    basis: 'own',
    count: 1,
    unit: 'years',
    startsAt: 'relationship',
    statuses: ['FINISHED'],
  });
  await bridge.invoke('due.setRule', { environmentId, rule });
  const selection = { ids: ['c1', 'c2'] };
  await bridge.invoke('due.setStart', { environmentId, selection, on: '2020-01-31' });
  const due = async () => (await bridge.invoke('due.summary', { environmentId })).counts.due;
  expect(await due()).toBe(2);
  const entries = { ...letter, items: [...items, { conversationId: 'c3' }] };
  await bridge.invoke('erasure.save', { environmentId, requestId, entries });
  deleted.add('c1').add('c3');
  await bridge.invoke('deletionRuns.prepare', { environmentId, from: { ids: ['c1', 'c3'] } });
  await expect.poll(due).toBe(1);
  const gone = async () => (await request())?.items.map(({ isGone }) => isGone);
  await expect.poll(gone).toEqual([true, false, true]);
  await bridge.invoke('cases.forget', { environmentId, selection: { ids: ['c1'] } });
  expect(await gone()).toEqual([true, false, true]);
});

test('a conversation unknown to the service is said so with the day on which it was read, and is no longer due until it is read again', async () => {
  const { bridge, environmentId, requestId, items, request } = await withCases();
  const rule = dueRule.parse({
    basis: 'own',
    count: 1,
    unit: 'years',
    startsAt: 'relationship',
    statuses: ['FINISHED'],
  });
  await bridge.invoke('due.setRule', { environmentId, rule });
  await bridge.invoke('due.setStart', { environmentId, selection: { ids: ['c1'] }, on: '2020-01-31' });
  const counts = async () => (await bridge.invoke('due.summary', { environmentId })).counts;
  expect(await counts()).toMatchObject({ due: 1, missing: 0 });
  unknown.add('c1').add('c3');
  const entries = { ...letter, items: [...items, { conversationId: 'c3' }] };
  await bridge.invoke('erasure.save', { environmentId, requestId, entries });
  await bridge.invoke('deletionRuns.prepare', { environmentId, from: { ids: ['c1', 'c3'] } });
  await expect.poll(counts).toMatchObject({ due: 0, missing: 1 });
  await expect.poll(async () => (await request())?.items[2]?.missingOn).toBe(today);
  // The result of the read stays with the request when something else of it is changed.
  await bridge.invoke('erasure.save', { environmentId, requestId, entries: { ...entries, ticket: 'SUP-1' } });
  const read = await request();
  expect(read?.items.map((item) => erasedText(item))).toEqual([
    `Not at the service, read on ${dayText(today)}`,
    'Refused: AML law asks us to keep it.',
    `Not at the service, read on ${dayText(today)}`,
  ]);
  expect(read && letterOf(read, today).join(' ')).toContain(
    `holds no data of 2 identity verifications about you, as it answered on ${dayText(today)}.`,
  );
  unknown.clear();
  await bridge.invoke('conversations.open', { environmentId, conversationId: 'c1' });
  await expect.poll(counts).toMatchObject({ due: 1, missing: 0 });
  await expect.poll(async () => (await request())?.items[0]?.missingOn).toBeUndefined();
});

test.each([404, 410])(
  'a conversation that is opened and not there any more is not due: %d',
  async (status) => {
    const { bridge, environmentId } = await withCases();
    const rule = dueRule.parse({
      basis: 'own',
      count: 1,
      unit: 'years',
      startsAt: 'relationship',
      statuses: ['FINISHED'],
    });
    await bridge.invoke('due.setRule', { environmentId, rule });
    await bridge.invoke('due.setStart', { environmentId, selection: { ids: ['c1'] }, on: '2020-01-31' });
    const due = async () => (await bridge.invoke('due.summary', { environmentId })).counts.due;
    expect(await due()).toBe(1);
    (status === 404 ? unknown : deleted).add('c1');
    await expect(
      bridge.invoke('conversations.open', { environmentId, conversationId: 'c1' }),
    ).rejects.toThrow();
    await expect.poll(due).toBe(0);
  },
);

test('a copy that was exported of a conversation is named, also after the case was forgotten', async () => {
  const { bridge, environmentId, requestId, items, request } = await withCases();
  const selection = { ids: ['c1'] };
  await bridge.invoke('cases.export', { environmentId, selection, format: 'csv', withUserKeys: false });
  await bridge.invoke('erasure.save', { environmentId, requestId, entries: { ...letter, items } });
  const copy = { what: 'list of cases (csv)', name: expect.stringMatching(/^cases-.*\.csv$/), on: today };
  expect((await request())?.items[0]).toMatchObject({ isStored: true, copies: [copy] });
  await bridge.invoke('cases.forget', { environmentId, selection });
  expect((await request())?.items[0]).toMatchObject({ isStored: false, copies: [copy] });
});

test('the file has the letter and the receipts, verifies with the command and with OpenSSL, and not after a change', async () => {
  const { bridge, downloaded, dataDir, environmentId, requestId, request } = await withCases();
  await startDeletion(bridge, { environmentId, conversationId: 'c1', reason: 'data-subject-request' });
  await vi.waitUntil(async () => (await request())?.items[0]?.deleted?.outcome === 'confirmed');

  const pdf = await downloaded(await bridge.invoke('erasure.file', { environmentId, requestId }));
  const path = join(dataDir, 'erasure.pdf');
  writeFileSync(path, pdf);
  const verify = (file: string) => verifyReceipt(file, '--any-key');
  expect(verify(path)).toMatchObject({
    status: 0,
    output: expect.stringContaining('1 receipt and the summary.'),
  });

  const task = getDocument({ data: new Uint8Array(pdf) });
  onTestFinished(() => task.destroy());
  const document = await task.promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Dear Anna Kowalska, On');
  const [name = ''] = [...((await document.getAttachments()) ?? [])].map(([id]) => id);
  const attached = Buffer.from((await document.getAttachmentContent(name)) ?? []);
  expect(attached.toString()).not.toContain('Kowalska');
  writeFileSync(join(dataDir, 'FILE'), attached);
  const { howToVerify } = JSON.parse(attached.toString()) as { howToVerify: string[] };
  const commands = howToVerify.filter((line) => /^(awk|openssl pkeyutl)/.test(line));
  const output = execFileSync('sh', ['-ec', commands.join('\n')], { cwd: dataDir, encoding: 'utf8' });
  expect(output).toContain('Signature Verified Successfully');
  const changed = join(dataDir, 'changed.json');
  writeFileSync(changed, attached.toString().replace('AML law asks', 'The law asks'));
  expect(verify(changed)).toMatchObject({ status: 1 });
});
