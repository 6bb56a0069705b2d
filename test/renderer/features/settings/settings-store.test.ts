import { describe, expect, test } from 'vitest';
import { createDispatch } from '../../../../main/bridge/dispatch.ts';
import type { EventBus } from '../../../../main/bridge/event-bus.ts';
import type { Handlers } from '../../../../main/bridge/handlers.ts';
import { checkStep } from '../../../../preload/contract/environments.ts';
import { type BridgeClient, createBridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { createEnvironmentStore } from '../../../../renderer/environments/environment-store.ts';
import { createSettingsStore } from '../../../../renderer/features/settings/settings-store.ts';
import {
  environmentPieces,
  newFile,
  settings,
} from '../../../main/features/environments/environment-harness.ts';
import { bridgeOf } from '../../../support/bridge.ts';

/** The stores with the real dispatch and handlers; only the connection check is replaced. */
async function opened(check: Handlers['connection.check'] = () => ({ passed: true, steps: [] })) {
  const { handlers, eventBus, saved } = await environmentPieces(await newFile());
  const bridge = clientOf({ ...handlers, 'connection.check': check } as Handlers, eventBus);
  const environments = createEnvironmentStore(bridge);
  await environments.getState().load();
  const store = createSettingsStore(bridge, environments);
  return { store, environments: environments.getState, saved, state: store.getState };
}

function clientOf(handlers: Handlers, eventBus: EventBus): BridgeClient {
  const dispatch = createDispatch(handlers, (_operation, error) => {
    throw error;
  });
  return createBridgeClient(bridgeOf(dispatch, eventBus));
}

describe('the settings store', () => {
  test('keeps a failure with its part until the next action or another page', async () => {
    const { state } = await opened();
    const added = await state().save(undefined, settings());
    const environmentId = added?.id ?? '';
    expect(await state().save(undefined, settings())).toBeUndefined();
    expect(state().failed).toMatchObject({ part: 'form', failure: { code: 'invalid-input' } });
    expect(
      await state().saveSecret(environmentId, { kind: 'api-key', login: 'me', password: 'secret' }),
    ).toBe(false);
    expect(state().failed).toMatchObject({ part: 'api-key', failure: { code: 'keychain-absent' } });
    state().settle();
    expect(state().failed).toBeUndefined();
  });

  test('saves, warns about and removes keys without keeping any', async () => {
    const { state, environments } = await opened();
    await environments().sessionOnly(true);
    const one = (await state().save(undefined, settings()))?.id ?? '';
    const two = (await state().save(undefined, settings({ name: 'Second' })))?.id ?? '';
    expect(
      await state().saveSecret(one, { kind: 'api-key', login: 'the-login', password: 'the-password' }),
    ).toBe(true);
    expect(state().warnings).toBeUndefined();
    expect(
      await state().saveSecret(two, { kind: 'api-key', login: 'the-login', password: 'the-password' }),
    ).toBe(true);
    expect(state().warnings).toMatchObject({
      part: 'api-key',
      texts: [expect.stringContaining('Acceptance')],
    });
    expect(
      await state().saveSecret(one, { kind: 'signing-key', label: 'Current', key: 'the-signing-key' }),
    ).toBe(true);
    const kept = JSON.stringify([state(), environments()]);
    for (const secret of ['the-login', 'the-password', 'the-signing-key']) {
      expect(kept).not.toContain(secret);
    }
    const keyId = environments().environments[1]?.signingKeys[0]?.id ?? '';
    expect(await state().removeSecret(one, 'signing-key', keyId)).toBe(true);
    expect(await state().removeSecret(one, 'api-key')).toBe(true);
    expect(environments().environments[1]).toMatchObject({ signingKeys: [] });
    expect(environments().environments[1]?.apiKey).toBeUndefined();
  });

  test('exports, imports and deletes', async () => {
    const { state, saved } = await opened();
    const id = (await state().save(undefined, settings()))?.id ?? '';
    expect(await state().exportFile([id])).toMatchObject({ kind: 'saved' });
    expect(await state().remove(id, false)).toBe(true);
    await state().importText(saved.get('assay-Acceptance.json') ?? '');
    expect(state().imported).toMatchObject({ added: [{ settings: { name: 'Acceptance' } }], refused: [] });
    await state().importText('nonsense');
    expect(state().imported).toBeUndefined();
    expect(state().failed?.part).toBe('transfer');
  });

  test('shows the steps of a check as they change, and the result', async () => {
    const running = checkStep.parse({ step: 'tcp', state: 'running', message: 'Connecting' });
    const failed = checkStep.parse({ step: 'tcp', state: 'failed', message: 'Refused' });
    const { store, state } = await opened((_input, { progress }) => {
      progress(running);
      progress(failed);
      return { passed: false, steps: [failed] };
    });
    const seen: unknown[] = [];
    store.subscribe(({ check }) => seen.push(check?.steps));
    await state().startCheck('sandbox');
    expect(seen).toContainEqual([running]);
    expect(state().check).toEqual({ environmentId: 'sandbox', steps: [failed], state: 'failed' });
  });

  test('drops the results of a check once a checked setting changes', async () => {
    const { state, environments } = await opened();
    const added = await state().save(undefined, settings());
    const environmentId = added?.id ?? '';
    await environments().sessionOnly(true);
    await state().startCheck(environmentId);
    expect(state().check?.state).toBe('passed');
    expect(
      await state().saveSecret(environmentId, {
        kind: 'api-key',
        login: 'login',
        password: 'a long password',
      }),
    ).toBe(true);
    expect(state().check).toBeUndefined();
    await state().startCheck(environmentId);
    await state().save(environmentId, settings());
    expect(state().check).toBeUndefined();
  });

  test('stops a check, and its request', async () => {
    const begun = Promise.withResolvers<void>();
    let stopped = false;
    const { state } = await opened(async (_input, { signal }) => {
      const aborted = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => {
        stopped = true;
        aborted.reject(signal.reason);
      });
      begun.resolve();
      return aborted.promise;
    });
    const ended = state().startCheck('sandbox');
    await begun.promise;
    state().stopCheck();
    await ended;
    expect(stopped).toBe(true);
    expect(state().check?.state).toBe('stopped');
    expect(state().failed).toBeUndefined();
  });
});
