import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startComposed } from '../../../support/composed.ts';
import { startDeletion } from '../../../support/deletion-run.ts';
import { RecordingService, sendConversation, sendJson } from '../../../support/recording-service.ts';
import { messageOf, post, signingKey } from './callbacks-harness.ts';

let service: RecordingService;
beforeEach(async () => {
  service = await RecordingService.start();
  const deleted = new Set<string>();
  service.answer = ({ method, conversationId }, response) => {
    if (method === 'DELETE') {
      deleted.add(conversationId);
      response.writeHead(202).end();
    } else if (deleted.has(conversationId)) {
      sendJson(response, 410, { status: 'GONE', message: 'Deleted', violations: [] });
    } else {
      sendConversation(response, conversationId, { status: 'FINISHED' });
    }
  };
});
afterEach(() => service.close());

test('a late callback of a case that was forgotten after its data was deleted is accepted, and brings nothing back', async () => {
  const { bridge, add, close } = await startComposed();
  onTestFinished(close);
  const environmentId = await add('Acme', service.baseUrl);
  await bridge.invoke('environments.select', { environmentId });
  const key = { label: 'Main', key: signingKey };
  await bridge.invoke('credentials.save', { kind: 'signing-key', environmentId, ...key });
  const { url = '' } = await bridge.invoke('callbacks.start', { environmentId, settings: {} });
  const total = async () => (await bridge.invoke('cases.status', { environmentId })).total;
  await post(url, messageOf('finished', { id: 'first', conversationId: 'deleted' }));
  expect(await total()).toBe(1);
  await startDeletion(bridge, { environmentId, conversationId: 'deleted', choice: 'delete' });
  const register = () =>
    bridge.invoke('deletionRuns.register', {
      from: 0,
      count: 10,
      filter: {},
      sort: { by: 'when', descending: true },
    });
  await vi.waitUntil(async () => (await register()).total === 1);
  await bridge.invoke('cases.forget', { environmentId, selection: { ids: ['deleted'] } });
  expect(await total()).toBe(0);
  expect(await post(url, messageOf('finished', { id: 'late', conversationId: 'deleted' }))).toBe(200);
  expect(await total()).toBe(0);
  const page = { environmentId, filter: { show: 'all', id: 'late' }, from: 0, count: 10 } as const;
  expect(await bridge.invoke('callbacks.list', page)).toMatchObject({ total: 0 });
  await post(url, messageOf('finished', { id: 'other', conversationId: 'other' }));
  expect(await total()).toBe(1);
});
