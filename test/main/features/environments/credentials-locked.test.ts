import { describe, expect, test } from 'vitest';
import type { Keychain } from '../../../../main/keychain/keychain.ts';
import { keychainFailure } from '../../../../main/keychain/keychain-status.ts';
import { newFile, openEnvironmentHarness, settings, textOf } from './environment-harness.ts';
import { lockedStatus, MemoryKeychain } from './secret-store-harness.ts';

const apiKey = { login: 'some-login', password: 'some-password' };

describe('credentials where the keyring is locked', () => {
  test('are refused, kept for the session on request, and saved in the keychain once it is unlocked', async () => {
    const keychain = new MemoryKeychain();
    keychain.locked = new Set(['get', 'set', 'delete']);
    const file = await newFile();
    const harness = await openEnvironmentHarness(file, keychain);
    const environmentId = (await harness.ask('environments.save', { settings: settings() })).id;
    expect(await harness.ask('keychain.state', {})).toMatchObject({ state: 'locked', sessionOnly: false });
    const before = await textOf(file);

    expect(
      await harness.fails('credentials.save', { kind: 'api-key', environmentId, ...apiKey }),
    ).toMatchObject({
      code: 'keychain-locked',
      hint: lockedStatus.hint,
      details: { command: lockedStatus.command },
    });
    expect(await textOf(file)).toBe(before);
    expect(await harness.environments.apiKey(environmentId)).toBeUndefined();

    const state = await harness.ask('keychain.sessionOnly', { sessionOnly: true });
    expect(state).toMatchObject({ state: 'locked', sessionOnly: true });
    expect(harness.events.filter(({ name }) => name === 'keychain.changed')).toEqual([
      { name: 'keychain.changed', payload: state },
    ]);
    const kept = await harness.ask('credentials.save', { kind: 'api-key', environmentId, ...apiKey });
    const key = { kind: 'signing-key', environmentId, label: 'Mine', key: 'some-signing-key' } as const;
    expect(await harness.ask('credentials.save', key)).toMatchObject({
      apiKey: { store: 'session' },
      signingKeys: [{ label: 'Mine', store: 'session' }],
    });
    expect(kept.warnings).toEqual([]);
    expect(await harness.environments.apiKey(environmentId)).toEqual(apiKey);
    expect(await harness.fails('credentials.save', { ...key, key: apiKey.password })).toMatchObject({
      code: 'credentials-confused',
    });
    expect(await textOf(file)).toBe(before);
    const next = await openEnvironmentHarness(file, keychain);
    expect((await next.ask('environments.list', {})).environments[1]?.apiKey).toBeUndefined();

    keychain.locked.clear();
    expect(await harness.ask('keychain.sessionOnly', { sessionOnly: false })).toMatchObject({
      state: 'available',
      sessionOnly: false,
    });
    const saved = await harness.ask('credentials.save', { kind: 'api-key', environmentId, ...apiKey });
    expect(saved).toMatchObject({ apiKey: { store: 'keychain' }, signingKeys: [{ store: 'session' }] });
    const later = await openEnvironmentHarness(file, keychain);
    expect(await later.environments.apiKey(environmentId)).toEqual(apiKey);
  });
});

describe('deleting an environment whose secrets cannot be removed', () => {
  /** A keychain that locks after some deletions. */
  function shutting(after: number): Keychain & { held: Map<string, string> } {
    const held = new Map<string, string>();
    let left = after;
    return {
      held,
      get: async (account) => held.get(account),
      set: async (account, secret) => void held.set(account, secret),
      delete: async (account) => {
        left -= 1;
        if (left < 0) {
          throw keychainFailure(lockedStatus);
        }
        return held.delete(account);
      },
      state: async () => lockedStatus,
      askAgain: () => undefined,
      cancel: () => undefined,
    };
  }

  async function withThree(after: number) {
    const keychain = shutting(after);
    const file = await newFile();
    const harness = await openEnvironmentHarness(file, keychain);
    const environmentId = (await harness.ask('environments.save', { settings: settings() })).id;
    await harness.ask('credentials.save', { kind: 'api-key', environmentId, ...apiKey });
    await harness.ask('credentials.save', {
      kind: 'signing-key',
      environmentId,
      label: 'One',
      key: 'key-one',
    });
    await harness.ask('credentials.save', {
      kind: 'signing-key',
      environmentId,
      label: 'Two',
      key: 'key-two',
    });
    return { keychain, harness, environmentId };
  }

  test('keeps the environment, lists only the remaining secrets, and reports its progress', async () => {
    const { keychain, harness, environmentId } = await withThree(1);
    expect(await harness.fails('environments.delete', { environmentId })).toMatchObject({
      code: 'keychain-locked',
      message: expect.stringContaining('1 of its 3 secrets'),
      details: { removed: 1, secrets: 3 },
    });
    const view = harness.environments.view(environmentId);
    expect(view.apiKey).toBeDefined();
    expect(view.signingKeys.map(({ label }) => label)).toEqual(['Two']);
    expect(keychain.held.size).toBe(2);
    expect(harness.events.at(-1)?.payload).toEqual(harness.environments.views());
  });

  test('continues without them only on request', async () => {
    const { keychain, harness, environmentId } = await withThree(0);
    const left = await harness.ask('environments.delete', { environmentId, leaveSecrets: true });
    expect(left.environments.map(({ id }) => id)).toEqual(['sandbox']);
    expect(keychain.held.size).toBe(3);
  });
});
