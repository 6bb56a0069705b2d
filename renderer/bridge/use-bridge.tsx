import {
  keepPreviousData,
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
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type {
  OperationInput,
  OperationName,
  OperationOutput,
  OperationProgress,
} from '../../preload/contract/operations.ts';
import { type BridgeClient, CallFailure, failureOf } from './bridge-client.ts';
import { bridgeKey } from './query-client.ts';

const Context = createContext<BridgeClient | undefined>(undefined);

interface BridgeProviderProps {
  bridge: BridgeClient;
  queries: QueryClient;
  children: ReactNode;
}

export function BridgeProvider({ bridge, queries, children }: BridgeProviderProps) {
  return (
    <Context.Provider value={bridge}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </Context.Provider>
  );
}

function useBridge(): BridgeClient {
  const bridge = useContext(Context);
  if (!bridge) {
    throw new Error('BridgeProvider is missing');
  }
  return bridge;
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

interface QueryOptions<N extends OperationName, T>
  extends Pick<UseQueryOptions<T>, 'enabled' | 'refetchInterval' | 'structuralSharing'> {
  /** Makes several requests for one reply, such as page by page; `before` is the reply held until now. */
  read?(ask: (input: OperationInput<N>) => Promise<OperationOutput<N>>, before: T | undefined): Promise<T>;
  /** Holds the reply until the environment is left, also while no view shows it; a view that opens reads it again. Not for personal data. */
  keep?: boolean;
  /** Shows the reply to the input before until the new one is there. */
  keepPrevious?: boolean;
}

export interface BridgeQuery<N extends OperationName, T> {
  /** The reply; undefined until it was read. It stays when reading it again fails. */
  data: T | undefined;
  /** The failure of the last read. */
  failure: FailureView | undefined;
  busy: boolean;
  /** Milliseconds since the epoch at which `data` was read. */
  readAt: number;
  progress: OperationProgress<N> | undefined;
  /** Reads again, in place of a read under way. */
  refresh(): void;
  /** Cancels the read under way; the failure is then `cancelled`. */
  stop(): void;
}

/**
 * Reads from main while the component is shown; with the input undefined, nothing is read. Equal operations and inputs share one
 * request and its reply. The request is cancelled when no component needs it any more.
 */
export function useBridgeQuery<N extends OperationName, T = OperationOutput<N>>(
  operation: N,
  input: OperationInput<N> | undefined,
  { read, keep = false, keepPrevious = false, ...options }: QueryOptions<N, T> = {},
): BridgeQuery<N, T> {
  const bridge = useBridge();
  const client = useQueryClient();
  const [progress, setProgress] = useState<OperationProgress<N>>();
  const queryKey = bridgeKey(operation, input ?? {});
  const query = useQuery<T>({
    queryKey,
    queryFn:
      input === undefined
        ? skipToken
        : ({ signal }) =>
            withFailure(async () => {
              setProgress(undefined);
              const ask = (asked: OperationInput<N>) =>
                bridge.invoke(operation, asked, { signal, onProgress: setProgress });
              return read ? await read(ask, client.getQueryData<T>(queryKey)) : ((await ask(input)) as T);
            }),
    ...(keep && { gcTime: Infinity, staleTime: 0 }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  });
  // The library renders a component again when a member changes that it has read.
  return {
    data: query.data,
    failure: viewOf(query.error),
    busy: query.isFetching,
    get readAt() {
      return query.dataUpdatedAt;
    },
    progress,
    refresh: () => void query.refetch(),
    stop: () => void client.cancelQueries({ queryKey, exact: true }, { revert: false }),
  };
}

/** The input without the members given already, for each form of it. */
type Rest<Input, Given> = Input extends unknown ? Omit<Input, keyof Given> : never;

interface ActionOptions<N extends OperationName> {
  /** Queries of the same environment that the action makes out of date, also where it fails. */
  changes?: readonly OperationName[];
  /** Queries to read again as well, but without waiting for them, since they ask the service. */
  alsoReads?: readonly OperationName[];
  /** Holds the outcome until the environment is left or the action is run again, also while no view shows it. */
  keep?: boolean;
  /** Does nothing where it is run while a run is under way, such as by a second click. */
  once?: boolean;
  /** Receives every report of a run that this component began; `progress` is the last of them. */
  onProgress?(progress: OperationProgress<N>): void;
}

export interface BridgeAction<N extends OperationName, Given> {
  /** Begins the action. Returns its output; undefined where it failed, was not begun, or its environment was left meanwhile. */
  run(
    ...rest: Record<never, never> extends Rest<OperationInput<N>, Given>
      ? [Rest<OperationInput<N>, Given>?]
      : [Rest<OperationInput<N>, Given>]
  ): Promise<OperationOutput<N> | undefined>;
  busy: boolean;
  /** What the last run was given. */
  input: Rest<OperationInput<N>, Given> | undefined;
  data: OperationOutput<N> | undefined;
  failure: FailureView | undefined;
  progress: OperationProgress<N> | undefined;
  /** Cancels the run under way; its failure is then `cancelled`. */
  stop(): void;
  /** Drops the outcome. */
  reset(): void;
}

/**
 * Does something in main when it is run. `given` is the part of the input that says what it is done to, such as the environment and
 * the conversation: components with equal operations and `given` share the state.
 */
export function useBridgeAction<N extends OperationName, const Given extends Partial<OperationInput<N>>>(
  operation: N,
  given: Given,
  { changes = [], alsoReads = [], keep = false, once = false, onProgress }: ActionOptions<N> = {},
): BridgeAction<N, Given> {
  type Run = { rest: Rest<OperationInput<N>, Given>; abort: AbortController };
  const bridge = useBridge();
  const client = useQueryClient();
  const [progress, setProgress] = useState<OperationProgress<N>>();
  const mutationKey = bridgeKey(operation, given);
  const { mutateAsync } = useMutation<OperationOutput<N>, Error, Run>({
    mutationKey,
    mutationFn: ({ rest, abort: { signal } }) =>
      withFailure(() => {
        setProgress(undefined);
        const input = { ...given, ...rest } as OperationInput<N>;
        return bridge.invoke(operation, input, {
          signal,
          onProgress(report) {
            setProgress(report);
            onProgress?.(report);
          },
        });
      }),
    onSettled() {
      const readAgain = (changed: OperationName) =>
        client.invalidateQueries({ queryKey: [mutationKey[0], changed] });
      void Promise.all(alsoReads.map(readAgain));
      return Promise.all(changes.map(readAgain));
    },
    ...(keep && { gcTime: Infinity }),
  });
  type State = MutationState<OperationOutput<N>, Error, Run>;
  const latest = useMutationState<() => State>({
    filters: { mutationKey, exact: true },
    // The library compares replies member by member, unless they are behind a function.
    select:
      ({ state }) =>
      () =>
        state as State,
  }).at(-1)?.();
  const actions = client.getMutationCache();
  const reset = () => {
    for (const action of actions.findAll({ mutationKey, exact: true })) {
      if (action.state.status !== 'pending') {
        actions.remove(action);
      }
    }
  };
  return {
    async run(...[rest]) {
      if (once && actions.find({ mutationKey, status: 'pending' })) {
        return undefined;
      }
      reset();
      try {
        const run = { rest: (rest ?? {}) as Run['rest'], abort: new AbortController() };
        const output = await mutateAsync(run);
        return actions.find({ mutationKey }) && output;
      } catch {
        return undefined;
      }
    },
    busy: latest?.status === 'pending',
    input: latest?.variables?.rest,
    data: latest?.data,
    failure: viewOf(latest?.error),
    progress,
    stop: () => latest?.variables?.abort.abort(),
    reset,
  };
}
