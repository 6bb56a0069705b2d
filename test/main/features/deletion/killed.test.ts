import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { start } from '../../../bench/bench-harness.ts';
import { builtHost } from '../../../support/built-host.ts';
import { runOf, startDeletion } from '../../../support/deletion-run.ts';
import { RecordingService, sendConversation } from '../../../support/recording-service.ts';
import { openWire } from '../../../support/wire.ts';

test('a console that is killed during the request has the deletion at the next start, and does not send it again', async () => {
  const service = await RecordingService.start();
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-deletion-'));
  // Last, after the consoles were ended.
  onTestFinished(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true });
  });
  let status = 'IN_PROGRESS';
  service.answer = (request, response) => {
    // A DELETE is not answered.
    if (request.method === 'GET') {
      sendConversation(response, request.conversationId, { status });
    }
  };
  const run = () =>
    start<{ url: string }>([builtHost('browser'), '--port', '0', '--data-dir', dataDir, '--no-open']);
  const first = await run();
  onTestFinished(() => void first.child.kill('SIGKILL'));
  const wire = await openWire(first.ready.url);
  const { bridge } = wire;
  await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  const settings = { name: 'Acme', kind: 'test', baseUrl: service.baseUrl, proxy: { mode: 'none' } } as const;
  const { id: environmentId } = await bridge.invoke('environments.save', { settings });
  const key = { kind: 'api-key', environmentId, login: 'login', password: 'long-password' } as const;
  await bridge.invoke('credentials.save', key);
  await bridge.invoke('environments.select', { environmentId });
  const { runId } = await startDeletion(bridge, { environmentId, conversationId: 'c1', choice: 'expire' });
  await vi.waitUntil(() => service.sent('DELETE').length === 1);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  wire.close();

  status = 'EXPIRED';
  const second = await run();
  // Its directory is deleted afterwards.
  onTestFinished(async () => {
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
  });
  const next = await openWire(second.ready.url);
  onTestFinished(() => next.close());
  await next.bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  await next.bridge.invoke('credentials.save', key);
  const found = () => runOf(next.bridge, runId);
  await vi.waitUntil(async () => (await found())?.state === 'done');
  expect(await found()).toMatchObject({ outcomes: { confirmed: 1 } });
  expect(service.sent('DELETE')).toHaveLength(1);
  const { receipts } = await next.bridge.invoke('receipts.of', { environmentId, conversationId: 'c1' });
  expect(receipts).toMatchObject([{ outcome: 'confirmed', read: { found: 'EXPIRED' } }]);
});
