import { Button, Flex, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { DeskPreset } from '../../../preload/contract/application.ts';
import type { FileMismatch, Finding, Hold } from '../../../preload/contract/cases.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import type { ReadingNotes } from '../../../preload/contract/service/reading.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { assessmentTerm, stateTerm } from '../../../preload/wording/case-terms.ts';
import { findingText } from '../../../preload/wording/cases.ts';
import { unitedMismatches } from '../../../preload/wording/findings.ts';
import { findingLines, settlementLabels } from '../../../preload/wording/settlements.ts';
import { useAction } from '../../actions/use-action.ts';
import { useBridgeProgress } from '../../bridge/use-bridge.tsx';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import type { ConversationView } from '../../navigation.ts';
import { AssessmentChip, StateBadge } from '../../ui/assessment-chip.tsx';
import { ButtonLabel } from '../../ui/button-label.tsx';
import { calendarDate } from '../../ui/format-date.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { useEntryRefusal } from '../../ui/policy.tsx';
import { useAnnounce, useGo } from '../../ui/services.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { WaitingForService } from '../../ui/waiting-for-service.tsx';
import { CaseName } from './case-head.tsx';
import { CaseRecord, countedSources, summaryOf } from './case-record.tsx';
import { ConversationDetails } from './conversation-details.tsx';
import classes from './conversations.module.css';
import { DataPart } from './desk/data-part.tsx';
import { DeskBar } from './desk/desk-bar.tsx';
import type { DeskState } from './desk/desk-store.ts';
import type { WellFiles } from './desk/pictures.ts';
import { ReviewDesk, useStacked } from './desk/review-desk.tsx';
import { evidenceFiles, evidenceOf } from './findings/evidence.ts';
import type { SettleFinding } from './findings/settle-button.tsx';
import { ResultSkeleton } from './panels/result-view.tsx';
import type { RawPlace } from './raw/raw-tools.ts';
import { RawView } from './raw/raw-view.tsx';
import { newerResultAt, useConversation, useDatabaseSources, useLeaving } from './use-conversation.ts';

interface ConversationPageProps {
  conversationId: string;
  view: ConversationView;
  onView(view: ConversationView): void;
  desk: StoreApi<DeskState>;
  /** The files beside the data: the wells, the strip, and the content of the tab "Files". */
  files: CaseFiles;
  /** The place of the user in the raw responses. */
  raw: StoreApi<RawPlace>;
  /** The content of the tabs “Calls” and “History”. */
  tabs: { calls: ReactNode; history: ReactNode };
  /** The place in a queue, before the actions. */
  queue: ReactNode;
  /** Beside whose case it is: where the person was seen before, and what changed. */
  strip: ReactNode;
  /** Beside the desk: notes and history, while they are shown. */
  panel: ReactNode;
  /** Placed among the actions, such as the button to delete or expire. */
  actions: ReactNode;
  /** The deletion of its data by this console or its team, where that is known. */
  deletion: DataDeletion | undefined;
  /** Set when the id was seen as a callback's own; with the conversation that callback names, where it names one. */
  seenAsCallbackId: { conversationId?: string | undefined } | undefined;
}

interface DataDeletion {
  /** ISO 8601. */
  at: string;
  /** The member of the team who did it; undefined where it was done here. */
  by: string | undefined;
  /** Saves its receipt. */
  onReceipt: (() => void) | undefined;
}

/** The pictures beside the data: placed by the desk, provided by the files feature. */
export interface CaseFiles {
  /** True if there is something to show: files, or why there are none. */
  some: boolean;
  /** Names the raw response of the list, once that was read. */
  readingId: string | undefined;
  /** As listed; empty until the list was read. */
  items: readonly MediaItem[];
  /** Ids of the files opened so far that are not what they claim to be. */
  mismatches: ReadonlyMap<string, FileMismatch>;
  /** True if the files were checked; until then the findings in the list of cases are shown. */
  isContentChecked: boolean;
  list: ReactNode;
  /** How a save goes and how it ended; `left` contains it. */
  saving: ReactNode;
  left: ReactNode;
  right: ReactNode;
  strip: ReactNode;
  /** Reads the list again. */
  onReload(): void;
  /** Brings the files of a preset into the wells. */
  onPreset(preset: DeskPreset): void;
  /** Brings files into the wells; a well for which none is given keeps its own. */
  onShow(files: WellFiles): void;
}

/** Shows a conversation under review: its summary, its data, and its files beside them. */
export function ConversationPage(props: ConversationPageProps) {
  const { id: environmentId } = useEnvironment();
  const { desk, conversationId, view, onView, files } = props;
  const { data: reading, busy, failure, refresh, stop } = useConversation(conversationId);
  const progress = useBridgeProgress('conversations.open', { environmentId, conversationId });
  const database = useDatabaseSources(conversationId);
  const inList = useEnvironmentQuery('cases.get', { conversationId });
  const listCase = inList.data?.case;
  const highlight = useStore(desk, (one) => one.evidence);
  const isStacked = useStacked();
  const announce = useAnnounce();
  useLeaving(conversationId);
  useEffect(() => () => desk.getState().leave(), [desk]);
  const sources = countedSources(database, listCase?.databaseSources);
  const { mismatches, isContentChecked } = files;
  const ownMismatches = useMemo(
    () =>
      isContentChecked
        ? [...mismatches.values()]
        : unitedMismatches(listCase?.fileMismatches ?? [], [...mismatches.values()]),
    [isContentChecked, mismatches, listCase?.fileMismatches],
  );
  const seenBefore = useMemo(
    () => listCase?.findings.filter(({ kind }) => kind === 'seen-before'),
    [listCase?.findings],
  );
  const mrz = listCase?.mrz;
  const ownChecks = useEnvironmentQuery('cases.settings', {}).data?.ownChecks;
  const summary = useMemo(
    () =>
      reading &&
      summaryOf(reading, sources, { conversationId, mismatches: ownMismatches, seenBefore, mrz, ownChecks }),
    [reading, sources, ownMismatches, seenBefore, mrz, ownChecks, conversationId],
  );
  const [choice, setChosen] = useState<Finding>();
  const choose = (finding: Finding) => {
    const evidence = evidenceOf(finding);
    setChosen(finding);
    onView('result');
    desk.getState().highlight(evidence.paths);
    files.onShow(
      finding.kind === 'file'
        ? { left: [...mismatches.keys()][0], right: undefined }
        : evidenceFiles(evidence, files.items),
    );
    announce(`Evidence for finding ${findings.indexOf(finding) + 1}: ${findingText(finding)}`);
    if (evidence.isPictureOnly) {
      announce('Only the pictures show it. If you cannot see them, escalate it: needs a sighted check.');
    }
  };
  const mayNotSettle = useEntryRefusal('settled') !== undefined;
  const settling = useEnvironmentAction('cases.settle');
  const settle: SettleFinding = async (finding, settlement, reason) => {
    const done = await settling.run({ conversationId, finding, settlement, reason });
    if (done) {
      announce(
        `${settlement === null ? 'No longer settled' : settlementLabels[settlement]}: ${findingText(finding)}`,
      );
    }
    return done !== undefined;
  };
  // Another result than the one shown may have been read meanwhile.
  const isSettling =
    listCase !== undefined &&
    !mayNotSettle &&
    !summary?.isOther &&
    newerResultAt(listCase.row, reading?.notes.receivedAt) === undefined;
  const verdict = summary?.verdict ?? (failure?.code === 'gone' ? 'gone' : undefined);
  // As in the list: findings that are settled come last.
  const findings = findingLines(summary?.findings ?? [], listCase?.settlements).map(({ finding }) => finding);
  const assessment = verdict && { verdict, findings };
  const state = listCase && stateTerm(listCase.row)?.label;
  const words = assessment && [assessmentTerm(assessment).text, state].filter(Boolean).join(', ');
  const receivedAt = reading?.notes.receivedAt;
  // Said once, with the state: a case that is opened for the first time is in the list a moment after it was read.
  const announcement = listCase !== undefined || failure || inList.failure ? words : undefined;
  // Each reading is announced, also when the text is the same: Orca does not always read the heading, which has the focus.
  useEffect(() => {
    if (announcement !== undefined && receivedAt !== undefined) {
      announce(announcement);
    }
  }, [announce, announcement, receivedAt]);
  useAction({
    id: 'conversation.refresh',
    label: 'Refresh the conversation',
    group: 'Conversation',
    shortcut: 'r',
    disabled: busy,
    run: refresh,
  });
  const isStopped = !busy && failure?.code === 'cancelled';
  const failed = failure && !isStopped ? failure : undefined;
  const deletion = failed?.code === 'gone' || failed?.code === 'not-found' ? props.deletion : undefined;
  const title =
    reading === undefined ? (
      deletion ? (
        'Data deleted'
      ) : failed || isStopped ? (
        'The conversation could not be opened'
      ) : (
        'Opening the conversation'
      )
    ) : (
      <CaseName conversation={reading.conversation} />
    );
  return (
    <Page
      title={title}
      {...(words !== undefined && { windowTitle: words })}
      spokenTitle={announcement}
      aside={
        <>
          {assessment && <AssessmentChip {...assessment} isWhole />}
          {listCase && <StateBadge row={listCase.row} />}
        </>
      }
      compact
      subtitle={
        <ConversationDetails conversationId={conversationId} reading={reading}>
          {listCase?.hold && <HoldBadge hold={listCase.hold} />}
          {props.strip}
        </ConversationDetails>
      }
      actions={
        <>
          {props.queue}
          {files.some && <DeskBar store={desk} onPreset={files.onPreset} />}
          <Button
            size="compact-sm"
            title="Refresh"
            leftSection={<IconRefresh size={14} />}
            {...withShortcut('r')}
            onClick={refresh}
          >
            <ButtonLabel>Refresh</ButtonLabel>
          </Button>
          {props.actions}
        </>
      }
      busy={busy}
      fills={!isStacked}
    >
      <Flex flex="1" miw={0} mih={0} direction={isStacked ? 'column' : 'row'}>
        <ReviewDesk
          store={desk}
          hasFiles={files.some}
          left={files.left}
          right={files.right}
          strip={files.strip}
          data={
            <DataPart
              view={view}
              onView={onView}
              highlight={highlight}
              notices={
                <>
                  {!files.some && files.saving}
                  {deletion && (
                    <Group gap={12}>
                      <p className={layout.explanation} role="status">
                        <OutsideText text={deletion.by ?? 'You'} max={80} /> deleted this data at{' '}
                        <Time at={deletion.at} relative={false} />.
                      </p>
                      {deletion.onReceipt && <Button onClick={deletion.onReceipt}>Receipt</Button>}
                    </Group>
                  )}
                  {failed && !deletion && (
                    <FailureNotice failure={failed} onRetry={refresh}>
                      {failed.code === 'not-found' && props.seenAsCallbackId && (
                        <CallbackIdHint {...props.seenAsCallbackId} />
                      )}
                    </FailureNotice>
                  )}
                  {settling.failure && <FailureNotice failure={settling.failure} onRetry={settling.reset} />}
                  {failed && reading && (
                    <p className={layout.explanation}>The earlier result is shown below.</p>
                  )}
                  {isStopped && (
                    <p className={layout.explanation} role="status">
                      {reading
                        ? 'Stopped. The earlier result is shown below.'
                        : 'Stopped before the conversation was read.'}
                    </p>
                  )}
                </>
              }
            >
              {view === 'result' && (
                <>
                  {busy && <WaitingForService what="the conversation" progress={progress} onStop={stop} />}
                  {reading && summary && (
                    <CaseRecord
                      reading={reading}
                      summary={summary}
                      database={database}
                      files={files.items}
                      choice={choice}
                      onChoose={choose}
                      onShow={files.onShow}
                      settlements={listCase?.settlements}
                      onSettle={isSettling ? settle : undefined}
                    />
                  )}
                  {!reading && !failed && !isStopped && <ResultSkeleton />}
                </>
              )}
              {view === 'media' && files.list}
              {view === 'calls' && props.tabs.calls}
              {view === 'history' && props.tabs.history}
              {view === 'raw' && reading && (
                <RawView
                  place={props.raw}
                  responses={[
                    {
                      name: 'conversation',
                      readingId: reading.readingId,
                      title: 'Conversation',
                      twice: placesOf(reading.notes),
                      read: refresh,
                    },
                    ...(database.data
                      ? [
                          {
                            name: 'sources' as const,
                            readingId: database.data.readingId,
                            title: 'Database sources',
                            twice: placesOf(database.data.notes),
                            read: database.refresh,
                          },
                        ]
                      : []),
                    ...(files.readingId === undefined
                      ? []
                      : [
                          {
                            name: 'media' as const,
                            readingId: files.readingId,
                            title: 'File list',
                            twice: [],
                            read: files.onReload,
                          },
                        ]),
                  ]}
                />
              )}
            </DataPart>
          }
        />
        {props.panel}
      </Flex>
    </Page>
  );
}

function placesOf({ duplicates }: ReadingNotes): number[] {
  return duplicates.flatMap(({ at }) => at);
}

/** Explains the most common cause of "not found": the callback's own id was used (interface 6.2). */
function CallbackIdHint({ conversationId }: { conversationId?: string | undefined }) {
  const go = useGo();
  return (
    <div className={classes.stack}>
      <p>
        This is a callback’s own <code className={layout.identifier}>id</code>, seen earlier. The
        conversation’s id is <code className={layout.identifier}>payload.conversation.id</code>.
      </p>
      {conversationId !== undefined && (
        <Button onClick={() => go({ page: 'conversations', conversationId })}>
          Open {visibleText(conversationId, 120)}
        </Button>
      )}
    </div>
  );
}

/** Shows that a conversation is kept on purpose, until when, and why. */
function HoldBadge({ hold: { reason, since, until } }: { hold: Hold }) {
  const dateOf = (day: string) => calendarDate(day, navigator.language) ?? day;
  return (
    <StatusBadge
      status={until === undefined ? 'On hold' : `Hold until ${dateOf(until)}`}
      tone="active"
      explain={`Kept on purpose since ${dateOf(since)}: ${visibleText(reason, 300)}`}
    />
  );
}
