import { CancelledError, type Mutation, type Query, QueryClient } from '@tanstack/react-query';
import type { EventName, EventPayload } from '../../preload/contract/events.ts';
import type { OperationName } from '../../preload/contract/operations.ts';
import type { BridgeClient } from './bridge-client.ts';

/** Queries that an event of main makes out of date. */
interface Change {
  /** Absent where the queries of every environment are out of date, and for operations that belong to none. */
  environmentId?: string;
  operation: OperationName;
  /** The conversations whose queries are meant; all without them. */
  conversationIds?: readonly string[] | undefined;
  /** The shortest interval between two reads, in milliseconds, for what is slow to read; 0 unless given. */
  everyMs?: number;
}

/** The queries that each event makes out of date. Those that are shown are read again. */
const changedBy: { [E in EventName]?: (payload: EventPayload<E>) => readonly Change[] } = {
  'calls.changed': ({ environmentIds }) =>
    environmentIds.map((environmentId) => ({ environmentId, operation: 'calls.list' })),
  'callbacks.changed': ({ environmentId }) => [
    { environmentId, operation: 'callbacks.listener' },
    { operation: 'callbacks.listeners' },
  ],
  'cases.changed': ({ environmentId, conversationIds }) => [
    { environmentId, operation: 'callbacks.list' },
    { environmentId, conversationIds, operation: 'callbacks.timeline' },
    { environmentId, conversationIds, operation: 'cases.get' },
    { environmentId, operation: 'cases.labels', everyMs: 1000 },
    // Each scans the whole list.
    { environmentId, operation: 'cases.counts', everyMs: 1000 },
    { environmentId, operation: 'reports.open', everyMs: 5000 },
    { environmentId, operation: 'reports.decisions', everyMs: 5000 },
    { environmentId, operation: 'due.summary', everyMs: 5000 },
    { environmentId, operation: 'erasure.list', everyMs: 1000 },
    { environmentId, operation: 'due.rows', everyMs: 5000 },
    { environmentId, operation: 'cases.status', everyMs: 5000 },
    { environmentId, operation: 'cases.queue', everyMs: 1000 },
    // Saved settings may concern any case; a company’s lists are those of every environment.
    ...(conversationIds ? [] : [{ operation: 'cases.settings', everyMs: 1000 } as const]),
  ],
  'deletionRuns.changed': () => [
    { operation: 'deletionRuns.list' },
    { operation: 'deletionRuns.draft' },
    { operation: 'deletionRuns.rows' },
    // A run reports several times a second.
    { operation: 'deletionRuns.lines', everyMs: 1000 },
    { operation: 'deletionRuns.register', everyMs: 1000 },
    { operation: 'receipts.of' },
  ],
  'reading.changed': ({ runs }) =>
    runs.map(({ environmentId }) => ({ environmentId, operation: 'reading.failed', everyMs: 1000 })),
  // The key of the list is in the keychain.
  'keychain.changed': () => [{ operation: 'keychain.state' }, { operation: 'cases.status' }],
  'team.changed': () => [
    { operation: 'team.view' },
    { operation: 'team.earlier' },
    { operation: 'team.holders' },
    { operation: 'approvals.list' },
  ],
  'application.changed': () => [
    { operation: 'application.info' },
    { operation: 'policy.view' },
    { operation: 'reports.people' },
    // A policy may ask for a second person.
    { operation: 'deletionRuns.draft' },
  ],
};

/** Returns the key of an operation’s queries, or actions. It begins with the environment, so that all of one can be dropped at once. */
export function bridgeKey(operation: OperationName, input: object): readonly unknown[] {
  const environmentId = 'environmentId' in input ? input.environmentId : null;
  return [environmentId, operation, input];
}

/**
 * Creates the cache of main’s replies. A reply is held while a view shows it; nothing is asked again by itself, but for what an event
 * of main makes out of date.
 */
export function createQueryClient(bridge: BridgeClient): QueryClient {
  const always = { retry: false, networkMode: 'always', gcTime: 0 } as const;
  const client = new QueryClient({
    defaultOptions: {
      queries: { ...always, staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: always,
    },
  });
  const waiting = new WeakSet<Query>();

  /** Reads again what was read before a change. A read under way may lack it, so that it is awaited first. */
  async function readAgain(query: Query, everyMs: number): Promise<void> {
    if (waiting.has(query)) {
      return;
    }
    waiting.add(query);
    await query.promise?.catch(() => undefined);
    const rest = query.state.dataUpdatedAt + everyMs - Date.now();
    if (rest > 0) {
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    waiting.delete(query);
    await client.invalidateQueries({ predicate: (one) => one === query });
  }

  const listen = <E extends EventName>(name: E) =>
    bridge.on(name, (payload) => {
      for (const change of changedBy[name]?.(payload) ?? []) {
        const { environmentId, operation, conversationIds, everyMs = 0 } = change;
        const changed = client.getQueryCache().findAll({
          predicate: ({ queryKey: [owner, read] }) =>
            read === operation && (environmentId ?? owner) === owner,
        });
        for (const query of changed) {
          const { conversationId } = query.queryKey[2] as { conversationId?: string };
          if (conversationIds?.includes(conversationId ?? '') ?? true) {
            void readAgain(query, everyMs);
          }
        }
      }
    });
  for (const name of Object.keys(changedBy) as EventName[]) {
    listen(name);
  }
  // The event carries what the query asks for, which may be under way.
  const runs = bridgeKey('reading.runs', {});
  bridge.on('reading.changed', (reply) => {
    void client.cancelQueries({ queryKey: runs }).then(() => client.setQueryData(runs, reply));
  });
  return client;
}

/** Drops an action and its outcome. One of which only the latest run counts is cancelled, too; any other runs on in main. */
export function dropAction(client: QueryClient, action: Mutation): void {
  if (action.meta?.latestOnly === true) {
    (action.state.variables as { abort: AbortController } | undefined)?.abort.abort();
  }
  client.getMutationCache().remove(action);
}

/** Cancels every query of an environment and drops its replies and actions. */
export function leaveEnvironment(client: QueryClient, environmentId: string): void {
  client.removeQueries({ queryKey: [environmentId] });
  for (const action of client.getMutationCache().findAll({ mutationKey: [environmentId] })) {
    dropAction(client, action);
  }
}

/**
 * Makes requests for a store, in place of those made before by the same name for that environment.
 * @returns what they gave; undefined where others have replaced them, or the environment was left
 * @throws what they throw
 */
export async function latestRequest<T extends object>(
  client: QueryClient,
  environmentId: string,
  name: string,
  make: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  cancelLatest(client, environmentId, name);
  try {
    const queryKey = [environmentId, 'latest', name, crypto.randomUUID()];
    return await client.fetchQuery({ queryKey, queryFn: ({ signal }) => make(signal), staleTime: 0 });
  } catch (error) {
    if (error instanceof CancelledError) {
      return undefined;
    }
    throw error;
  }
}

/** Cancels requests for a store, whose outcome is not needed any more. */
export function cancelLatest(client: QueryClient, environmentId: string, name: string): void {
  void client.cancelQueries({ queryKey: [environmentId, 'latest', name] });
}
