import { describe, expect, test } from 'vitest';
import { createSystemKeychain, loadKeychainBackend } from '../../../main/environments/system-keychain.ts';
import { listenAsBus, promptingService } from '../../support/fake-bus.ts';

const account = 'environment/e1/api-key';

async function keychainOver(behaviour: Parameters<typeof promptingService>[0]) {
  const service = promptingService(behaviour);
  const variables = { ...(await listenAsBus(service.serve)), DISPLAY: ':0' };
  const machine = { platform: 'linux', variables, osRelease: '' } as const;
  const keychain = createSystemKeychain({ machine, load: () => loadKeychainBackend(machine) });
  return { keychain, stored: service.stored };
}

describe('A prompt of the secret service', () => {
  test('that is accepted lets a secret be saved and deleted', async () => {
    const { keychain, stored } = await keychainOver({ dismissed: false, acts: true });
    await keychain.set(account, 'a secret');
    expect(stored()).toBe('a secret');
    expect(await keychain.get(account)).toBe('a secret');
    expect(await keychain.delete(account)).toBe(true);
    expect(stored()).toBeUndefined();
  });

  test.each([
    ['is dismissed', { dismissed: true, acts: true }],
    [
      'is dismissed while another connection says it was accepted',
      { dismissed: true, acts: true, impostor: true },
    ],
  ])('that %s fails both saving and deleting', async (_, behaviour) => {
    const { keychain, stored } = await keychainOver({ ...behaviour, stored: 'the earlier' });
    const failure = { code: 'keychain-denied', message: expect.stringContaining('was denied') };
    await expect(keychain.set(account, 'the new')).rejects.toMatchObject(failure);
    await expect(keychain.delete(account)).rejects.toMatchObject(failure);
    expect(stored()).toBe('the earlier');
  });

  test('without an effect fails, because the result is checked', async () => {
    const { keychain } = await keychainOver({ dismissed: false, acts: false, stored: 'the earlier' });
    await expect(keychain.set(account, 'the new')).rejects.toMatchObject({
      code: 'keychain-denied',
      message: expect.stringContaining('could not be read back'),
    });
    await expect(keychain.delete(account)).rejects.toMatchObject({
      code: 'keychain-denied',
      message: expect.stringContaining('still there'),
    });
  });
});
