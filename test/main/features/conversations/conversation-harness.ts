import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDispatch } from '../../../../main/bridge/dispatch.ts';
import { createEventBus } from '../../../../main/bridge/event-bus.ts';
import type { Handlers } from '../../../../main/bridge/handlers.ts';
import { CaseStore } from '../../../../main/features/cases/case-store.ts';
import { LazyPlausibility } from '../../../../main/features/cases/plausibility/lazy.ts';
import { conversationHandlers } from '../../../../main/features/conversations/handlers.ts';
import { PrefetchedReadings } from '../../../../main/features/conversations/prefetched.ts';
import { RawWork } from '../../../../main/features/conversations/raw/raw-work.ts';
import { RawResponseCache } from '../../../../main/features/conversations/raw-response-cache.ts';
import { type BridgeClient, createBridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { bridgeOf } from '../../../support/bridge.ts';
import { type Service, startService } from '../../../support/service.ts';
import { OpenKeychain } from '../cases/cases-harness.ts';

/** The conversation operations over the bridge, on the real client, a real sandbox and a real store. */
export interface ConversationsHarness {
  service: Service;
  bridge: BridgeClient;
  cases: CaseStore;
  close(): Promise<void>;
}

export async function openConversations(now: () => number = Date.now): Promise<ConversationsHarness> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-conversations-'));
  const cases = new CaseStore({
    plausibility: new LazyPlausibility(() => undefined),
    dataDir,
    keychain: new OpenKeychain(),
    isSessionOnly: () => false,
    isEnvironment: () => true,
    now,
    actor: 'reviewer',
    onChange: () => undefined,
    checkForget: () => undefined,
    forgetCalls: () => undefined,
    onForgotten: () => undefined,
    log: (error) => {
      throw error;
    },
  });
  const service = await startService();
  const rawWork = new RawWork();
  const handlers: Partial<Handlers> = conversationHandlers({
    services: service.services,
    cases,
    rawResponses: new RawResponseCache(),
    rawWork,
    nextReadings: new PrefetchedReadings(),
    plausibility: new LazyPlausibility((error) => {
      throw error;
    }),
    samples: (environmentId) =>
      environmentId === 'sandbox'
        ? service.sandbox.conversations.map(({ id, title }) => ({ id, title }))
        : [],
  });
  // Only conversation operations are called here.
  const dispatch = createDispatch(handlers as Handlers, (operation, error) => {
    throw new Error(`${operation} failed`, { cause: error });
  });
  return {
    service,
    cases,
    bridge: createBridgeClient(bridgeOf(dispatch, createEventBus())),
    async close() {
      await service.close();
      await rawWork.forget();
      await cases.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
