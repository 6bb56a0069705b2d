import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDispatch } from '../../../main/bridge/dispatch.ts';
import { createEventBus } from '../../../main/bridge/event-bus.ts';
import type { Handlers } from '../../../main/bridge/handlers.ts';
import { conversationHandlers } from '../../../main/conversations/handlers.ts';
import { RawReplyCache } from '../../../main/conversations/readings.ts';
import { openDatabase } from '../../../main/store/database.ts';
import { createRecents } from '../../../main/store/recents.ts';
import { type BridgeClient, createBridgeClient } from '../../../renderer/bridge/bridge-client.ts';
import { bridgeOf } from '../../support/bridge.ts';
import { type Service, startService } from '../../support/service.ts';

/** The conversation operations over the bridge, on the real client, a real sandbox and a real store. */
export interface ConversationsRoom {
  service: Service;
  bridge: BridgeClient;
  close(): Promise<void>;
}

export async function openConversations(now: () => number = Date.now): Promise<ConversationsRoom> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-conversations-'));
  const database = openDatabase(dataDir);
  const service = await startService();
  const handlers: Partial<Handlers> = conversationHandlers({
    services: service.services,
    recents: createRecents(database),
    readings: new RawReplyCache(),
    onOpened: () => undefined,
    samples: (environmentId) =>
      environmentId === 'sandbox'
        ? service.sandbox.conversations.map(({ id, title }) => ({ id, title }))
        : [],
    now,
  });
  // Only the conversations' own operations are called here.
  const dispatch = createDispatch(handlers as Handlers, (operation, error) => {
    throw new Error(`${operation} failed`, { cause: error });
  });
  return {
    service,
    bridge: createBridgeClient(bridgeOf(dispatch, createEventBus())),
    async close() {
      await service.close();
      database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
