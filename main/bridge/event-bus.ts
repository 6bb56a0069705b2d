import { type EventName, type EventPayload, events, type PushEvent } from '../../preload/contract/events.ts';

export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** Push events from main to the windows. A payload that does not fit the contract throws. */
export interface EventBus {
  emit: Emit;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: PushEvent) => void): () => void;
}

export function createEventBus(): EventBus {
  const listeners = new Set<(event: PushEvent) => void>();
  return {
    emit(name, payload) {
      const event = { name, payload: events[name].parse(payload) } as PushEvent;
      for (const listener of listeners) {
        listener(event);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
