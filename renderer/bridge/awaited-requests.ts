import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttemptProgress } from '../../preload/contract/attempt.ts';
import type { OperationName } from '../../preload/contract/operations.ts';
import type { BridgeClient } from './bridge-client.ts';

/** A slow request to the service. */
export interface AwaitedRequest {
  id: number;
  /** The awaited thing, within a sentence. */
  what: string;
  progress: AttemptProgress | undefined;
  stop(): void;
}

export interface AwaitedRequestsState {
  /** Requests that take longer than two seconds, oldest first. */
  requests: readonly AwaitedRequest[];
}

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

/** Tracks slow requests so that the window can show and stop them. */
export function withAwaitedRequests(bridge: BridgeClient): {
  bridge: BridgeClient;
  awaitedRequests: StoreApi<AwaitedRequestsState>;
} {
  const store = createStore<AwaitedRequestsState>()(() => ({ requests: [] }));
  let lastId = 0;
  const invoke: BridgeClient['invoke'] = async (operation, input, options = {}) => {
    const what = awaited[operation];
    if (what === undefined) {
      return bridge.invoke(operation, input, options);
    }
    const id = ++lastId;
    const stopped = new AbortController();
    let progress: AttemptProgress | undefined;
    const change = (changed: (all: readonly AwaitedRequest[]) => readonly AwaitedRequest[]) =>
      store.setState({ requests: changed(store.getState().requests) });
    const timer = setTimeout(
      () => change((all) => [...all, { id, what, progress, stop: () => stopped.abort() }]),
      showAfterMs,
    );
    const signal = options.signal ? AbortSignal.any([options.signal, stopped.signal]) : stopped.signal;
    try {
      return await bridge.invoke(operation, input, {
        ...options,
        signal,
        onProgress(reported) {
          progress = reported as AttemptProgress;
          change((all) => all.map((one) => (one.id === id ? { ...one, progress } : one)));
          options.onProgress?.(reported);
        },
      });
    } finally {
      clearTimeout(timer);
      change((all) => all.filter((one) => one.id !== id));
    }
  };
  return { bridge: { ...bridge, invoke }, awaitedRequests: store };
}
