import { Box, Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CaseDetails } from '../../preload/contract/cases.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import { missingForApproval } from '../../preload/wording/approval.ts';
import { assessmentTerm, stateTerm } from '../../preload/wording/case-terms.ts';
import { findingText } from '../../preload/wording/cases.ts';
import { checklistOf } from '../../preload/wording/checklist.ts';
import { isAboutAnother } from '../../preload/wording/console-findings.ts';
import { findingLines, settlementLabels } from '../../preload/wording/settlements.ts';
import { conversationEnded } from '../../preload/wording/statuses.ts';
import { counted } from '../../preload/wording/terms.ts';
import { useAction } from '../actions/use-action.ts';
import { useEnvironmentQuery } from '../environments/use-environment.ts';
import { CasePanel } from '../features/cases/case-panel.tsx';
import { CaseStrip } from '../features/cases/case-strip.tsx';
import { CompareDialog, type Compared } from '../features/cases/comparing/compare-dialog.tsx';
import { DecisionBar } from '../features/cases/decision-bar.tsx';
import { Disagreements } from '../features/cases/disagreements.tsx';
import { QueueBar } from '../features/cases/queue-bar.tsx';
import { TeamStrip } from '../features/cases/team-strip.tsx';
import { TestReveal } from '../features/cases/test-reveal.tsx';
import { useCaseEntries } from '../features/cases/use-case-entries.ts';
import { othersHaveTheRest, useClaim, useClaims, useHolders } from '../features/cases/use-claims.ts';
import { useQueue, useQueuePlace } from '../features/cases/use-queue.ts';
import { useViewRecord } from '../features/cases/use-view-record.ts';
import { newerResultAt, useConversation } from '../features/conversations/use-conversation.ts';
import { draftLike } from '../features/creation/draft.ts';
import { ComparedPictures } from '../features/media/compared-pictures.tsx';
import { useStores } from '../stores.tsx';
import { FailureNotice } from '../ui/notices.tsx';
import { useGo } from '../ui/services.tsx';
import classes from './case-frame.module.css';
import { CaseHeadProvider } from './case-head-parts.tsx';
import { focusPageTitle, showPageHead } from './page-title.ts';
import { useDeciding } from './use-deciding.ts';

interface CaseFrameProps {
  conversationId: string;
  /** True if the case was opened from the queue. */
  inQueue: boolean;
  /** The conversation's page. */
  children: ReactNode;
}

/** Shows the frame of an open conversation: its queue in the head, decisions below, notes and history beside it. */
export function CaseFrame({ conversationId, inQueue: isQueueCase, children }: CaseFrameProps) {
  const { navigation, ui, creation, media, decisionDrafts } = useStores();
  const { data } = useEnvironmentQuery('cases.get', { conversationId });
  const { data: settings } = useEnvironmentQuery('cases.settings', {});
  const { failure, dismissFailure } = useCaseEntries();
  const queues = useQueue();
  const { queue, move, end, review } = queues;
  const { isTeam, holders } = useHolders([conversationId]);
  const idle = useClaim(conversationId, isTeam);
  const { takeNext } = useClaims();
  const { data: reading, refresh } = useConversation(conversationId);
  const isOther = isAboutAnother(conversationId, reading?.conversation.id);
  const [panelShown, setPanelShown] = useState(false);
  const [isNoting, setNoting] = useState(false);
  const [comparison, setCompared] = useState<Compared>();
  /** The case to whose decision the user went back. */
  const [returnedTo, setReturnedTo] = useState<string>();
  const frame = useRef<HTMLDivElement>(null);
  const go = useGo();
  useViewRecord(conversationId);
  useViewRecord(comparison?.otherId);

  const at = queue?.ids.indexOf(conversationId) ?? -1;
  const inQueue = isQueueCase && queue && at >= 0 ? { ...queue, at } : undefined;
  useQueuePlace({ queue: inQueue && queue, move }, conversationId);
  const goTo = (to: number) => {
    const id = queue?.ids[to];
    if (id !== undefined) {
      // Back in the queue one looks at what was decided.
      setReturnedTo(to < at ? id : undefined);
      // Replaces the current case in the history, so that "back" leads from the queue to the list.
      navigation.getState().replace({ page: 'conversations', conversationId: id, queued: true });
      ui.announce(`Case ${to + 1} of ${queue?.ids.length ?? 0}`);
    }
  };

  /** Goes on to a case of the queue: in a team to the first from there on that nobody else works on. */
  const goOnTo = async (to: number) => {
    if (!isTeam || queue === undefined) {
      goTo(to);
      return;
    }
    const done = new Set(queue.reviewed);
    const open = queue.ids.filter((id, index) => index !== at && !done.has(id));
    const after = open.filter((id) => queue.ids.indexOf(id) >= to);
    const next = await takeNext([...after, ...open.filter((id) => !after.includes(id))]);
    if (next === undefined) {
      ui.announce(othersHaveTheRest);
    } else {
      goTo(queue.ids.indexOf(next));
    }
  };

  const { deciding, decide, lastReasons, revealed, hideRevealed } = useDeciding({
    conversationId,
    inQueue,
    goOnTo,
    review,
    setReturnedTo,
  });
  const mine = data?.case;
  const isLoaded = mine !== undefined && reading !== undefined;
  const isReturnedTo = returnedTo === conversationId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each case
  useEffect(() => {
    if (isLoaded && !isReturnedTo) {
      showPageHead();
    }
  }, [conversationId, isLoaded, isReturnedTo]);
  const newerAt = mine && newerResultAt(mine.row, reading?.notes.receivedAt);
  const links = {
    onCompare: (otherId: string) => setCompared({ conversationId, otherId }),
    onReads: () => setCompared({ conversationId }),
  };
  useAction({
    id: 'case.say',
    group: 'Conversation',
    label: 'Say the case',
    shortcut: 'f9',
    keywords: ['screen reader', 'summary', 'findings'],
    disabled: mine === undefined,
    run: () =>
      mine &&
      ui.announce(
        [inQueue && `Case ${at + 1} of ${inQueue.ids.length}`, caseInWords(mine)].filter(Boolean).join('. '),
      ),
  });
  useAction({
    id: 'case.reads',
    group: 'Conversation',
    label: 'Show what changed between reads',
    keywords: ['history', 'difference', 'compare', 'step through'],
    disabled: (mine?.reads.length ?? 0) === 0,
    run: links.onReads,
  });
  const headParts = {
    queue: inQueue && (
      <QueueBar
        queue={inQueue}
        onGo={(to) => (to > at ? void goOnTo(to) : goTo(to))}
        onEnd={async () => {
          if (await end()) {
            go({ page: 'conversations' });
          }
        }}
      />
    ),
    strip: mine && (
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
    ),
    panel: panelShown && mine && (
      <CasePanel
        key={conversationId}
        conversationId={conversationId}
        details={mine}
        takesFocus={isNoting}
        onFocused={() => setNoting(false)}
        {...links}
        onClose={() => setPanelShown(false)}
      />
    ),
  };
  // A full disk fails several of them at once.
  const notices = Map.groupBy(
    [
      { failure, dismiss: dismissFailure },
      { failure: deciding.failure, dismiss: deciding.reset },
      { failure: queues.failure, dismiss: queues.dismissFailure },
    ].flatMap(({ failure: one, dismiss }) => (one ? [{ failure: one, dismiss }] : [])),
    (one) => one.failure.message,
  );
  return (
    <div ref={frame} className={classes.frame}>
      {notices.size > 0 && (
        <Box flex="none" py={8} px={20}>
          {[...notices].map(([text, same]) => {
            const dismiss = () => {
              for (const one of same) {
                one.dismiss();
              }
            };
            return (
              same[0] && (
                <FailureNotice key={text} failure={same[0].failure}>
                  <Button onClick={dismiss}>Dismiss</Button>
                </FailureNotice>
              )
            );
          })}
        </Box>
      )}
      <TeamStrip
        conversationId={conversationId}
        idle={idle}
        holder={holders.get(conversationId)}
        details={mine}
      />
      {mine?.disagreements && <Disagreements disagreements={mine.disagreements} />}
      <div className={classes.work}>
        <CaseHeadProvider value={headParts}>{children}</CaseHeadProvider>
      </div>
      {/* Its shortcuts work while the case is still being loaded. Only a case that is not in the list has no decision. */}
      {(data === undefined || mine) && !isOther ? (
        <DecisionBar
          key={conversationId}
          conversationId={conversationId}
          row={mine?.row}
          isOutdated={newerAt !== undefined}
          takesFocus={isReturnedTo}
          panelShown={panelShown}
          noteCount={mine?.notes.length ?? 0}
          lastReasons={lastReasons}
          drafts={decisionDrafts}
          address={runningAddress(reading?.conversation)}
          onNewConversation={() => {
            if (reading) {
              creation.setState(draftLike(reading.conversation));
              go({ page: 'creation' });
            }
          }}
          onWaiting={() => {
            const next = frame.current?.querySelector<HTMLElement>('[data-queue-next]:enabled');
            if (next) {
              next.focus();
            } else {
              focusPageTitle();
            }
          }}
          checklist={mine ? checklistOf(settings?.checklist, mine) : []}
          missing={mine ? missingForApproval(settings?.approval, mine, settings?.checklist) : []}
          busy={deciding.busy}
          decide={decide}
          onWithdrawn={() => {
            ui.announce('Decision withdrawn');
            if (queue?.reviewed.includes(conversationId)) {
              void review(conversationId, false);
            }
          }}
          onNote={() => {
            setPanelShown(true);
            setNoting(true);
          }}
          onPanel={() => setPanelShown(!panelShown)}
        />
      ) : (
        <div className={classes.place} />
      )}
      <TestReveal
        test={revealed}
        onClose={() => {
          hideRevealed();
          if (revealed?.conversationId === conversationId) {
            go({ page: 'conversations' });
          }
        }}
      />
      <CompareDialog
        compared={comparison}
        pictures={(left, right) => <ComparedPictures store={media} left={left} right={right} />}
        onClose={() => setCompared(undefined)}
      />
    </div>
  );
}

/** Returns the address at which the user goes on with a conversation that is not final; undefined where it has no web address. */
function runningAddress(conversation: Conversation | undefined): string | undefined {
  const { status, url = '' } = conversation ?? {};
  const isRunning = status !== undefined && !conversationEnded(status);
  return isRunning && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : undefined;
}

/** The most findings that are said. */
const maxSaid = 8;

/** Returns a case as sentences for a screen reader: assessment, state, findings in their order, and what was noted. Without personal data. */
function caseInWords({ row, findings, settlements, notes }: CaseDetails): string {
  const lines = findingLines(findings, settlements);
  const said = lines.slice(0, maxSaid).map(({ finding, settlement }, index) => {
    const text = `${index + 1}: ${findingText(finding)}`;
    return settlement ? `${text}, ${settlementLabels[settlement.kind].toLowerCase()}` : text;
  });
  return [
    [
      assessmentTerm({ verdict: row.verdict, findings: lines.map(({ finding }) => finding) }).text,
      stateTerm(row)?.label,
    ]
      .filter(Boolean)
      .join(', '),
    lines.length > 0 ? `${counted(lines.length, 'finding')}. ${said.join('. ')}` : 'No findings',
    lines.length > maxSaid ? `${lines.length - maxSaid} more` : '',
    notes.length > 0 ? counted(notes.length, 'note') : '',
  ]
    .filter(Boolean)
    .join('. ');
}
