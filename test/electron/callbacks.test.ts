import { expect, test } from 'vitest';
import type { BridgeMessage } from '../../preload/contract/bridge.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../preload/contract/operations.ts';
import { startElectronConsole } from './double/start-console.ts';

test('under Electron a callback of the sandbox arrives, crosses the bridge byte for byte, and the listener ends with the console', async () => {
  const assay = await startElectronConsole();
  const environmentId = 'sandbox';
  const heard: BridgeMessage[] = [];
  assay.subscribe((message) => heard.push(message));
  async function call<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
  ): Promise<OperationOutput<N>> {
    const answer = await assay.invoke(crypto.randomUUID(), name, input);
    expect(answer).toMatchObject({ ok: true });
    return (answer as { value: OperationOutput<N> }).value;
  }
  let url = '';
  try {
    ({ url = '' } = await call('callbacks.start', { environmentId, settings: {} }));
    const { conversation } = await call('creation.create', {
      environmentId,
      again: false,
      request: {
        userKey: 'u',
        returnUrl: 'https://client.example/',
        callbackUrl: url,
        query: { identity: {} },
      },
    });
    const conversationId = conversation.id ?? '';
    await call('sandbox.command', { environmentId, command: { kind: 'start', conversationId } });
    await call('sandbox.command', {
      environmentId,
      command: { kind: 'finish', conversationId, ending: 'well' },
    });
    const list = () => call('callbacks.list', { environmentId, filter: {}, from: 0, count: 5 });
    await expect.poll(async () => (await list()).rows).toMatchObject([{ state: 'valid', conversationId }]);
    await expect.poll(() => JSON.stringify(heard)).toContain(`"callbacks.changed"`);
    const { body } = await call('callbacks.get', { environmentId, id: (await list()).rows[0]?.id ?? 0 });
    expect(JSON.parse(Buffer.from(body).toString('utf8'))).toMatchObject({ event: 'FINISHED' });
  } finally {
    await assay.close();
  }
  await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
});
