import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallEntry, Shell } from '../../../preload/contract/calls.ts';
import { localDay } from '../../../preload/shared/calendar.ts';
import type { BridgeQuery } from '../../bridge/use-bridge.tsx';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { toneOf } from './call-wording.ts';

interface Calls {
  /** Newest first. */
  calls: readonly CallEntry[];
  revision: number;
}

/** Reads the calls of an environment, kept ones included; after the first time, only those that are new or have changed. */
export function useCalls(): BridgeQuery<Calls> {
  const { id: environmentId } = useEnvironment();
  return useEnvironmentQuery<'calls.list', Calls>(
    'calls.list',
    { after: 0 },
    {
      async read(ask, before = { calls: [], revision: 0 }) {
        const calls = new Map(before.calls.map((call) => [call.id, call]));
        let revision = before.revision;
        for (;;) {
          const answer = await ask({ environmentId, after: revision });
          for (const call of answer.calls) {
            calls.set(call.id, call);
          }
          revision = answer.revision;
          if (!answer.more) {
            return { calls: answer.ids.flatMap((id) => calls.get(id) ?? []).reverse(), revision };
          }
        }
      },
    },
  );
}

/** The part of the page that stays while it is left for another one. */
export interface CallsView {
  filter: string;
  /** A day as `YYYY-MM-DD`; empty for all. */
  day: string;
  selectedId: number | undefined;
}

export const createCallsView = (): StoreApi<CallsView> =>
  createStore<CallsView>(() => ({ filter: '', day: '', selectedId: undefined }));

/** Returns what copies a call as a cURL command. It resolves to whether it was copied. */
export function useCopyCurl(): (call: CallEntry, shell: Shell) => Promise<boolean> {
  const { run } = useEnvironmentAction('calls.curl');
  const { copy } = useCopy();
  return async ({ id }, shell) => {
    const curl = await run({ id, shell });
    return curl !== undefined && copy(curl.command, { said: 'Copied as cURL' });
  };
}

/** Returns the calls in which every word of a filter occurs, and that are about a conversation where one is given. */
export function filterCalls(
  calls: readonly CallEntry[],
  filter: string,
  conversationId: string | undefined,
  { day = '', now = Date.now() }: { day?: string; now?: number } = {},
): readonly CallEntry[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && conversationId === undefined && day === '') {
    return calls;
  }
  return calls.filter((call) => {
    if (conversationId !== undefined && call.conversationId !== conversationId) {
      return false;
    }
    const callDay = localDay(call.at);
    if (day !== '' && callDay !== day) {
      return false;
    }
    const text = [
      callDay,
      callDay === localDay(now) ? 'today' : callDay === localDay(now - dayMs) ? 'yesterday' : '',
      call.conversationId,
      call.method,
      call.path,
      call.status,
      call.state,
      // Also a call that was answered with an error.
      ['bad', 'caution'].includes(toneOf(call)) ? 'failed' : '',
      call.requestId,
      call.repeat,
      call.failure?.code,
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const dayMs = 86_400_000;
