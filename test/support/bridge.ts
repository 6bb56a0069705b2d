import type { Dispatch } from '../../main/bridge/dispatch.ts';
import type { EventBus } from '../../main/bridge/event-bus.ts';
import type { Bridge, BridgeMessage } from '../../preload/contract/bridge.ts';

/** A window's bridge directly to a dispatch. Messages are copied, as a host copies them. */
export function bridgeOf(dispatch: Dispatch, eventBus: EventBus): Bridge {
  const client = dispatch.client();
  const listeners = new Set<(message: BridgeMessage) => void>();
  const tell = (message: BridgeMessage) => {
    for (const listener of listeners) {
      listener(structuredClone(message));
    }
  };
  eventBus.subscribe((event) => tell({ kind: 'event', ...event }));
  return {
    async invoke(callId, operation, input) {
      const progress = (step: unknown) => tell({ kind: 'progress', callId, progress: step });
      return structuredClone(
        await client.invoke({ callId, operation, input: structuredClone(input), progress }),
      );
    },
    cancel: (callId) => client.cancel(callId),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
