import type { Envelope } from './envelope.ts';
import type { PushEvent } from './events.ts';

/**
 * The door between renderer and main, the same in both hosts. Values cross by structured clone (Electron) or an
 * encoding with the same reach for JSON and `Uint8Array` (browser host).
 */
export interface Bridge {
  /** Starts an operation. `callId` is the caller's own, unique while the call runs; main parses `input` before use. */
  invoke(callId: string, operation: string, input: unknown): Promise<Envelope>;
  /** Cancels a running call: the work and any network request behind it stop; the call answers `cancelled`. */
  cancel(callId: string): void;
  /** Hears every push event and every progress report until the returned function is called. */
  subscribe(listener: (message: BridgeMessage) => void): () => void;
}

/** What main sends by itself: a push event, the progress of one call, or that the connection is lost, is back, or leads to another program now. */
export type BridgeMessage =
  | ({ kind: 'event' } & PushEvent)
  | { kind: 'progress'; callId: string; progress: unknown }
  | { kind: 'connection'; state: 'lost' | 'restored' | 'replaced' };
