import { Button, Group } from '@mantine/core';
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { DeskPreset } from '../../../preload/contract/application.ts';
import type { FileMismatch, Finding } from '../../../preload/contract/cases.ts';
import type { DatabaseVerificationInfo } from '../../../preload/contract/service/database-verification.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import type { ReadingNotes } from '../../../preload/contract/service/reading.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { findingText } from '../../../preload/wording/cases.ts';
import { unitedMismatches } from '../../../preload/wording/findings.ts';
import { useAction } from '../../actions/use-action.ts';
import type { ConversationView } from '../../navigation.ts';
import { ButtonLabel } from '../../ui/button-label.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { MaskScope, useRevealAll } from '../../ui/masked.tsx';
import { Page } from '../../ui/page.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { ShortcutHint } from '../../ui/shortcut-hint.tsx';
import { Time } from '../../ui/time.tsx';
import { VerdictChip } from '../../ui/verdict-chip.tsx';
import { WaitingForService } from '../../ui/waiting-for-service.tsx';
import { CaseRecord, countedSources, summaryOf } from './case-record.tsx';
import { ConversationDetails } from './conversation-details.tsx';
import type { ConversationState } from './conversation-store.ts';
import classes from './conversations.module.css';
import { DataPart } from './desk/data-part.tsx';
import { DeskBar } from './desk/desk-bar.tsx';
import type { DeskState } from './desk/desk-store.ts';
import type { WellFiles } from './desk/pictures.ts';
import { ReviewDesk, useStacked } from './desk/review-desk.tsx';
import { evidenceFiles, evidenceOf } from './findings/evidence.ts';
import { ResultSkeleton } from './panels/result-view.tsx';
import type { ReplyName } from './raw/raw-tools.ts';
import { RawView } from './raw/raw-view.tsx';

interface ConversationPageProps {
  store: StoreApi<ConversationState>;
  desk: StoreApi<DeskState>;
  environmentId: string;
  conversationId: string;
  view: ConversationView;
  onView(view: ConversationView): void;
  /** The files beside the data: the wells, the strip, and the content of the tab "Files". */
  files: CaseFiles;
  /** The last results of the databases (interface 4.8), from the list of cases. */
  keptSources?: DatabaseVerificationInfo | undefined;
  /** Files that are not what they claim to be, as the list of cases keeps them. */
  keptMismatches?: readonly FileMismatch[] | undefined;
  /** The findings that other cases gave, as the list of cases keeps them. */
  keptSeenBefore?: readonly Finding[] | undefined;
  /** The content of the tabs “Calls” and “History”. */
  calls: ReactNode;
  history: ReactNode;
  /** The chosen raw reply. */
  reply: ReplyName;
  onReply(reply: ReplyName): void;
  /** The reading id of the media list, once it was read. */
  mediaReply: string | undefined;
  onReadMedia(): void;
  /** Placed among the actions: the button to delete or expire. */
  deletion?: ReactNode;
  /** The time when its data was deleted from this console, where that is known (ISO 8601). */
  dataDeletedAt?: string | undefined;
  /** Saves the receipt of that deletion. */
  onReceipt?: (() => void) | undefined;
  /** Set when the id was seen as a callback's own; with the conversation that callback names, where it names one. */
  seenAsCallbackId?: { conversationId?: string | undefined } | undefined;
  onOpen?(conversationId: string): void;
}

/** The pictures beside the data: placed by the desk, provided by the files feature. */
export interface CaseFiles {
  /** True if there is something to show: files, or why there are none. */
  some: boolean;
  /** As listed; empty until the list was read. */
  items: readonly MediaItem[];
  /** Ids of the files opened so far that are not what they claim to be. */
  mismatches: ReadonlyMap<string, FileMismatch>;
  /** True if the files were checked; until then the findings in the list of cases are shown. */
  isContentChecked: boolean;
  list: ReactNode;
  left: ReactNode;
  right: ReactNode;
  strip: ReactNode;
  /** Brings the files of a preset into the wells. */
  onPreset(preset: DeskPreset): void;
  /** Brings files into the wells; a well for which none is given keeps its own. */
  onShow(files: WellFiles): void;
}

/** Shows a conversation under review: its summary, its data, and its files beside them. */
export function ConversationPage(props: ConversationPageProps) {
  const {
    store,
    desk,
    environmentId,
    conversationId,
    view,
    onView,
    files,
    deletion,
    keptSources,
    keptMismatches,
    keptSeenBefore,
  } = props;
  const { reading, busy, failure, target, ...state } = useStore(store);
  const highlighted = useStore(desk, (one) => one.highlighted);
  const isStacked = useStacked();
  const announce = useAnnounce();
  useEffect(() => {
    void store.getState().open(environmentId, conversationId);
    return () => store.getState().leave();
  }, [store, environmentId, conversationId]);
  useEffect(() => () => desk.getState().leave(), [desk]);
  const mine = target?.conversationId === conversationId && target.environmentId === environmentId;
  const shown = mine ? reading : undefined;
  const sources = countedSources(state, keptSources);
  const { mismatches, isContentChecked } = files;
  const counted = useMemo(
    () =>
      isContentChecked
        ? [...mismatches.values()]
        : unitedMismatches(keptMismatches ?? [], [...mismatches.values()]),
    [isContentChecked, mismatches, keptMismatches],
  );
  const summary = useMemo(
    () =>
      shown && summaryOf(shown, sources, { conversationId, mismatches: counted, seenBefore: keptSeenBefore }),
    [shown, sources, counted, keptSeenBefore, conversationId],
  );
  const [chosen, setChosen] = useState<Finding>();
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
    announce(`Shown: ${findingText(finding)}`);
  };
  const sentence = summary?.sentence;
  const verdict = summary?.verdict ?? (mine && failure?.code === 'gone' ? 'gone' : undefined);
  const receivedAt = shown?.notes.receivedAt;
  // Each reading is announced, also when the text is the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of the reading is what makes it new
  useEffect(() => {
    if (sentence !== undefined) {
      announce(sentence);
    }
  }, [announce, sentence, receivedAt]);
  const refresh = () => void store.getState().refresh();
  useAction({
    id: 'conversation.refresh',
    label: 'Refresh the conversation',
    group: 'Conversation',
    shortcut: 'r',
    disabled: busy,
    run: refresh,
  });
  const stopped = mine && !busy && failure?.code === 'cancelled';
  const failed = mine && failure && !stopped ? failure : undefined;
  const isDeletedHere =
    props.dataDeletedAt !== undefined && (failed?.code === 'gone' || failed?.code === 'not-found');
  const title =
    sentence ??
    (isDeletedHere
      ? 'Data deleted'
      : failed || stopped
        ? 'The conversation could not be opened'
        : 'Opening the conversation');
  return (
    <MaskScope scope={`conversation ${environmentId} ${conversationId}`}>
      <Page
        title={title}
        lead={verdict && <VerdictChip verdict={verdict} />}
        compact
        subtitle={<ConversationDetails conversationId={conversationId} reading={shown} sentence={sentence} />}
        actions={
          <>
            <RevealCase />
            {files.some && <DeskBar store={desk} onPreset={files.onPreset} />}
            <Button
              size="compact-sm"
              title="Refresh"
              leftSection={<IconRefresh size={14} />}
              rightSection={<ShortcutHint shortcut="r" />}
              onClick={refresh}
            >
              <ButtonLabel>Refresh</ButtonLabel>
            </Button>
            {deletion}
          </>
        }
        busy={busy || !mine}
        fills={!isStacked}
      >
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
              highlighted={highlighted}
              notices={
                <>
                  {isDeletedHere && props.dataDeletedAt !== undefined && (
                    <Group gap={12} role="status">
                      <p className={layout.explanation}>
                        You deleted this data at <Time at={props.dataDeletedAt} relative={false} />.
                      </p>
                      {props.onReceipt && <Button onClick={props.onReceipt}>Receipt</Button>}
                    </Group>
                  )}
                  {failed && !isDeletedHere && (
                    <FailureNotice failure={failed} onRetry={refresh}>
                      {failed.code === 'not-found' && props.seenAsCallbackId && (
                        <CallbackIdHint seen={props.seenAsCallbackId} onOpen={props.onOpen} />
                      )}
                    </FailureNotice>
                  )}
                  {failed && shown && (
                    <p className={layout.explanation}>The earlier result is shown below.</p>
                  )}
                  {stopped && (
                    <p className={layout.explanation} role="status">
                      {shown
                        ? 'Stopped. The earlier result is shown below.'
                        : 'Stopped before the conversation was read.'}
                    </p>
                  )}
                </>
              }
            >
              {view === 'result' && (
                <>
                  {busy && mine && (
                    <WaitingForService
                      what="the conversation"
                      progress={state.progress}
                      onStop={() => store.getState().stop()}
                    />
                  )}
                  {shown && summary && (
                    <CaseRecord
                      reading={shown}
                      summary={summary}
                      database={{
                        sources: state.sources,
                        busy: state.sourcesBusy,
                        failure: state.sourcesFailure,
                        load: () => void store.getState().loadSources(),
                      }}
                      files={files.items}
                      chosen={chosen}
                      onChoose={choose}
                      onShow={files.onShow}
                    />
                  )}
                  {!shown && !failed && !stopped && <ResultSkeleton />}
                </>
              )}
              {view === 'media' && files.list}
              {view === 'calls' && props.calls}
              {view === 'history' && props.history}
              {view === 'raw' && shown && (
                <RawView
                  place={state.rawPlace}
                  replies={[
                    {
                      name: 'conversation',
                      readingId: shown.readingId,
                      title: 'Conversation',
                      twice: placesOf(shown.notes),
                      read: refresh,
                    },
                    ...(state.sources
                      ? [
                          {
                            name: 'sources' as const,
                            readingId: state.sources.readingId,
                            title: 'Database sources',
                            twice: placesOf(state.sources.notes),
                            read: () => void store.getState().loadSources(),
                          },
                        ]
                      : []),
                    ...(props.mediaReply === undefined
                      ? []
                      : [
                          {
                            name: 'media' as const,
                            readingId: props.mediaReply,
                            title: 'File list',
                            twice: [],
                            read: props.onReadMedia,
                          },
                        ]),
                  ]}
                  chosen={props.reply}
                  onChoose={props.onReply}
                />
              )}
            </DataPart>
          }
        />
      </Page>
    </MaskScope>
  );
}

function placesOf({ duplicates }: ReadingNotes): number[] {
  return duplicates.flatMap(({ at }) => at);
}

interface CallbackIdHintProps {
  seen: { conversationId?: string | undefined };
  onOpen?: ((conversationId: string) => void) | undefined;
}

/** Explains the most common cause of "not found": the callback's own id was used (interface 6.2). */
function CallbackIdHint({ seen: { conversationId }, onOpen }: CallbackIdHintProps) {
  return (
    <div className={classes.stack}>
      <p>
        This is a callback’s own <code className={layout.identifier}>id</code>, seen earlier. The
        conversation’s id is <code className={layout.identifier}>payload.conversation.id</code>.
      </p>
      {conversationId !== undefined && onOpen && (
        <Button onClick={() => onOpen(conversationId)}>Open {visibleText(conversationId, 120)}</Button>
      )}
    </div>
  );
}

const revealShortcut = 'mod+shift+s';

/** Shows or masks everything of the case: its data, its pictures and its raw reply. */
function RevealCase() {
  const { all, toggle } = useRevealAll();
  const label = all ? 'Mask personal data' : 'Show personal data';
  useAction({
    id: 'conversation.reveal',
    group: 'Conversation',
    label,
    shortcut: revealShortcut,
    run: toggle,
  });
  return (
    <Button
      size="compact-sm"
      aria-pressed={all}
      title="Data, pictures and raw reply (Ctrl Shift S)"
      leftSection={all ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      onClick={toggle}
    >
      {label}
    </Button>
  );
}
