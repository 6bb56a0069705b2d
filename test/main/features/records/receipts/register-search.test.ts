import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RegisterSort } from '../../../../../preload/contract/deletion-runs.ts';
import { startComposed } from '../../../../support/composed.ts';
import { startDeletion } from '../../../../support/deletion-run.ts';
import { RecordingService, sendConversation } from '../../../../support/recording-service.ts';
import { verifyReceipt } from '../../../../support/verify-receipt.ts';

let service: RecordingService;
beforeEach(async () => {
  service = await RecordingService.start();
  const expired = new Set<string>();
  service.answer = ({ method, conversationId }, response) => {
    if (method === 'GET') {
      const status = expired.has(conversationId) ? 'EXPIRED' : 'IN_PROGRESS';
      sendConversation(response, conversationId, { status, userKey: `user-of-${conversationId}` });
    } else {
      expired.add(conversationId);
      response.writeHead(202, { 'x-request-id': `request-${conversationId}` }).end();
    }
  };
});
afterEach(() => service.close());

async function withReceipts() {
  const composed = await startComposed();
  onTestFinished(() => composed.close());
  const { bridge } = composed;
  const environmentId = await composed.add('Acme', service.baseUrl);
  await bridge.invoke('environments.select', { environmentId });
  const page = { from: 0, count: 10 };
  const register = (filter: object, sort: RegisterSort = { by: 'when', descending: true }) =>
    bridge.invoke('deletionRuns.register', { ...page, filter, sort });
  for (const [index, conversationId] of ['cherry', 'apple', 'banana'].entries()) {
    await startDeletion(bridge, { environmentId, conversationId, choice: 'expire', ticket: `SUP-${index}` });
    await vi.waitUntil(async () => (await register({})).total === index + 1);
  }
  const found = async (filter: { text?: string; user?: string }, sort?: RegisterSort) => {
    const { runs, total } = await register(filter, sort);
    expect(total).toBe(runs.length);
    const lines = runs.map(({ runId }) =>
      bridge.invoke('deletionRuns.lines', { runId, ...page, ...(filter.text && { text: filter.text }) }),
    );
    return (await Promise.all(lines)).map((one) =>
      one.lines.map(({ conversationId }) => conversationId).join(),
    );
  };
  return { ...composed, environmentId, register, found };
}

test('the register is searched by person, id, request, ticket and user, and sorted', async () => {
  const { bridge, environmentId, register, found } = await withReceipts();
  expect(await found({})).toEqual(['banana', 'apple', 'cherry']);
  expect(await found({}, { by: 'when', descending: false })).toEqual(['cherry', 'apple', 'banana']);
  // A person is found by the whole user key, which no receipt contains, also after the case was forgotten.
  expect(await found({ text: 'user-of-apple' })).toEqual(['apple']);
  expect(await found({ text: 'user-of' })).toEqual([]);
  await bridge.invoke('cases.forget', { environmentId, selection: { ids: ['apple'] } });
  expect(await found({ text: 'user-of-apple' })).toEqual(['apple']);
  expect(await found({ text: 'ANAN' })).toEqual(['banana']);
  expect(await found({ text: 'request-cherry' })).toEqual(['cherry']);
  expect(await found({ text: 'sup-1' })).toEqual(['apple']);
  const { runs } = await register({});
  const user = runs[0]?.user ?? '';
  expect(await found({ user, text: 'an' })).toEqual(['banana']);
  expect(await found({ user: `${user}x` })).toEqual([]);
  const filter = { environmentId, mode: 'EXPIRE', reason: 'other', from: runs[2]?.createdAt };
  expect((await register(filter)).total).toBe(3);
  for (const other of [
    { environmentId: 'other' },
    { mode: 'DELETE_DATA' },
    { reason: 'duplicate' },
    { to: 1 },
  ]) {
    expect((await register({ ...filter, ...other })).total).toBe(0);
  }
});

test('the PDF has what the filter selects, verifies with the exported keys by one command, and with OpenSSL alone', async () => {
  const { bridge, dataDir, downloaded } = await withReceipts();
  const at = (name: string) => join(dataDir, name);
  const filter = { text: 'an' };
  writeFileSync(
    at('register.pdf'),
    await downloaded(await bridge.invoke('receipts.export', { filter, format: 'pdf' })),
  );
  writeFileSync(at('keys.pem'), await downloaded(await bridge.invoke('consoleKey.export', {})));
  const verify = (file: string) => verifyReceipt(at(file), '--keys', at('keys.pem'));
  expect(verify('register.pdf')).toMatchObject({
    status: 0,
    output: expect.stringContaining('The keys were compared with those of the console.'),
  });

  const task = getDocument({ url: at('register.pdf') });
  onTestFinished(() => task.destroy());
  const document = await task.promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  expect([text.includes('banana'), text.includes('apple'), text.includes('cherry')]).toEqual([
    true,
    false,
    false,
  ]);
  const [name = ''] = [...((await document.getAttachments()) ?? [])].map(([id]) => id);
  const attached = Buffer.from((await document.getAttachmentContent(name)) ?? []);
  writeFileSync(at('FILE'), attached);
  const { howToVerify } = JSON.parse(attached.toString()) as { howToVerify: string[] };
  const commands = howToVerify.filter((line) => /^(awk|openssl pkeyutl)/.test(line));
  const run = (script: string) => execFileSync('sh', ['-ec', script], { cwd: dataDir, encoding: 'utf8' });
  expect(run(commands.join('\n'))).toContain('Signature Verified Successfully');
  // The key in the file is the one whose fingerprint Settings shows, and the one that was exported.
  const { keys } = await bridge.invoke('consoleKey.list', {});
  expect(run('openssl dgst -sha256 key')).toContain(keys[0]?.id);
  expect(run('openssl pkey -pubin -in keys.pem -outform DER | openssl dgst -sha256')).toContain(keys[0]?.id);
  writeFileSync(at('changed.json'), attached.toString().replaceAll('banana', 'orange'));
  expect(verify('changed.json')).toMatchObject({ status: 1 });
});
