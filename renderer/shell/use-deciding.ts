import { useRef, useState } from 'react';
import type { CaseQueue, DecisionKind } from '../../preload/contract/cases.ts';
import type { TestOutcome } from '../../preload/contract/test-cases.ts';
import { decisionLabels } from '../../preload/wording/cases.ts';
import { reasonLabel } from '../../preload/wording/decisions.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../environments/use-environment.ts';
import { type NewDecision, useCaseEntries } from '../features/cases/use-case-entries.ts';
import { nextOpen } from '../features/cases/use-queue.ts';
import { useStores } from '../stores.tsx';

interface DecidingProps {
  conversationId: string;
  /** The queue, at this case; undefined where the case was not opened from it. */
  inQueue: CaseQueue | undefined;
  /** Goes on to a case of the queue, by its position. */
  goOnTo(to: number): Promise<void>;
  review(conversationId: string, reviewed: boolean): Promise<unknown>;
  /** Called with the case to whose decision the user goes back. */
  setReturnedTo(conversationId: string): void;
}

/** Returns the decision of a case, after which a queue goes on. */
export function useDeciding(props: DecidingProps) {
  const { conversationId, inQueue, goOnTo, review, setReturnedTo } = props;
  const { navigation, ui, decisionDrafts } = useStores();
  const { reasons = [] } = useEnvironmentQuery('cases.settings', {}).data ?? {};
  const { offerUndo } = useCaseEntries();
  const selection = { ids: [conversationId] };
  // A failure is held with its case, also while another one is shown.
  const deciding = useEnvironmentAction('cases.decide', { selection }, { keep: true });
  /** Cases whose decision is being saved. */
  const saving = useRef(new Set<string>());
  const [lastReasons, setLastReasons] = useState<Partial<Record<DecisionKind, string>>>({});
  /** The test case that was decided last. */
  const [revealed, setRevealed] = useState<TestOutcome & { conversationId: string }>();

  /** Says what was decided, and goes on in the queue. */
  const moveOn = ({ kind, reason }: NewDecision) => {
    setLastReasons({ ...lastReasons, [kind]: reason });
    ui.announce(
      [decisionLabels[kind], reason && reasonLabel(kind, reason, reasons)].filter(Boolean).join(': '),
    );
    if (inQueue) {
      const next = nextOpen({ ...inQueue, reviewed: [...inQueue.reviewed, ...saving.current] }, inQueue.at);
      if (next === undefined) {
        ui.announce('All cases of the queue are reviewed');
      } else {
        void goOnTo(next);
      }
    }
  };
  const decide = async (decision: NewDecision): Promise<boolean> => {
    if (saving.current.has(conversationId)) {
      return false;
    }
    saving.current.add(conversationId);
    const wasReviewed = inQueue?.reviewed.includes(conversationId);
    const outcome = deciding.run({ decision });
    // The next case is shown at once, and keys pressed while this one is saved are for it. A comment stays in its form until it is saved.
    const isAhead = inQueue !== undefined && decision.comment === undefined;
    if (isAhead) {
      moveOn(decision);
    }
    const done = await outcome;
    const isSaved = done !== undefined;
    if (isSaved) {
      deciding.reset();
    }
    const [forgery] = done?.tests ?? [];
    const { kind, reason = '', comment = '', to } = decision;
    decisionDrafts.setState({
      [conversationId]: isSaved ? undefined : { kind, reasons: reason.split(' '), comment, to },
    });
    const { route, replace } = navigation.getState();
    if (forgery !== undefined) {
      // It is not in the list any more.
      setRevealed({ conversationId, forgery, decision: kind });
      if (!isAhead) {
        moveOn(decision);
      }
    } else if (isSaved) {
      offerUndo('decision', selection, done, decisionLabels[kind]);
      const { last } = ui.undo.getState();
      const onUndone = () => {
        if (wasReviewed === false) {
          void review(conversationId, false);
        }
        setReturnedTo(conversationId);
        replace({ page: 'conversations', conversationId, ...(inQueue && { queued: true }) });
      };
      ui.undo.setState({ last: last && { ...last, onUndone } });
      if (!isAhead) {
        moveOn(decision);
      }
      if (inQueue) {
        await review(conversationId, true);
      }
    } else if (isAhead && route.page === 'conversations' && route.queued) {
      setReturnedTo(conversationId);
      replace({ page: 'conversations', conversationId, queued: true });
    }
    saving.current.delete(conversationId);
    return isSaved;
  };

  return { deciding, decide, lastReasons, revealed, hideRevealed: () => setRevealed(undefined) };
}
