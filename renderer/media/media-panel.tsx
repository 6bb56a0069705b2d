import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';
import classes from './media.module.css';
import { MediaList } from './media-list.tsx';
import { MediaViewer } from './media-viewer.tsx';
import { NothingListed } from './nothing-listed.tsx';
import type { MediaState } from './store.ts';

interface MediaPanelProps {
  store: StoreApi<MediaState>;
  environmentId: string;
  conversationId: string;
  /** Shows the raw reply that the list came in. */
  onShowRaw(): void;
}

/** Everything collected in a conversation (interface 2.3): the list by type, and the selected file beside it. */
export function MediaPanel({ store, environmentId, conversationId, onShowRaw }: MediaPanelProps) {
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
  const reload = () => void load(environmentId, conversationId, true);
  if (list.media.length === 0 && list.withoutId.length === 0) {
    return <NothingListed list={list} onReload={reload} onShowRaw={onShowRaw} />;
  }
  const selected = list.media.find((item) => item.id === selectedId);
  return (
    <div className={classes.panel}>
      <MediaList store={store} list={list} onReload={reload} onShowRaw={onShowRaw} />
      {selected && <MediaViewer key={selected.id} store={store} item={selected} />}
    </div>
  );
}
