import { VisuallyHidden } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { AnnouncementState } from './announcements.ts';

/** Shows the one polite live region of the window. Two paragraphs in turn, and a space in every other one, so that a repeated text is read again: Orca drops one that equals the last. */
export function LiveRegion({ store }: { store: StoreApi<AnnouncementState> }) {
  const { text, count } = useStore(store);
  return (
    <VisuallyHidden>
      <div role="status" aria-live="polite">
        <p>{count % 2 === 0 ? text : ''}</p>
        <p>{count % 2 === 1 ? `${text}\u00a0` : ''}</p>
      </div>
    </VisuallyHidden>
  );
}
