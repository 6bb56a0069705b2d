import { expect, onTestFinished, test } from 'vitest';
import { IndexConnection } from '../../../../main/features/cases/index/index-connection.ts';
import { newDataDir, OpenKeychain } from './cases-harness.ts';

test('what is recorded while the list moves, since the keychain changed, stays in it', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const keychain = new OpenKeychain();
  keychain.status = { state: 'absent', message: 'There is no keychain.' };
  const index = new IndexConnection({
    dataDir,
    keychain,
    isSessionOnly: () => true,
    act: () => ({ at: 1, actor: 'operator' }),
    onOpened: () => undefined,
    log: () => undefined,
  });
  onTestFinished(() => index.close(Promise.resolve()));
  // Both wait until the list is open.
  const [moved, begun] = [index.keychainChanged(), index.begin()];
  await begun;
  await index.request('add', { environmentId: 'sandbox', conversationIds: ['case-1'], at: 1 });
  await moved;
  expect(await index.request('count', { environmentId: 'sandbox' })).toBe(1);
});
