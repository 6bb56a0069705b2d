import {
  hashKey,
  keepPreviousData,
  type Mutation,
  type MutationState,
  type QueryClient,
  QueryClientProvider,
  skipToken,
  type UseQueryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SaveResult } from '../../preload/contract/application.ts';
import type { ErrorCode, FailureView } from '../../preload/contract/envelope.ts';
import type {
  OperationInput,
  OperationName,
  OperationOutput,
  OperationProgress,
} from '../../preload/contract/operations.ts';
import { savedText, startDownload } from '../ui/download.ts';
import { requiredContext } from '../ui/required-context.ts';
import { type BridgeClient, CallFailure, failureOf } from './bridge-client.ts';
import { bridgeKey, dropAction } from './query-client.ts';

interface BridgeContext {
  bridge: BridgeClient;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

const [Provider, useBridge] = requiredContext<BridgeContext>('BridgeProvider');

interface BridgeProviderProps extends BridgeContext {
  queries: QueryClient;
  children: ReactNode;
}

export function BridgeProvider({ bridge, announce, queries, children }: BridgeProviderProps) {
  const value = useMemo(() => ({ bridge, announce }), [bridge, announce]);
  return (
    <Provider value={value}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </Provider>
  );
}

/** Turns any error into a failure with a message, so that a view can show it. */
async function withFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CallFailure ? error : new CallFailure(failureOf(error));
  }
}

/** The library’s own error for a query that was stopped is the only other kind. */
function viewOf(error: Error | null | undefined): FailureView | undefined {
  if (!error) {
    return undefined;
  }
  return error instanceof CallFailure
    ? error.view
    : { code: 'cancelled', message: 'Cancelled before it finished.', retryable: true };
}

export interface QueryOptions<N extends OperationName, T, Selected>
  extends Pick<UseQueryOptions<T>, 'enabled' | 'refetchInterval' | 'structuralSharing'> {
  /** Returns the part of the reply that the component needs: it is rendered again only when that changes. */
  select?(reply: T): Selected;
  /** Makes several requests for one reply, such as page by page; `before` is the reply held until now. */
  read?(ask: (input: OperationInput<N>) => Promise<OperationOutput<N>>, before: T | undefined): Promise<T>;
  /** Holds the reply until the environment is left, also while no view shows it; a view that opens reads it again. Not for personal data. */
  keep?: boolean;
  /** Shows the reply to the input before until the new one is there. */
  keepPrevious?: boolean;
  /** Failures after which the reply held until now must not be shown any more. */
  dropsReply?: readonly ErrorCode[];
}

export interface BridgeQuery<T> {
  /** The reply; undefined until it was read. It stays when reading it again fails. */
  data: T | undefined;
  /** The failure of the last read. */
  failure: FailureView | undefined;
  busy: boolean;
  /** Milliseconds since the epoch at which `data` was read. */
  readAt: number;
  /** Reads again, in place of a read under way. */
  refresh(): void;
  /** Cancels the read under way; the failure is then `cancelled`. */
  stop(): void;
}

function progressKey(operation: OperationName, input: object): readonly unknown[] {
  const [environmentId, ...rest] = bridgeKey(operation, input);
  return [environmentId, 'progress', ...rest];
}

/** Returns the last report of a read under way, whichever component began it. */
export function useBridgeProgress<N extends OperationName>(
  operation: N,
  input: OperationInput<N>,
): OperationProgress<N> | undefined {
  const queryKey = progressKey(operation, input);
  return useQuery<OperationProgress<N> | null>({ queryKey, queryFn: skipToken }).data ?? undefined;
}

/**
 * Reads from main while the component is shown; with the input undefined, nothing is read. Equal operations and inputs share one
 * request and its reply. The request is cancelled when no component needs it any more.
 */
export function useBridgeQuery<N extends OperationName, T = OperationOutput<N>, Selected = T>(
  operation: N,
  input: OperationInput<N> | undefined,
  {
    read,
    keep = false,
    keepPrevious = false,
    dropsReply = [],
    ...options
  }: QueryOptions<N, T, Selected> = {},
): BridgeQuery<Selected> {
  const { bridge } = useBridge();
  const client = useQueryClient();
  const queryKey = bridgeKey(operation, input ?? {});
  const query = useQuery<T, Error, Selected>({
    queryKey,
    queryFn:
      input === undefined
        ? skipToken
        : ({ signal }) =>
            withFailure(async () => {
              const key = progressKey(operation, input);
              const report = (progress: OperationProgress<N>) =>
                signal.aborted || client.setQueryData(key, progress);
              if (client.getQueryData(key)) {
                client.setQueryData(key, null);
              }
              const ask = (asked: OperationInput<N>) =>
                bridge.invoke(operation, asked, { signal, onProgress: report });
              return read ? await read(ask, client.getQueryData<T>(queryKey)) : ((await ask(input)) as T);
            }).catch((failure: CallFailure) => {
              if (dropsReply.includes(failure.view.code)) {
                client.getQueryCache().find({ queryKey, exact: true })?.setState({ data: undefined });
              }
              throw failure;
            }),
    ...(keep && { gcTime: Infinity, staleTime: 0 }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  });
  // The library renders a component again only when a member changes that it has read.
  return {
    data: query.data,
    get failure() {
      return viewOf(query.error);
    },
    get busy() {
      return query.isFetching;
    },
    get readAt() {
      return query.dataUpdatedAt;
    },
    refresh: () => void query.refetch(),
    stop: () => void client.cancelQueries({ queryKey, exact: true }, { revert: false }),
  };
}

const readers = new WeakMap<object, () => unknown>();

/** Returns a function that returns a state, the same for the same state: the library compares replies member by member unless they are behind one. */
function readerOf(state: object): () => unknown {
  const reader = readers.get(state) ?? (() => state);
  readers.set(state, reader);
  return reader;
}

const noReports = createStore<readonly never[]>(() => []);

/** The input without the members given already, for each form of it. */
export type Rest<Input, Given> = Input extends unknown ? Omit<Input, keyof Given> : never;

export interface ActionOptions<N extends OperationName, Asked> {
  /** Makes the request, or several, with what `run` was given, for where that is not the input itself. */
  perform?(asked: Asked, invoke: BridgeClient['invoke'], signal: AbortSignal): Promise<OperationOutput<N>>;
  /** Queries of the same environment that the action makes out of date, also where it fails. */
  changes?: readonly OperationName[];
  /** Queries to read again as well, but without waiting for them, since they ask the service. */
  alsoReads?: readonly OperationName[];
  /** Holds the outcome until the environment is left or the action is run again, also while no view shows it. */
  keep?: boolean;
  /** Does nothing where it is run while a run is under way, such as by a second click. */
  once?: boolean;
  /** The output is a saved file: its download begins where the host needs one, and its place is announced, followed by a text such as “, without secrets”. */
  saves?: OperationOutput<N> extends SaveResult ? true | string : never;
  /** Cancels the run under way, and drops its outcome, where it is run again or reset, or its environment is left. */
  latestOnly?: boolean;
}

export interface BridgeAction<N extends OperationName, Given, Asked = Rest<OperationInput<N>, Given>> {
  /**
   * Begins the action. Returns its output; undefined where it failed, was not begun, or its environment was left meanwhile.
   *
   * @param said announced once it is done
   */
  run(
    ...given: Record<never, never> extends Asked
      ? [asked?: Asked, said?: string]
      : [asked: Asked, said?: string]
  ): Promise<OperationOutput<N> | undefined>;
  busy: boolean;
  /** The input of the last run. */
  input: Asked | undefined;
  data: OperationOutput<N> | undefined;
  failure: FailureView | undefined;
  /** Every report of the run under way, or of the last one, in their order; `progress` is the last of them. Shared as the outcome is. */
  reports: readonly OperationProgress<N>[];
  progress: OperationProgress<N> | undefined;
  /** Cancels the run under way; its failure is then `cancelled`. */
  stop(): void;
  /** Drops the outcome. */
  reset(): void;
}

/** Returns the state of several actions on the same, whichever components run them: for a view that shows their failures for all of them. */
export function useBridgeActions(operations: readonly OperationName[], given: object) {
  const client = useQueryClient();
  const ids = operations.map((operation) => hashKey(bridgeKey(operation, given)));
  const predicate = ({ meta }: Pick<Mutation, 'meta'>) => ids.includes(meta?.id as string);
  const states = useMutationState<() => MutationState>({
    filters: { predicate },
    select: ({ state }) => readerOf(state) as () => MutationState,
  }).map((read) => read());
  return {
    busy: states.some(({ status }) => status === 'pending'),
    /** A failure of one, but not where it was cancelled. */
    failure: states.map(({ error }) => viewOf(error)).find((view) => view && view.code !== 'cancelled'),
    /** Drops the failures. */
    dismiss() {
      for (const action of client.getMutationCache().findAll({ predicate, status: 'error' })) {
        dropAction(client, action as Mutation);
      }
    },
  };
}

/**
 * Does something in main when it is run. `given` is the part of the input that says what it is done to, such as the environment and
 * the conversation: components with equal operations and `given` share the state.
 */
export function useBridgeAction<
  N extends OperationName,
  const Given extends Partial<OperationInput<N>>,
  Asked = Rest<OperationInput<N>, Given>,
>(operation: N, given: Given, options: ActionOptions<N, Asked> = {}): BridgeAction<N, Given, Asked> {
  const {
    changes = [],
    alsoReads = [],
    keep = false,
    once = false,
    latestOnly = false,
    perform,
    saves,
  } = options;
  type Reports = readonly OperationProgress<N>[];
  type Run = {
    asked: Asked;
    abort: AbortController;
    reports: StoreApi<Reports>;
    perform(): Promise<OperationOutput<N>>;
    readAgain(): Promise<unknown>;
  };
  const { bridge, announce } = useBridge();
  const client = useQueryClient();
  const mutationKey = bridgeKey(operation, given);
  // The library makes texts of both keys for each comparison.
  const id = hashKey(mutationKey);
  const predicate = ({ meta }: Pick<Mutation, 'meta'>) => meta?.id === id;
  // Every action of the window is asked for its state where the options of one change, so that these are the same at each rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the key
  const mutation = useMemo(
    () => ({
      mutationKey,
      mutationFn: (run: Run) => run.perform(),
      onSettled: (_output: unknown, _error: unknown, run: Run) => run.readAgain(),
      meta: { id, latestOnly },
      ...(keep && { gcTime: Infinity }),
    }),
    [id, latestOnly, keep],
  );
  const { mutateAsync } = useMutation<OperationOutput<N>, Error, Run>(mutation);
  type State = MutationState<OperationOutput<N>, Error, Run>;
  const latest = useMutationState<() => State>({
    filters: { predicate },
    select: ({ state }) => readerOf(state) as () => State,
  }).at(-1)?.();
  const reports = useStore<StoreApi<Reports>>(latest?.variables?.reports ?? noReports);
  const actions = client.getMutationCache();
  const reset = () => {
    for (const action of actions.findAll({ predicate })) {
      if (action.state.status !== 'pending' || latestOnly) {
        dropAction(client, action as Mutation);
      }
    }
  };
  return {
    async run(...[asked, said]) {
      if (once && actions.find({ predicate, status: 'pending' })) {
        return undefined;
      }
      reset();
      const abort = new AbortController();
      const { signal } = abort;
      const reports = createStore<Reports>(() => []);
      const input = (asked ?? {}) as Asked;
      const readAgain = (changed: OperationName) =>
        client.invalidateQueries({ queryKey: [mutationKey[0], changed] });
      const run: Run = {
        asked: input,
        abort,
        reports,
        perform: () =>
          perform
            ? withFailure(() => perform(input, bridge.invoke, signal))
            : bridge.invoke(operation, { ...given, ...input } as OperationInput<N>, {
                signal,
                onProgress: (report) => reports.setState([...reports.getState(), report], true),
              }),
        readAgain() {
          void Promise.all(alsoReads.map(readAgain));
          return Promise.all(changes.map(readAgain));
        },
      };
      try {
        const output = await mutateAsync(run);
        if (!actions.find({ predicate: ({ state }) => state.variables === run })) {
          return undefined;
        }
        if (said !== undefined) {
          announce(said);
        }
        const place = saves && savedText(startDownload(output as SaveResult));
        if (place) {
          announce(saves === true ? place : `${place}${saves}`);
        }
        return output;
      } catch {
        return undefined;
      }
    },
    busy: latest?.status === 'pending',
    input: latest?.variables?.asked,
    data: latest?.data,
    failure: viewOf(latest?.error),
    reports,
    progress: reports.at(-1),
    stop() {
      // The run may have begun after this was rendered.
      const pending = actions.find({ predicate, status: 'pending' });
      (pending?.state.variables as Run | undefined)?.abort.abort();
    },
    reset,
  };
}
