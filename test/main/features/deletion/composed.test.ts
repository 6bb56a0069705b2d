import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startComposed } from '../../../support/composed.ts';
import { runOf, startDeletion } from '../../../support/deletion-run.ts';
import { RecordingService, sendConversation } from '../../../support/recording-service.ts';

let service: RecordingService;
let dataDir = '';
let status = 'IN_PROGRESS';
let answerHeld: () => void = () => undefined;
beforeEach(async () => {
  service = await RecordingService.start();
  dataDir = mkdtempSync(join(tmpdir(), 'assay-deletion-'));
  // Last, after the consoles that the test has opened were closed.
  onTestFinished(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true });
  });
  status = 'IN_PROGRESS';
  service.answer = (request, response) => {
    // A DELETE is not answered by itself.
    if (request.method === 'GET') {
      sendConversation(response, request.conversationId, { status });
    } else {
      answerHeld = () => response.writeHead(500).end();
    }
  };
});

async function begun() {
  const composed = await startComposed({ dataDir });
  onTestFinished(() => composed.close());
  const { bridge } = composed;
  const environmentId = await composed.add('Acme', service.baseUrl);
  await bridge.invoke('environments.select', { environmentId });
  const { runId } = await startDeletion(bridge, { environmentId, conversationId: 'c1', choice: 'expire' });
  await vi.waitUntil(() => service.sent('DELETE').length === 1);
  return { composed, bridge, environmentId, runId };
}

test('an environment deleted during the request: the run ends, and the outcome is unknown', async () => {
  const { bridge, environmentId, runId } = await begun();
  await bridge.invoke('environments.delete', { environmentId });
  // Nothing of what was sent is lost: its response is awaited first.
  answerHeld();
  await vi.waitUntil(async () => (await runOf(bridge, runId))?.state === 'done');
  expect(await runOf(bridge, runId)).toMatchObject({ outcomes: { unknown: 1 } });
  await bridge.invoke('deletionRuns.control', { runId, action: 'dismiss' });
  expect(await runOf(bridge, runId)).toBeUndefined();
});

test('a console closed during the request finds the outcome at the next start', async () => {
  const { composed, environmentId, runId } = await begun();
  await composed.close();
  status = 'EXPIRED';
  const next = await startComposed({ dataDir });
  onTestFinished(() => next.close());
  const found = () => runOf(next.bridge, runId);
  // Its key was kept for the previous session only: after entering it again, reading goes on by itself.
  await vi.waitUntil(async () => (await found())?.failure?.code === 'credentials-missing');
  await next.bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId,
    login: 'login',
    password: 'long-password',
  });
  await vi.waitUntil(async () => (await found())?.state === 'done');
  expect(await found()).toMatchObject({ outcomes: { confirmed: 1 } });
  expect(service.sent('DELETE')).toHaveLength(1);
});

test('a console that has deleted nothing opens no record of deletions, neither at its start nor at its end', async () => {
  const { add, bridge, close } = await startComposed({ dataDir });
  onTestFinished(close);
  const environmentId = await add('Acme', service.baseUrl);
  await bridge.invoke('environments.select', { environmentId });
  await bridge.invoke('cases.status', { environmentId });
  expect((await bridge.invoke('deletionRuns.list', {})).runs).toEqual([]);
  const records = () => readdirSync(dataDir).filter((name) => name.startsWith('deletion'));
  expect(records()).toEqual([]);
  await close();
  expect(records()).toEqual([]);
});

test('deletions of a former version that cannot be read are said in a notice', async () => {
  writeFileSync(join(dataDir, 'deletions.json'), 'damaged');
  const composed = await startComposed({ dataDir });
  onTestFinished(() => composed.close());
  const { notices } = await composed.bridge.invoke('application.info', {});
  expect(JSON.stringify(notices)).toContain('deletions.json.damaged');
});

test('a forgotten case takes damaged records of deletions with it that name it, and leaves others', async () => {
  const stamp = '2026-01-01T00-00-00-000Z';
  const files = {
    'deletions.json.damaged': '{"version": 1, "deletions": [{"conversationId": "forgotten-conversation-1"',
    'deletions.json.damaged-2': '{"conversationId": "another-conversation-2"',
    [`deletion-runs.sqlite.damaged-${stamp}`]: 'pages',
    [`deletion-runs.sqlite.damaged-${stamp}-wal`]: 'frames of forgotten-conversation-1',
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(dataDir, name), content);
  }
  const composed = await startComposed({ dataDir });
  onTestFinished(() => composed.close());
  const environmentId = await composed.add('Acme', service.baseUrl);
  await composed.bridge.invoke('environments.select', { environmentId });
  const damaged = () => readdirSync(dataDir).filter((name) => name.includes('.damaged'));
  expect(damaged()).toHaveLength(4);
  await composed.bridge.invoke('cases.forget', {
    environmentId,
    selection: { ids: ['forgotten-conversation-1'] },
  });
  await vi.waitUntil(() => damaged().length === 1);
  expect(damaged()).toEqual(['deletions.json.damaged-2']);
});

test('in the sandbox of the console AML monitoring is ended, then the data is deleted', async () => {
  const composed = await startComposed({ dataDir });
  onTestFinished(() => composed.close());
  const { bridge } = composed;
  const { samples } = await bridge.invoke('conversations.samples', { environmentId: 'sandbox' });
  const { id: conversationId = '' } =
    samples.find(({ title }) => title === 'On a PEP list, monitoring on: may not be deleted') ?? {};
  const { runId } = await startDeletion(bridge, {
    environmentId: 'sandbox',
    conversationId,
    choice: 'end-monitoring',
  });
  await vi.waitUntil(async () => (await runOf(bridge, runId))?.state === 'done', 20_000);
  expect(await runOf(bridge, runId)).toMatchObject({ outcomes: { confirmed: 1 } });
});
