import { useCallback, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { MediaItem } from '../../preload/contract/service/metadata.ts';
import { isAboutAnother } from '../../preload/wording/console-findings.ts';
import { useEnvironment, useEnvironmentQuery } from '../environments/use-environment.ts';
import type { CaseFiles } from '../features/conversations/conversation-page.tsx';
import { filesFor, presetFor, type WellFiles } from '../features/conversations/desk/pictures.ts';
import { useConversation } from '../features/conversations/use-conversation.ts';
import { MediaActions } from '../features/media/media-actions.tsx';
import { MediaList } from '../features/media/media-list.tsx';
import { NothingListed } from '../features/media/media-list-notes.tsx';
import { mismatchesOf } from '../features/media/media-titles.ts';
import { MediaWell } from '../features/media/media-well.tsx';
import { SaveProgress } from '../features/media/save-progress.tsx';
import { ThumbnailStrip } from '../features/media/thumbnail-strip.tsx';
import { useContents } from '../features/media/use-contents.ts';
import { slots } from '../features/media/wells.ts';
import { useStores } from '../stores.tsx';
import { FailureNotice } from '../ui/notices.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';

const noFiles: readonly MediaItem[] = [];

/** Returns the files of a case for the review desk, listed once the conversation has been read. */
export function useCaseFiles(conversationId: string, onShowRaw: () => void): CaseFiles {
  const { id: environmentId } = useEnvironment();
  const { desk, media } = useStores();
  const { data: reading, busy, failure } = useConversation(conversationId);
  const isOther = isAboutAnother(conversationId, reading?.conversation.id);
  // Files of a conversation that the service no longer gives are not requested, nor shown as they were listed before.
  const isUnread = reading === undefined && failure !== undefined;
  const isListed = !busy && reading !== undefined && !isOther;
  const {
    data: lastList,
    failure: listFailure,
    busy: isListing,
    refresh: reload,
  } = useEnvironmentQuery('media.list', { conversationId }, { enabled: isListed });
  const list = reading && lastList;
  const contents = useContents(conversationId);
  const files = list?.media ?? noFiles;
  useEffect(() => {
    media.getState().showCase({ environmentId, conversationId }, files);
  }, [media, files, environmentId, conversationId]);
  useEffect(() => () => media.getState().close(), [media]);
  const showFiles = useCallback(
    ({ left, right }: WellFiles) => {
      // If there is only one well, it shows the file chosen for the right one.
      const isAlone = !desk.getState().isRightShown && left === undefined;
      if (right !== undefined) {
        media.getState().showInWell(right, isAlone ? 'left' : 'right');
      }
      if (left !== undefined) {
        media.getState().showInWell(left, 'left');
      }
    },
    [desk, media],
  );
  useEffect(() => {
    if (files.length === 0) {
      return;
    }
    const preset = presetFor(desk.getState().arrangement.preset, files);
    desk.getState().suit(preset);
    showFiles(filesFor(preset, files));
  }, [files, desk, showFiles]);
  // Shortcuts act only on a well that is in the page.
  const isRightShown = useStore(desk, (state) => state.isRightShown);
  useEffect(() => {
    if (!isRightShown) {
      media.getState().activate('left');
    }
  }, [isRightShown, media]);
  const isRightWanted = useStore(
    media,
    ({ activeSlot, wells }) => activeSlot === 'right' || wells.right.still !== undefined,
  );
  useEffect(() => {
    if (isRightWanted) {
      desk.getState().unfoldRight();
    }
  }, [isRightWanted, desk]);
  const isRightEmpty = useStore(
    media,
    ({ wells }) => wells.right.mediumId === undefined && wells.right.still === undefined,
  );
  useEffect(() => {
    if (isRightEmpty) {
      desk.getState().restoreFolding();
    }
  }, [isRightEmpty, desk]);
  const mismatchFacts = useStore(
    media,
    useShallow(({ facts }) => new Map([...facts].filter(([, { isMismatch }]) => isMismatch))),
  );
  const mismatches = useMemo(
    () => mismatchesOf(files, mismatchFacts, contents.mismatches),
    [files, mismatchFacts, contents.mismatches],
  );
  const saving = <SaveProgress store={media} />;
  // The page already shows why the conversation could not be read.
  const isSameFailure = failure !== undefined && listFailure?.code === failure.code;
  return {
    readingId: list?.readingId,
    items: files,
    onReload: reload,
    mismatches,
    isContentChecked: contents.isComplete,
    onShow: showFiles,
    some: !isOther && !isUnread && (files.length > 0 || (!list && listFailure === undefined)),
    list:
      isOther || isUnread || (!list && isSameFailure) ? (
        <NothingListed list={undefined} onReload={reload} onShowRaw={onShowRaw} />
      ) : listFailure ? (
        <FailureNotice failure={listFailure} onRetry={reload} />
      ) : list === undefined ? (
        <div aria-busy={isListing}>
          <SkeletonLines lines={6} />
        </div>
      ) : files.length === 0 && list.withoutId.length === 0 ? (
        <NothingListed list={list} onReload={reload} onShowRaw={onShowRaw} />
      ) : (
        <MediaList
          store={media}
          list={list}
          contents={contents}
          mismatches={mismatches}
          onReload={reload}
          onShowRaw={onShowRaw}
        />
      ),
    saving,
    left: (
      <>
        <MediaActions store={media} />
        {saving}
        <MediaWell store={media} slot="left" />
      </>
    ),
    right: <MediaWell store={media} slot="right" />,
    strip: (
      <ThumbnailStrip
        store={media}
        openSlots={isRightShown ? slots : ['left']}
        mismatches={mismatches}
        onCheck={contents.check}
      />
    ),
    onPreset(preset) {
      desk.getState().choose(preset);
      showFiles(filesFor(preset, files));
    },
  };
}
