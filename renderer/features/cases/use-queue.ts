import { useEffect, useState } from 'react';
import type { CaseQueue } from '../../../preload/contract/cases.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';

/** Returns the queue of cases to work through in an environment, which main keeps. */
export function useQueue() {
  const changes = ['cases.queue'] as const;
  const { data: { queue } = {}, failure } = useEnvironmentQuery('cases.queue', {});
  const [dismissed, setDismissed] = useState<FailureView>();
  const starting = useEnvironmentAction('cases.startQueue', {}, { changes });
  const moving = useEnvironmentAction('cases.moveQueue', {}, { changes });
  const reviewing = useEnvironmentAction('cases.review', {}, { changes });
  return {
    queue,
    failure:
      (failure === dismissed ? undefined : failure) ??
      starting.failure ??
      moving.failure ??
      reviewing.failure,
    dismissFailure() {
      setDismissed(failure);
      for (const { reset } of [starting, moving, reviewing]) {
        reset();
      }
    },
    start: starting.run,
    /** Saves the present case. */
    move: moving.run,
    /** Ends the queue. Resolves to undefined where it did not. */
    end: () => moving.run({ conversationId: null }),
    /** Marks a case as finished or not. */
    review: (conversationId: string, reviewed: boolean) =>
      reviewing.run({ selection: { ids: [conversationId] }, reviewed }),
  };
}

/** Saves the case that is shown as the present one of the queue, and reads the next two in advance. A failed read is made again when its case is opened. */
export function useQueuePlace(
  { queue, move }: Pick<ReturnType<typeof useQueue>, 'queue' | 'move'>,
  conversationId: string,
): void {
  const at = queue?.ids.indexOf(conversationId) ?? -1;
  const isElsewhere = at >= 0 && queue?.at !== at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place is saved
  useEffect(() => {
    if (isElsewhere) {
      void move({ conversationId });
    }
  }, [isElsewhere, conversationId]);
  const [next, last] = at < 0 ? [] : (queue?.ids.slice(at + 1) ?? []);
  const targetOf = (id: string | undefined) => (id === undefined ? undefined : { conversationId: id });
  const { data } = useEnvironmentQuery('conversations.prefetch', targetOf(next));
  useEnvironmentQuery('conversations.prefetch', data && targetOf(last));
}

/** Returns the position of the next unreviewed case, searching from a position and wrapping around; undefined if all are reviewed. */
export function nextOpen({ ids, reviewed }: CaseQueue, from: number): number | undefined {
  const done = new Set(reviewed);
  const after = ids.findIndex((id, index) => index > from && !done.has(id));
  const next = after >= 0 ? after : ids.findIndex((id) => !done.has(id));
  return next < 0 ? undefined : next;
}
