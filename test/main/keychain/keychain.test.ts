import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { forkKeytar } from '../../../main/keychain/keytar-child.ts';
import { KeytarProcess } from '../../../main/keychain/keytar-process.ts';
import { createSystemKeychain } from '../../../main/keychain/system-keychain.ts';
import {
  type KeyringSession,
  type KeyringState,
  keyringInstalled,
  openKeyring,
} from '../../support/keyring.ts';
import { newFile, openEnvironmentHarness } from '../features/environments/environment-harness.ts';
import type { KeychainAnswer, KeychainCall } from './keychain-program.ts';

const program = fileURLToPath(new URL('./keychain-program.ts', import.meta.url));

async function ask(
  session: KeyringSession,
  calls: readonly KeychainCall[],
  variables: Record<string, string> = {},
): Promise<KeychainAnswer[]> {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const finished = await session.run('env', [...assignments, process.execPath, program], {
    input: JSON.stringify(calls),
  });
  if (finished.code !== 0) {
    throw new Error(finished.stderr);
  }
  return JSON.parse(finished.stdout);
}

async function inside(state: KeyringState, act: (session: KeyringSession) => Promise<void>): Promise<void> {
  const session = await openKeyring(state);
  try {
    await act(session);
  } finally {
    await session.close();
  }
}

const account = 'environment/e1/api-key';
const get: KeychainCall = { do: 'get', account };
const set: KeychainCall = { do: 'set', account, secret: 'geheim ✓ "quoted"\n' };
const remove: KeychainCall = { do: 'delete', account };
const state: KeychainCall = { do: 'state' };

describe.skipIf(!(await keyringInstalled()))('the keychain of a real D-Bus session', () => {
  test('stores, returns, replaces and deletes a secret, and another process finds it', async () => {
    await inside('present', async (session) => {
      expect(await ask(session, [state, get, remove, set])).toMatchObject([
        { value: { state: 'available' } },
        { value: null },
        { value: false },
        { value: null },
      ]);
      // The entry that was written to find out whether it is open is gone.
      expect(await session.accounts()).toEqual([account]);
      expect(
        await ask(session, [get, { do: 'set', account, secret: 'second' }, get, remove, get, remove]),
      ).toMatchObject([
        { value: 'geheim ✓ "quoted"\n' },
        { value: null },
        { value: 'second' },
        { value: true },
        { value: null },
        { value: false },
      ]);
    });
  });

  test('never mistakes a locked keyring for an empty one, and works after the suggested command', async () => {
    await inside('locked', async (session) => {
      const [looked, read, wrote, removed] = await ask(session, [state, get, set, remove]);
      expect(looked).toMatchObject({
        value: {
          state: 'locked',
          command: expect.stringContaining('gnome-keyring-daemon --replace --unlock'),
        },
      });
      for (const answer of [read, wrote, removed]) {
        expect(answer).toMatchObject({ code: 'keychain-locked' });
      }
      await session.unlock();
      expect(await ask(session, [state, set, get])).toMatchObject([
        { value: { state: 'available' } },
        { value: null },
        { value: 'geheim ✓ "quoted"\n' },
      ]);
    });
  });

  test('treats a closed password window as a refusal, and opens it again only on request', async () => {
    await inside('locked', async (session) => {
      const answers = await ask(session, [get, get, state], { DISPLAY: ':99' });
      expect(answers).toMatchObject([
        { code: 'keychain-denied' },
        { code: 'keychain-denied' },
        { value: { state: 'denied' } },
      ]);
      const keychain = keychainOf(session, { DISPLAY: ':99' });
      await expect(keychain.get(account)).rejects.toMatchObject({ code: 'keychain-denied' });
      await session.unlock();
      await expect(keychain.get(account)).rejects.toMatchObject({ code: 'keychain-denied' });
      keychain.askAgain();
      expect(await keychain.get(account)).toBeUndefined();
    });
  });

  test('stops waiting for an unanswered password window, and then fails immediately', async () => {
    await inside('asking', async (session) => {
      const [first, second, looked] = await ask(session, [get, set, state], {
        DISPLAY: ':99',
        ASK_MS: '1000',
      });
      expect(first).toMatchObject({
        code: 'keychain-locked',
        message: expect.stringContaining('did not answer'),
      });
      // No process was started that could ask again.
      expect(first?.processes).toBe(1);
      expect(second).toMatchObject({ code: 'keychain-locked', processes: 1 });
      expect(looked).toMatchObject({ value: { state: 'locked' }, processes: 1 });
    });
  });

  test.each([
    ['absent', 'no D-Bus session', 'dbus-run-session'],
    ['no-service', 'This machine has no keyring for secrets', 'gnome-keyring'],
    ['no-keyring', 'no keyring yet', 'gnome-keyring-daemon --replace --unlock'],
  ] as const)('explains what a session that is %s lacks and how to fix it', async (kind, words, command) => {
    await inside(kind, async (session) => {
      const [looked, read, wrote] = await ask(session, [state, get, set]);
      expect(looked).toMatchObject({
        value: {
          state: 'absent',
          message: expect.stringContaining(words),
          hint: expect.stringContaining('session only'),
          command: expect.stringContaining(command),
        },
      });
      expect(read).toMatchObject({ code: 'keychain-absent', message: expect.stringContaining(words) });
      expect(wrote).toMatchObject({ code: 'keychain-absent' });
    });
  });

  test('stores a long and a multi-line secret unchanged', async () => {
    await inside('present', async (session) => {
      const secrets = ['x'.repeat(100_000), 'one\r\ntwo', '𝄞'];
      for (const secret of secrets) {
        expect(await ask(session, [{ do: 'set', account, secret }, get])).toMatchObject([
          { value: null },
          { value: secret },
        ]);
      }
    });
  });

  test('finds a restarted keyring', async () => {
    await inside('present', async (session) => {
      const keychain = keychainOf(session);
      await keychain.set(account, 'kept');
      await session.restart();
      expect(await keychain.get(account)).toBe('kept');
      expect(await keychain.state()).toMatchObject({ state: 'available' });
      await keychain.set(account, 'kept again');
      await session.restart();
      expect(await keychain.delete(account)).toBe(true);
    });
  });

  test('stops waiting for a password window when the user says so, and finds the keyring afterwards', async () => {
    await inside('asking', async (session) => {
      const keychain = keychainOf(session, { DISPLAY: ':99' });
      let failure: unknown;
      void keychain.get(account).catch((error: unknown) => {
        failure = error;
      });
      // There is nothing to cancel until the process was started.
      await vi.waitFor(() => {
        keychain.cancel();
        expect(failure).toMatchObject({ code: 'keychain-locked' });
      });
      await session.unlock();
      keychain.askAgain();
      expect(await keychain.get(account)).toBeUndefined();
    });
  });

  test('a password window is said to be waited for, and closed on request', async () => {
    await inside('asking', async (session) => {
      const harness = await openEnvironmentHarness(await newFile(), keychainOf(session, { DISPLAY: ':99' }));
      expect(await harness.ask('keychain.check', {})).toMatchObject({ state: 'locked', isWaiting: true });
      await harness.ask('keychain.cancel', {});
      const closed = { state: 'locked', message: expect.stringContaining('did not answer') };
      await expect
        .poll(() => harness.events)
        .toContainEqual({ name: 'keychain.changed', payload: expect.objectContaining(closed) });
      expect(await harness.ask('keychain.state', {})).not.toHaveProperty('isWaiting');
    });
  });

  test('reports a suspended keyring, and finds it when it goes on', async () => {
    await inside('present', async (session) => {
      await keychainOf(session).set(account, 'kept');
      const keychain = keychainOf(session, {}, { openMs: 5_000, promptMs: 5_000 });
      session.freeze();
      for (const act of [() => keychain.get(account), () => keychain.set(account, 'new')]) {
        await expect(act()).rejects.toMatchObject({
          code: 'keychain-absent',
          message: expect.stringContaining('does not answer'),
          hint: expect.stringContaining('session only'),
        });
      }
      expect((await keychain.state()).message).toContain('does not answer');
      session.thaw();
      // A new process starts: on a busy machine the first call may end before it answers.
      await expect.poll(() => keychain.get(account).catch((error: Error) => error.message)).toBe('kept');
    });
  });
});

/** The keychain on the session's bus. */
function keychainOf(
  session: KeyringSession,
  more: Record<string, string> = {},
  bounds = { openMs: 10_000, promptMs: 90_000 },
) {
  const variables = { ...session.env, ...more };
  const machine = { platform: process.platform, variables, osRelease: '' };
  return createSystemKeychain({
    machine,
    load: async () => new KeytarProcess(() => forkKeytar(variables)),
    bounds,
  });
}
