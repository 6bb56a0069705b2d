import { type EventName, type EventPayload, events, type PushEvent } from '../../preload/contract/events.ts';

export type Publish = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** Where main's events go out and windows listen. A payload the contract does not allow is a defect and throws. */
export interface Outlet {
  publish: Publish;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: PushEvent) => void): () => void;
}

export function createOutlet(): Outlet {
  const listeners = new Set<(event: PushEvent) => void>();
  return {
    publish(name, payload) {
      const event = { name, payload: events[name].parse(payload) } as PushEvent;
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
