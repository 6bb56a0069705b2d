import { expect, onTestFinished, test, vi } from 'vitest';
import { createBridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { json, serve } from '../main/service/support/server.ts';
import { startElectronConsole } from './double/start-console.ts';

test('a notification reports a watched case that became final, without naming it', async () => {
  let status = 'IN_PROGRESS';
  const service = await serve((_, response) =>
    json(response, 200, { id: 'case-4711', userKey: 'u-4711', status, result: {} }),
  );
  onTestFinished(() => service.close());
  const assay = await startElectronConsole();
  onTestFinished(() => assay.close());
  const bridge = createBridgeClient(assay.bridge());
  await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  const { id: environmentId } = await bridge.invoke('environments.save', {
    settings: { name: 'Acme', kind: 'test', baseUrl: service.url, proxy: { mode: 'none' } },
  });
  await bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId,
    login: 'login',
    password: 'secret-4711',
  });
  await bridge.invoke('environments.select', { environmentId });
  const target = { environmentId, conversationId: 'case-4711' };
  await bridge.invoke('conversations.open', target);
  const selection = { ids: [target.conversationId] };
  await vi.waitFor(async () => {
    const { affected } = await bridge.invoke('cases.watch', { environmentId, selection, watched: true });
    expect(affected).toBe(1);
  });
  status = 'FINISHED';
  await vi.waitFor(() => expect(assay.double.notifications).toEqual(['A watched case has finished.']));
});
