import { Box, Button } from '@mantine/core';
import type { MediaList } from '../../../preload/contract/media.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MediaListNotes } from './media-list-notes.tsx';

interface NothingListedProps {
  list: MediaList;
  onReload(): void;
  onShowRaw(): void;
}

const texts = {
  whole: {
    title: 'No files',
    text: 'The service lists no images, videos or reports for this conversation.',
  },
  'in-part': {
    title: 'The list of files could not be read',
    text: 'The service sent a list more than once, or not in the documented form. There may be files.',
  },
  'not-at-all': {
    title: 'The reply contains no list of files',
    text: 'It is not known whether the service collected any.',
  },
} satisfies Record<MediaList['given'], unknown>;

/** Shown without files. It says "none" only if the service sent an empty list. */
export function NothingListed({ list, onReload, onShowRaw }: NothingListedProps) {
  const { title, text } = texts[list.given];
  return (
    <Box py={8} px={20}>
      <EmptyState
        title={title}
        actions={
          <>
            <Button onClick={onReload}>Reload</Button>
            <Button onClick={onShowRaw}>Raw reply</Button>
          </>
        }
      >
        {text}
      </EmptyState>
      <MediaListNotes list={list} />
    </Box>
  );
}
