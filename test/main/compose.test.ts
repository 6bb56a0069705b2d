import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compose } from '../../main/compose.ts';
import { Downloads } from '../../main/hosts/browser/downloads.ts';
import { browserHost } from '../../main/hosts/browser/host.ts';
import type { ComposeOptions } from '../../main/hosts/core.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../preload/contract/operations.ts';
import { startFakeService } from '../hosts/fake-service.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-compose-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const composition = (): ComposeOptions => ({
  dataDir,
  host: browserHost(new Downloads(() => 0), {}),
});
const listening = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('deleting an environment deletes the list of what was opened in it', async () => {
  const service = await startFakeService();
  const { dispatch, close } = await compose(composition());
  const client = dispatch.client();
  async function ask<N extends OperationName>(operation: N, input: OperationInput<N>) {
    const answer = await client.invoke({ callId: operation, operation, input, progress: () => undefined });
    if (!answer.ok) {
      throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    }
    return answer.value as OperationOutput<N>;
  }
  await ask('keychain.sessionOnly', { sessionOnly: true });
  const add = async (name: string) => {
    const settings = { name, kind: 'test', baseUrl: service.baseUrl, proxy: { mode: 'none' } } as const;
    const { id: environmentId } = await ask('environments.save', { settings });
    await ask('credentials.save', { kind: 'api-key', environmentId, login: 'login', password: 'password' });
    await ask('environments.select', { environmentId });
    const { readingId } = await ask('conversations.open', { environmentId, conversationId: 'c1' });
    return { environmentId, readingId };
  };
  const [stays, goes] = [await add('Stays'), await add('Goes')];
  const raw = { readingId: goes.readingId, form: 'received', from: 0, count: 1 } as const;
  expect((await ask('conversations.raw', raw)).total).toBe(1);
  await ask('environments.delete', { environmentId: goes.environmentId });

  expect(await ask('conversations.recent', { environmentId: goes.environmentId })).toEqual({ recent: [] });
  const { recent } = await ask('conversations.recent', { environmentId: stays.environmentId });
  expect(recent).toMatchObject([{ conversationId: 'c1' }]);
  await expect(ask('conversations.raw', raw)).rejects.toMatchObject({ code: 'reading-expired' });
  await close();
  await close();
  await service.close();
});

test('closing waits until the data of a deleted environment are removed', async () => {
  const file = join(dataDir, 'headless-runs.json');
  const { dispatch, close } = await compose(composition());
  const client = dispatch.client();
  const settings = { name: 'Goes', kind: 'test', baseUrl: 'https://idv.example', proxy: { mode: 'none' } };
  const ask = (operation: OperationName, input: unknown) =>
    client.invoke({ callId: operation, operation, input, progress: () => undefined });
  await ask('keychain.sessionOnly', { sessionOnly: true });
  const saved = await ask('environments.save', { settings });
  const environmentId = saved.ok ? (saved.value as { id: string }).id : '';
  // Large, so that removing takes longer than closing.
  const step = { at: 1, component: 'A'.repeat(121), outcome: 'accepted' };
  const flow = { startedAt: 1, changedAt: 1, steps: Array.from({ length: 100 }, () => step) };
  const runs = Array.from({ length: 500 }, (_, index) => ({
    environmentId: index < 250 ? environmentId : 'stays',
    conversationId: `c${index}`,
    ...flow,
  }));
  await writeFile(file, JSON.stringify({ version: 1, runs }));
  await ask('environments.delete', { environmentId });
  await close();
  const kept = await readFile(file, 'utf8');
  expect([kept.includes(environmentId), kept.includes('"stays"')]).toEqual([false, true]);
});

test('a failed start leaves nothing running', async () => {
  const notADirectory = join(dataDir, 'file');
  await writeFile(notADirectory, '');
  const before = listening();
  await expect(compose({ ...composition(), dataDir: notADirectory })).rejects.toThrow('EEXIST');
  await vi.waitUntil(() => listening() === before);
});
