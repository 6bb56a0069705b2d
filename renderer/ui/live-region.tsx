import { VisuallyHidden } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { AnnouncementState } from './announcements.ts';

/** Shows the one polite live region of the window. Two paragraphs in turn, so that a repeated text is read again. */
export function LiveRegion({ store }: { store: StoreApi<AnnouncementState> }) {
  const { text, count } = useStore(store);
  return (
    <VisuallyHidden>
      <div role="status" aria-live="polite">
        <p>{count % 2 === 0 ? text : ''}</p>
        <p>{count % 2 === 1 ? text : ''}</p>
      </div>
    </VisuallyHidden>
  );
}
