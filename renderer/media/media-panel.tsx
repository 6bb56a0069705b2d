import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';
import classes from './media.module.css';
import { MediaList } from './media-list.tsx';
import { MediaViewer } from './media-viewer.tsx';
import type { MediaState } from './store.ts';

interface MediaPanelProps {
  store: StoreApi<MediaState>;
  environmentId: string;
  conversationId: string;
}

/** Everything collected in a conversation (interface 2.3): the list by type, and the chosen medium beside it. */
export function MediaPanel({ store, environmentId, conversationId }: MediaPanelProps) {
  const { list, failure, busy, load, selectedId } = useStore(store);
  useEffect(() => {
    void store.getState().load(environmentId, conversationId);
    return () => store.getState().leave();
  }, [store, environmentId, conversationId]);

  if (failure.list) {
    return (
      <div className={classes.alone}>
        <FailureNotice
          failure={failure.list}
          onRetry={() => void load(environmentId, conversationId, true)}
        />
      </div>
    );
  }
  if (!list) {
    return (
      <div className={classes.alone} aria-busy={busy.list}>
        <SkeletonLines lines={6} />
      </div>
    );
  }
  if (list.media.length === 0) {
    return (
      <div className={classes.alone}>
        <EmptyState title="No media">
          The service collected no images, videos or reports in this conversation.
        </EmptyState>
      </div>
    );
  }
  const selected = list.media.find((item) => item.id === selectedId);
  return (
    <div className={classes.panel}>
      <MediaList store={store} list={list} onReload={() => void load(environmentId, conversationId, true)} />
      {selected && <MediaViewer key={selected.id} store={store} item={selected} />}
    </div>
  );
}
