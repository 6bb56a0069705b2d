import { expect, onTestFinished, test } from 'vitest';
import { transcriptText } from '../../../../renderer/features/headless/transcript-text.ts';
import { startComposed } from '../../../support/composed.ts';

test('the transcript is a text with requests, responses and errors, without submitted values', async () => {
  const { bridge, close } = await startComposed();
  onTestFinished(close);
  const environmentId = (await bridge.invoke('environments.list', {})).selectedId ?? '';
  const { conversation } = await bridge.invoke('creation.create', {
    environmentId,
    request: {
      userKey: 'u1',
      strategy: 'sandbox:any',
      returnUrl: 'https://shop.example/',
      query: { identity: {} },
    },
    again: true,
  });
  const flow = { environmentId, conversationId: conversation.id ?? '' };
  const read = await bridge.invoke('headless.read', { ...flow, userIp: '203.0.113.7' });
  const { view } = await bridge.invoke('headless.submit', {
    ...flow,
    next: read.view.page?.next ?? '',
    args: '{"email": "canary"}',
    files: [],
  });
  const text = transcriptText(view, { name: 'Test', kind: 'test', baseUrl: 'http://x' });
  expect(text).toContain(`POST /api/conversations/${flow.conversationId}/headless/`);
  expect(text).toContain('error: email INVALID_FORMAT');
  expect(text).toContain('email: text of 6 characters');
  expect(text).not.toMatch(/canary|203\.0\.113/);
});
