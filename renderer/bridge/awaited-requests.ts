import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttemptProgress } from '../../preload/contract/attempt.ts';
import type { OperationName } from '../../preload/contract/operations.ts';
import type { BridgeClient } from './bridge-client.ts';

/** A request of the service that people have been waiting for. */
export interface AwaitedRequest {
  id: number;
  /** What is awaited, within a sentence. */
  what: string;
  progress: AttemptProgress | undefined;
  stop(): void;
}

export interface AwaitedRequestsState {
  /** Those that take longer than two seconds, the oldest first. */
  requests: readonly AwaitedRequest[];
}

/** Milliseconds after which waiting is put into words. */
const wordsAfterMs = 2000;

/**
 * Operations that call the service while a person waits, by what is awaited. Those with a wait of their own on the page are not here:
 * opening a conversation, sending a deletion, saving files, checking the connection.
 */
const awaited: Partial<Record<OperationName, string>> = {
  'conversations.databaseSources': 'the database sources',
  'media.list': 'the list of files',
  'media.open': 'the file',
  'deletion.preview': 'the conversation for the preview',
};

/** Lists the requests that take long, for the window to show; each can be stopped. */
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
      wordsAfterMs,
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
