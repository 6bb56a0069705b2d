import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttemptProgress } from '../../preload/contract/attempt.ts';
import type { OperationName } from '../../preload/contract/operations.ts';

/** A slow request to the service. */
export interface AwaitedRequest {
  id: string;
  /** The awaited thing, within a sentence. */
  what: string;
  progress: AttemptProgress | undefined;
  stop(): void;
}

/** Requests that take longer than two seconds, oldest first. */
export type AwaitedRequests = StoreApi<{ requests: readonly AwaitedRequest[] }>;

/** Milliseconds before a slow request is shown. */
const showAfterMs = 2000;

/**
 * Operations that call the service while a user waits, with what is awaited. Operations with their own progress on the page are not listed:
 * opening a conversation, sending a deletion, saving files, checking the connection.
 */
const awaited: Partial<Record<OperationName, string>> = {
  'conversations.databaseSources': 'the database sources',
  'media.list': 'the list of files',
  'media.open': 'the file',
};

export function createAwaitedRequests(): AwaitedRequests {
  return createStore(() => ({ requests: [] }));
}

/** Shows a request once it takes long; undefined for an operation that is not listed. `end` is called when it has ended. */
export function awaitRequest(
  store: AwaitedRequests,
  operation: OperationName,
  stop: () => void,
): { report(progress: unknown): void; end(): void } | undefined {
  const what = awaited[operation];
  if (what === undefined) {
    return undefined;
  }
  const id = crypto.randomUUID();
  let progress: AttemptProgress | undefined;
  const change = (changed: (all: readonly AwaitedRequest[]) => readonly AwaitedRequest[]) =>
    store.setState({ requests: changed(store.getState().requests) });
  const timer = setTimeout(() => change((all) => [...all, { id, what, progress, stop }]), showAfterMs);
  return {
    report(step) {
      progress = step as AttemptProgress;
      change((all) => all.map((one) => (one.id === id ? { ...one, progress } : one)));
    },
    end() {
      clearTimeout(timer);
      change((all) => all.filter((one) => one.id !== id));
    },
  };
}
