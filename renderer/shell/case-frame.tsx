import { Box } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { decisionLabels } from '../../preload/wording/cases.ts';
import { reasonLabel } from '../../preload/wording/decisions.ts';
import { hasFinalResults } from '../../preload/wording/verdict.ts';
import { useAction } from '../actions/use-action.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import { newerResultAt } from '../features/cases/case-changes.ts';
import { CasePanel } from '../features/cases/case-panel.tsx';
import { CaseStrip } from '../features/cases/case-strip.tsx';
import { CompareDialog, type Compared } from '../features/cases/comparing/compare-dialog.tsx';
import { DecisionBar } from '../features/cases/decision-bar.tsx';
import { Disagreements } from '../features/cases/disagreements.tsx';
import { QueueBar } from '../features/cases/queue-bar.tsx';
import { nextOpen } from '../features/cases/queue-store.ts';
import { useCaseEntries } from '../features/cases/use-case-entries.ts';
import { useConversation } from '../features/conversations/use-conversation.ts';
import { useStores } from '../stores.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import classes from './case-frame.module.css';
import { focusPageTitle } from './page-title.ts';
import { useRevealHistory } from './reveal-history.ts';
import { useGo } from './use-route.ts';

/** The time for which everything in a queue stays shown, in milliseconds. Each case is masked after five minutes without use, too. */
const revealQueueFor = 30 * 60_000;

interface CaseFrameProps {
  environmentId: string;
  conversationId: string;
  /** True if the case was opened from the queue. */
  queued: boolean;
  /** The conversation's page. */
  children: ReactNode;
}

/** Shows the frame of an open conversation: its queue above it, decisions below, notes and history beside it. */
export function CaseFrame({ environmentId, conversationId, queued, children }: CaseFrameProps) {
  const { queue: queueStore, navigation, ui } = useStores();
  const { data } = useBridgeQuery('cases.get', { environmentId, conversationId });
  const { data: { labels = [] } = {} } = useBridgeQuery('cases.labels', { environmentId });
  const { data: { reasons = [] } = {} } = useBridgeQuery('cases.settings', { environmentId });
  const { busy, failure, decide, note, label, dismissFailure } = useCaseEntries(environmentId);
  const { queue, revealedUntil, failure: queueFailure } = useStore(queueStore);
  const { reading, isOther, refresh } = useConversation(environmentId, conversationId);
  const [panelShown, setPanelShown] = useState(false);
  const [compared, setCompared] = useState<Compared>();
  const go = useGo();
  useRevealHistory(environmentId, conversationId, queued);

  useEffect(() => {
    const { environmentId: known, load, follow } = queueStore.getState();
    if (known !== environmentId) {
      void load(environmentId).then(() => queued && follow(conversationId));
    } else if (queued) {
      follow(conversationId);
    }
  }, [queueStore, environmentId, conversationId, queued]);

  const goTo = useCallback(
    (at: number) => {
      const id = queueStore.getState().goTo(at);
      if (id !== undefined) {
        // Replaces the current case in the history, so that "back" leads from the queue to the list.
        navigation.getState().replace({ page: 'conversations', conversationId: id, queued: true });
        ui.announce(`Case ${at + 1} of ${queueStore.getState().queue?.ids.length ?? 0}`);
      }
    },
    [queueStore, navigation, ui],
  );
  const mask = useCallback(() => {
    queueStore.getState().reveal(undefined);
    ui.mask.getState().hideAll();
  }, [queueStore, ui]);

  const inQueue = queued && queue?.ids.includes(conversationId) ? queue : undefined;
  const mine = data?.case;
  const newerAt = mine && newerResultAt(mine.row, reading?.notes.receivedAt);
  const selection = { ids: [conversationId] };
  const links = {
    onOpen: (id: string) => go({ page: 'conversations', conversationId: id }),
    onCompare: (otherId: string) => setCompared({ conversationId, otherId }),
    onReads: () => setCompared({ conversationId }),
  };
  useAction({
    id: 'case.reads',
    group: 'Conversation',
    label: 'Show what changed between reads',
    keywords: ['history', 'difference', 'compare', 'step through'],
    disabled: (mine?.reads.length ?? 0) === 0,
    run: links.onReads,
  });
  return (
    <div className={classes.frame}>
      {inQueue && (
        <QueueBar
          queue={inQueue}
          revealedUntil={revealedUntil}
          onGo={goTo}
          onReveal={() => queueStore.getState().reveal(Date.now() + revealQueueFor)}
          onMask={mask}
          onEnd={() => {
            queueStore.getState().end();
            go({ page: 'conversations' });
          }}
        />
      )}
      {(failure ?? queueFailure) !== undefined && (
        <Box flex="none" py={8} px={20}>
          {failure && <FailureNotice failure={failure} onRetry={dismissFailure} />}
          {queueFailure && <FailureNotice failure={queueFailure} />}
        </Box>
      )}
      {mine?.disagreements && (
        <Disagreements disagreements={mine.disagreements} onCheck={() => go({ page: 'settings' })} />
      )}
      {mine && (
        <CaseStrip
          details={mine}
          newerAt={newerAt}
          onNewer={() => {
            // The part with the button goes with it: the newer result is read from the title on.
            focusPageTitle();
            refresh();
          }}
          {...links}
          onAll={() => setPanelShown(true)}
        />
      )}
      <div className={classes.work}>
        <Box flex="1" miw={0} mih={0}>
          {children}
        </Box>
        {panelShown && mine && (
          <CasePanel
            details={mine}
            reasons={reasons}
            labels={labels.map(({ name }) => name)}
            busy={busy}
            onNote={async (text) => {
              const done = await note({ selection, text });
              if (done) {
                ui.announce('Note saved');
              }
              return done !== undefined;
            }}
            onLabel={(change) => void label({ selection, ...change })}
            {...links}
            onClose={() => setPanelShown(false)}
          />
        )}
      </div>
      {/* Its shortcuts work while the case is still being loaded. Only a case that is not in the list has no decision. */}
      {(data === undefined || mine) && !isOther ? (
        <DecisionBar
          key={conversationId}
          decision={mine?.row.decision}
          sinceDecided={mine?.row.sinceDecided}
          isUnfinal={mine !== undefined && !hasFinalResults(mine.row)}
          isOutdated={newerAt !== undefined}
          reasons={reasons}
          busy={busy}
          panelShown={panelShown}
          noteCount={mine?.notes.length ?? 0}
          onDecide={async (decision) => {
            const done = (await decide({ selection, decision })) !== undefined;
            if (done) {
              const { kind, reason } = decision;
              ui.announce(
                [decisionLabels[kind], reason && reasonLabel(kind, reason, reasons)]
                  .filter(Boolean)
                  .join(': '),
              );
            }
            if (done && inQueue) {
              queueStore.getState().review(conversationId, true);
              advance();
            }
            return done;
          }}
          onWithdraw={async (comment) => {
            const done = (await decide({ selection, decision: { withdrawn: true, comment } })) !== undefined;
            if (done) {
              ui.announce('Decision withdrawn');
              queueStore.getState().review(conversationId, false);
            }
            return done;
          }}
          onPanel={() => setPanelShown(!panelShown)}
        />
      ) : (
        <div className={classes.place} />
      )}
      <CompareDialog
        environmentId={environmentId}
        compared={compared}
        onClose={() => setCompared(undefined)}
      />
    </div>
  );

  /** Opens the next case that is not reviewed, or announces that there is none. */
  function advance(): void {
    const now = queueStore.getState().queue;
    const at = now && nextOpen(now, now.at);
    if (at === undefined) {
      ui.announce('All cases of the queue are reviewed');
    } else {
      goTo(at);
    }
  }
}
