import { Box, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { deletedByOther } from '../../preload/wording/case-in-team.ts';
import { isAboutAnother } from '../../preload/wording/console-findings.ts';
import { conversationEnded } from '../../preload/wording/statuses.ts';
import { isFinalVerdict } from '../../preload/wording/verdict.ts';
import { useActions } from '../actions/use-action.ts';
import { useBridgeAction } from '../bridge/use-bridge.tsx';
import { useEnvironmentQuery } from '../environments/use-environment.ts';
import { CaseHistory } from '../features/cases/case-history.tsx';
import { useCaseEntry } from '../features/cases/use-case-entries.ts';
import { WatchButton } from '../features/cases/watch-button.tsx';
import { createRawPlace } from '../features/conversations/raw/raw-tools.ts';
import { useConversation } from '../features/conversations/use-conversation.ts';
import { draftLike } from '../features/creation/draft.ts';
import { ExportCase } from '../features/media/export-dialog.tsx';
import type { ConversationView } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import { startDownload } from '../ui/download.ts';
import { useGo } from '../ui/services.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';
import { useCaseFiles } from './case-files.tsx';
import { CaseHeadPart } from './case-head-parts.tsx';
import { CaseMenu } from './case-menu.tsx';
import { caseCallsView, conversationView } from './views.ts';

/** The views of a case, in the order of their keys. */
const views: readonly [view: ConversationView, label: string, keywords?: readonly string[]][] = [
  ['result', 'result'],
  ['media', 'files'],
  ['raw', 'raw response'],
  ['calls', 'calls', ['log', 'curl', 'requests', 'request id']],
  ['history', 'history', ['journal', 'decisions']],
];

interface CasePageProps {
  conversationId: string;
  view: ConversationView;
  /** The queue led to the case. */
  inQueue: true | undefined;
}

/** Shows the page of a conversation, with what other features add to it. */
export function CasePage({ conversationId, view, inQueue: isQueueCase }: CasePageProps) {
  const stores = useStores();
  const { desk, media, openField, navigation } = stores;
  // If it cannot be read, the page shows the service’s own answer.
  const { data: { receipts = [] } = {} } = useEnvironmentQuery('receipts.of', { conversationId });
  const receipt = receipts.find(({ mode, outcome }) => mode === 'DELETE_DATA' && outcome === 'confirmed');
  const saving = useBridgeAction('receipts.save', {});
  const saveReceipt = async (receiptId: string) => {
    if (!startDownload(await saving.run({ receiptId }))) {
      stores.ui.announce('The receipt was not saved.');
    }
  };
  const details = useEnvironmentQuery('cases.get', { conversationId }).data?.case;
  const ofColleague = details && deletedByOther(details);
  const deletedAt =
    receipt?.acceptedAt ?? receipt?.askedAt ?? (ofColleague && new Date(ofColleague.at).toISOString());
  const callbacks = useStore(openField, (state) => state.callbacks);
  const [raw] = useState(createRawPlace);
  const go = useGo();
  const show = (next: ConversationView) =>
    navigation.getState().replace({
      page: 'conversations',
      conversationId,
      view: next,
      ...(isQueueCase && { queued: isQueueCase }),
    });
  /** Shows a view, which is part of the data that may be folded. */
  const showUnfolded = (next: ConversationView) => {
    desk.getState().unfold('data');
    show(next);
  };
  const toDeletion = () => go({ page: 'deletion', conversationId });
  const toHeadless = () => go({ page: 'headless', conversationId });
  const createSame = () => {
    if (reading) {
      stores.creation.setState(draftLike(reading.conversation));
      go({ page: 'creation' });
    }
  };
  const { data: reading } = useConversation(conversationId);
  const isOther = isAboutAnother(conversationId, reading?.conversation.id);
  const status = reading?.conversation.status;
  const isFinal = conversationEnded(status);
  const isActive = status !== undefined && !isFinal;
  const files = useCaseFiles(conversationId, () => {
    raw.setState({ name: 'media' });
    show('raw');
  });
  useActions('Conversation', [
    ...views.map(([view, label, keywords], index) => ({
      id: `view-${view}`,
      label: `Go to ${label}`,
      shortcut: `alt+${index + 1}`,
      keywords,
      run: () => showUnfolded(view),
    })),
    {
      id: 'create-same',
      label: 'New conversation with its user key and products',
      keywords: ['same again', 'create', 'repeat', 'invite'],
      run: createSame,
    },
    {
      id: 'to-headless',
      label: 'Open its headless flow',
      keywords: ['steps', 'form', 'person', 'component', 'X-User-IP'],
      disabled: !isActive || isOther,
      run: toHeadless,
    },
    {
      id: 'to-deletion',
      label: 'Expire or delete',
      keywords: ['erase', 'remove', 'GDPR'],
      shortcut: 'mod+shift+d',
      disabled: deletedAt !== undefined || isOther,
      run: toDeletion,
    },
  ]);
  return (
    <conversationView.View
      conversationId={conversationId}
      view={view}
      onView={show}
      queue={<CaseHeadPart name="queue" />}
      strip={<CaseHeadPart name="strip" />}
      panel={<CaseHeadPart name="panel" />}
      desk={desk}
      files={files}
      raw={raw}
      tabs={{
        calls: (
          <Suspense fallback={<SkeletonLines lines={4} />}>
            <caseCallsView.View conversationId={conversationId} />
          </Suspense>
        ),
        history: <CaseHistory details={details} />,
      }}
      deletion={
        deletedAt === undefined
          ? undefined
          : {
              at: deletedAt,
              by: receipt ? undefined : ofColleague?.actor,
              onReceipt: receipt && (() => void saveReceipt(receipt.receiptId)),
            }
      }
      actions={
        !isOther && (
          <>
            {status !== undefined && <ExportCase store={media} conversationId={conversationId} />}
            <WatchCase conversationId={conversationId} />
            {deletedAt === undefined && (
              <Button size="compact-sm" title="Expire or delete…" onClick={toDeletion}>
                <IconTrash size={14} aria-hidden />
                {/* Its icon has to do at 200 % zoom. */}
                <Box component="span" ml={6} visibleFrom="sm">
                  Expire or delete…
                </Box>
              </Button>
            )}
            <CaseMenu
              conversationId={conversationId}
              isListed={details !== undefined}
              hold={details?.hold}
              onHeadless={isActive ? toHeadless : undefined}
              onCreateSame={isFinal ? createSame : undefined}
            />
          </>
        )
      }
      seenAsCallbackId={
        callbacks.has(conversationId) ? { conversationId: callbacks.get(conversationId) } : undefined
      }
    />
  );
}

/** Nothing where this console does not know the case. */
function WatchCase({ conversationId }: { conversationId: string }) {
  const row = useEnvironmentQuery('cases.get', { conversationId }).data?.case?.row;
  const { busy, run: watch } = useCaseEntry('cases.watch');
  if (row === undefined || isFinalVerdict(row.verdict)) {
    return null;
  }
  return (
    <WatchButton
      watched={row.watched}
      busy={busy}
      onWatch={(isWatched) => void watch({ selection: { ids: [conversationId] }, watched: isWatched })}
    />
  );
}
