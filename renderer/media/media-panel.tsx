import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';
import classes from './media.module.css';
import { MediaActions } from './media-actions.tsx';
import { MediaList } from './media-list.tsx';
import { MediaWell } from './media-well.tsx';
import { NothingListed } from './nothing-listed.tsx';
import { SaveProgress } from './save-progress.tsx';
import type { MediaState } from './store.ts';
import { ThumbnailStrip } from './thumbnail-strip.tsx';
import { useMedia } from './use-media.ts';
import { WellLock } from './well-lock.tsx';

interface MediaPanelProps {
  store: StoreApi<MediaState>;
  environmentId: string;
  conversationId: string;
  /** Shows the raw reply that the list came in. */
  onShowRaw(): void;
}

/** Everything collected in a conversation (interface 2.3): the list by type, and one or two files beside it. */
export function MediaPanel({ store, environmentId, conversationId, onShowRaw }: MediaPanelProps) {
  const { list, listFailure, isListing, load, wells } = useStore(store);
  useMedia(store, environmentId, conversationId);
  const reload = () => void load(environmentId, conversationId, true);
  if (listFailure) {
    return (
      <div className={classes.alone}>
        <FailureNotice failure={listFailure} onRetry={reload} />
      </div>
    );
  }
  if (!list) {
    return (
      <div className={classes.alone} aria-busy={isListing}>
        <SkeletonLines lines={6} />
      </div>
    );
  }
  if (list.media.length === 0 && list.withoutId.length === 0) {
    return <NothingListed list={list} onReload={reload} onShowRaw={onShowRaw} />;
  }
  return (
    <div className={classes.panel}>
      <MediaList store={store} list={list} onReload={reload} onShowRaw={onShowRaw} />
      <div className={classes.work}>
        <SaveProgress store={store} />
        <div className={classes.wells}>
          {wells.left.mediumId !== undefined && <MediaWell store={store} slot="left" />}
          {wells.right.mediumId !== undefined && (
            <>
              <WellLock store={store} />
              <MediaWell store={store} slot="right" />
            </>
          )}
        </div>
        <ThumbnailStrip store={store} />
        <MediaActions store={store} />
      </div>
    </div>
  );
}
