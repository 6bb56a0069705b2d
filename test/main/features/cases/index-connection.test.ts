import { expect, onTestFinished, test, vi } from 'vitest';
import { IndexConnection } from '../../../../main/features/cases/index/index-connection.ts';
import { newDataDir, OpenKeychain } from './cases-harness.ts';

/** A connection that is closed at the end of the test. */
function connect(keychain: OpenKeychain, isSessionOnly: boolean) {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const index = new IndexConnection({
    dataDir,
    keychain,
    isSessionOnly: () => isSessionOnly,
    act: () => ({ at: 1, actor: 'operator' }),
    onOpened: () => undefined,
    log: () => undefined,
  });
  onTestFinished(() => index.close(Promise.resolve()));
  return index;
}

test('an entry recorded while the list moves, since the keychain changed, stays in it', async () => {
  const keychain = new OpenKeychain();
  keychain.status = { state: 'absent', message: 'There is no keychain.' };
  const index = connect(keychain, true);
  // Both wait until the list is open.
  const [moved, begun] = [index.keychainChanged(), index.begin()];
  await begun;
  await index.request('add', { environmentId: 'sandbox', conversationIds: ['case-1'], at: 1 });
  await moved;
  expect(await index.request('count', { environmentId: 'sandbox' })).toBe(1);
});

/** A keychain that answers when it is released. */
class SlowKeychain extends OpenKeychain {
  readonly #released = Promise.withResolvers<void>();

  release(): void {
    this.#released.resolve();
  }

  override async state() {
    await this.#released.promise;
    return super.state();
  }
}

/** Makes the time limit of closing never end, however busy the machine is. */
function stopTimeLimits(): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('closing does not wait for a list that is still being opened; what waits for it is cancelled', async () => {
  stopTimeLimits();
  const keychain = new SlowKeychain();
  onTestFinished(() => keychain.release());
  const index = connect(keychain, false);
  const counted = index.request('count', { environmentId: 'sandbox' });
  const cancelled = expect(counted).rejects.toMatchObject({ code: 'cancelled' });
  await index.close(Promise.resolve());
  keychain.release();
  await cancelled;
});

test('closing waits for what is to be recorded in a list that is still being opened', async () => {
  stopTimeLimits();
  const keychain = new SlowKeychain();
  const index = connect(keychain, false);
  const recorded = index
    .begin()
    .then(() => index.request('add', { environmentId: 'sandbox', conversationIds: ['case-1'], at: 1 }));
  const closed = index.close(recorded);
  keychain.release();
  await recorded;
  await closed;
});
