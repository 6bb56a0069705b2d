import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ErrorCode } from '../../preload/contract/envelope.ts';
import type { MediaItem } from '../../preload/contract/service/metadata.ts';
import type { CaseFiles } from '../conversations/conversation-page.tsx';
import { filesFor, presetFor } from '../conversations/desk/pictures.ts';
import { MediaList } from '../media/media-list.tsx';
import { MediaViewer } from '../media/media-viewer.tsx';
import { NothingListed } from '../media/nothing-listed.tsx';
import { useStores } from '../stores.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';

/** Whoever is refused the conversation is refused its files too: they are not asked for. */
const withoutFiles: readonly ErrorCode[] = ['gone', 'not-found', 'forbidden', 'credentials-rejected'];
const noFiles: readonly MediaItem[] = [];

/** The files of a case for the review desk, listed once the conversation was read. */
export function useCaseFiles(
  environmentId: string,
  conversationId: string,
  onShowRaw: () => void,
): CaseFiles {
  const { conversation, desk, media } = useStores();
  const isListed = useStore(conversation, ({ target, busy, failure }) => {
    const isTarget = target?.environmentId === environmentId && target.conversationId === conversationId;
    return isTarget && !busy && !(failure && withoutFiles.includes(failure.code));
  });
  const { list, failure, busy, selectedId } = useStore(media);
  const files = list?.media ?? noFiles;
  useEffect(() => {
    if (isListed) {
      void media.getState().load(environmentId, conversationId);
    }
  }, [isListed, media, environmentId, conversationId]);
  useEffect(() => () => media.getState().close(), [media]);
  useEffect(() => {
    if (files.length === 0) {
      return;
    }
    const preset = presetFor(desk.getState().arrangement.preset, files);
    desk.getState().suit(preset);
    const { left } = filesFor(preset, files);
    if (left !== undefined) {
      media.getState().choose(left);
    }
  }, [files, desk, media]);
  const reload = () => void media.getState().load(environmentId, conversationId, true);
  const selected = files.find(({ id }) => id === selectedId);
  return {
    some: files.length > 0 || (!list && failure.list === undefined),
    list: failure.list ? (
      <FailureNotice failure={failure.list} onRetry={reload} />
    ) : list === undefined ? (
      <div aria-busy={busy.list}>
        <SkeletonLines lines={6} />
      </div>
    ) : files.length === 0 && list.withoutId.length === 0 ? (
      <NothingListed list={list} onReload={reload} onShowRaw={onShowRaw} />
    ) : (
      <MediaList store={media} list={list} onReload={reload} onShowRaw={onShowRaw} />
    ),
    left: selected && <MediaViewer key={selected.id} store={media} item={selected} />,
    right: undefined,
    strip: undefined,
    onPreset(preset) {
      desk.getState().choose(preset);
      const { left } = filesFor(preset, files);
      if (left !== undefined) {
        media.getState().choose(left);
      }
    },
  };
}
