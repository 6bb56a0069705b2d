import { expect, test } from 'vitest';
import { createInputStore } from '../../../../renderer/features/signatures/input-store.ts';
import { verificationRequest } from '../../../../renderer/features/signatures/verification-request.ts';

test('a body without a signature is not verified: the signature is requested', () => {
  const input = createInputStore(() => new Date(0));
  input.getState().setKey({ kind: 'all' });
  input.getState().fill({ body: new TextEncoder().encode('{}') });
  expect(verificationRequest(input.getState())).toMatchObject({
    lacks: 'Enter the signature (X-Signature).',
  });
  input.getState().setHeader('signature', 'ab');
  expect(verificationRequest(input.getState())).toHaveProperty('request');
});
