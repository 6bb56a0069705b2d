import { Button } from '@mantine/core';
import type { MediaList } from '../../preload/contract/media.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import classes from './media.module.css';
import { MediaListNotes } from './media-list-notes.tsx';

interface NothingListedProps {
  list: MediaList;
  onReload(): void;
  onShowRaw(): void;
}

const texts = {
  whole: {
    title: 'No media',
    text: 'The service lists no images, videos or reports for this conversation.',
  },
  'in-part': {
    title: 'The list of media could not be read',
    text: 'The service sent a list more than once, or in a form the interface does not describe. There may be media.',
  },
  'not-at-all': {
    title: 'The reply has no list of media',
    text: 'Whether the service collected any is not known.',
  },
} satisfies Record<MediaList['given'], unknown>;

/** Nothing to choose from; "none" is said only where the service sent a list and it was empty. */
export function NothingListed({ list, onReload, onShowRaw }: NothingListedProps) {
  const { title, text } = texts[list.given];
  return (
    <div className={classes.alone}>
      <EmptyState
        title={title}
        actions={
          <>
            <Button variant="default" onClick={onReload}>
              Reload
            </Button>
            <Button variant="default" onClick={onShowRaw}>
              Raw reply
            </Button>
          </>
        }
      >
        {text}
      </EmptyState>
      <MediaListNotes list={list} />
    </div>
  );
}
