import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { createKeytarKeychain, loadKeychainLibrary } from '../../../main/environments/keytar-keychain.ts';
import {
  type KeyringSession,
  type KeyringState,
  keyringInstalled,
  openKeyring,
} from '../../support/keyring.ts';
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
  test('keeps, returns, replaces and deletes a secret, and the next process finds it', async () => {
    await inside('present', async (session) => {
      expect(await ask(session, [state, get, remove, set])).toMatchObject([
        { value: { state: 'available' } },
        { value: null },
        { value: false },
        { value: null },
      ]);
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

  test('never takes a locked keyring for an empty one, and works after the command it names', async () => {
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

  test('takes a password window that was closed for a no, and opens it again only when asked to', async () => {
    await inside('locked', async (session) => {
      const answers = await ask(session, [get, get, state, { do: 'ask-again' }, state], { DISPLAY: ':99' });
      expect(answers).toMatchObject([
        { code: 'keychain-denied' },
        { code: 'keychain-denied' },
        { value: { state: 'denied' } },
        { value: null },
        { value: { state: 'locked' } },
      ]);
    });
  });

  test('gives up waiting for a password window that is not answered, and says so at once afterwards', async () => {
    await inside('asking', async (session) => {
      const [first, second, looked] = await ask(session, [get, set, state], {
        DISPLAY: ':99',
        ASK_MS: '700',
      });
      expect(first).toMatchObject({
        code: 'keychain-locked',
        message: expect.stringContaining('was not answered'),
      });
      expect(first?.ms).toBeGreaterThanOrEqual(700);
      expect(second).toMatchObject({ code: 'keychain-locked' });
      expect(second?.ms).toBeLessThan(500);
      expect(looked).toMatchObject({ value: { state: 'locked' } });
    });
  });

  test.each([
    ['absent', 'no D-Bus session', 'dbus-run-session'],
    ['no-service', 'This machine has no keyring for secrets', 'gnome-keyring'],
    ['no-keyring', 'no keyring yet', 'gnome-keyring-daemon --replace --unlock'],
  ] as const)(
    'says of a session that is %s what is missing and how to fix it',
    async (kind, words, command) => {
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
    },
  );

  test('shares its secrets with the library that kept them before', async () => {
    await inside('present', async (session) => {
      const keeping = `import keytar from 'keytar';
        await keytar.setPassword('assay', '${account}', 'kept by the library');`;
      const { stderr } = await session.run(process.execPath, ['--input-type=module', '-e', keeping]);
      expect(stderr).toBe('');
      expect(await ask(session, [get, set, get])).toMatchObject([
        { value: 'kept by the library' },
        { value: null },
        { value: 'geheim ✓ "quoted"\n' },
      ]);
      // Replaced, not kept twice.
      expect(await session.accounts()).toEqual([account]);
    });
  });

  test('never sends a secret over the bus in the clear', async () => {
    await inside('present', async (session) => {
      const watching = spawn('dbus-monitor', ['--session', '--pcap'], { env: session.env });
      const seen: Buffer[] = [];
      watching.stdout.on('data', (chunk: Buffer) => seen.push(chunk));
      await once(watching.stdout, 'data');
      expect(await ask(session, [set, get])).toMatchObject([{ value: null }, { value: expect.anything() }]);
      const bytes = () => Buffer.concat(seen);
      await vi.waitUntil(() => bytes().includes('GetSecret'), { timeout: 10_000 });
      watching.kill();
      await once(watching, 'exit');
      expect(bytes().includes('CreateItem')).toBe(true);
      expect(bytes().includes('geheim')).toBe(false);
    });
  });

  test('keeps an empty, a long and a many-lined secret as they are', async () => {
    await inside('present', async (session) => {
      const secrets = ['', 'x'.repeat(100_000), 'one\r\ntwo\0three', '𝄞'];
      for (const secret of secrets) {
        expect(await ask(session, [{ do: 'set', account, secret }, get])).toMatchObject([
          { value: null },
          { value: secret },
        ]);
      }
    });
  });

  test('finds a keyring that was started anew', async () => {
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

  test('says of a keyring that was stopped that it does not answer, within ten seconds', async () => {
    await inside('present', async (session) => {
      const keychain = keychainOf(session);
      await keychain.set(account, 'kept');
      session.freeze();
      for (const act of [() => keychain.get(account), () => keychain.set(account, 'new')]) {
        const began = performance.now();
        await expect(act()).rejects.toMatchObject({
          code: 'keychain-absent',
          message: expect.stringContaining('does not answer'),
          hint: expect.stringContaining('session only'),
        });
        expect(performance.now() - began).toBeLessThan(10_000);
      }
      expect((await keychain.state()).message).toContain('does not answer');
    });
  });
});

/** The keychain in this process, in the session's bus, with the bounds of the product. */
function keychainOf(session: KeyringSession) {
  const machine = { platform: process.platform, variables: session.env, osRelease: '' };
  return createKeytarKeychain({ machine, load: () => loadKeychainLibrary(machine) });
}
