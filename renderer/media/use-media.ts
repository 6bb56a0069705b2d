import { useEffect } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { MediaState } from './store.ts';

/** Lists the files of a conversation while a view of them is mounted, and releases what was opened when it is left. */
export function useMedia(store: StoreApi<MediaState>, environmentId: string, conversationId: string): void {
  useEffect(() => {
    void store.getState().load(environmentId, conversationId);
    return () => store.getState().leave();
  }, [store, environmentId, conversationId]);
}
