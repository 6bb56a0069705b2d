import type { Envelope } from './envelope.ts';
import type { PushEvent } from './events.ts';

/**
 * The bridge between renderer and main, the same in both hosts. Values are transferred by structured clone (Electron) or
 * by an encoding of JSON and `Uint8Array` (browser host).
 */
export interface Bridge {
  /** Starts an operation. `callId` is chosen by the caller and unique while the call runs; main parses `input`. */
  invoke(callId: string, operation: string, input: unknown): Promise<Envelope>;
  /** Cancels a running call and any network request of it; the call fails with `cancelled`. */
  cancel(callId: string): void;
  /** Receives every push event and progress report until the returned function is called. */
  subscribe(listener: (message: BridgeMessage) => void): () => void;
}

/** A message from main: a push event, the progress of a call, or the end of the connection. */
export type BridgeMessage =
  | ({ kind: 'event' } & PushEvent)
  | { kind: 'progress'; callId: string; progress: unknown }
  | { kind: 'connection'; state: 'lost' };
