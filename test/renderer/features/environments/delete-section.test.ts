import { expect, test } from 'vitest';
import { countSecrets } from '../../../../renderer/features/environments/delete-section.tsx';

const since = '2026-01-01T00:00:00.000Z';
const secret = { since, store: 'keychain' } as const;

test('deleting an environment counts every secret deleted with it', () => {
  const bound = { ...secret, heldBack: false };
  expect(
    countSecrets({
      apiKey: { ...bound, enteredFor: { origins: [], proxy: undefined } } as never,
      signingKeys: [
        { ...secret, id: 'a', label: 'Current' },
        { ...secret, id: 'b', label: 'Next' },
      ] as never,
      proxyLogin: { ...bound, enteredFor: 'system' } as never,
      clientCertificate: { ...bound } as never,
    }),
  ).toBe(5);
  expect(
    countSecrets({
      signingKeys: [],
      apiKey: undefined,
      proxyLogin: undefined,
      clientCertificate: undefined,
    } as never),
  ).toBe(0);
});
