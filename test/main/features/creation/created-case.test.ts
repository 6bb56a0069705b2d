import { expect, onTestFinished, test } from 'vitest';
import { startComposed } from '../../../support/composed.ts';

test('a created conversation is in the list of cases', async () => {
  const { bridge, close } = await startComposed();
  onTestFinished(close);
  const environmentId = (await bridge.invoke('environments.list', {})).selectedId ?? '';
  const request = {
    userKey: 'u1',
    strategy: 'default:identity',
    returnUrl: 'https://shop.example/back',
    query: { identity: {} },
  };
  const { conversation } = await bridge.invoke('creation.create', { environmentId, request, again: false });
  const recent = async () => (await bridge.invoke('conversations.recent', { environmentId })).recent;
  await expect
    .poll(async () => (await recent()).map(({ conversationId }) => conversationId))
    .toEqual([conversation.id]);
});
