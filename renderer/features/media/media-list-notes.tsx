import { Box, Button, Stack, Text } from '@mantine/core';
import type { MediaList } from '../../../preload/contract/media.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { EmptyState } from '../../ui/notices.tsx';
import { ReadingNotesView } from '../../ui/reading-notes.tsx';

/** Shows the other content of the metadata response: parts that were not understood, entries without a usable id, unknown members. */
export function MediaListNotes({ list: { withoutId, others, notes } }: { list: MediaList }) {
  return (
    <Stack gap={8} mt={12}>
      <ReadingNotesView notes={notes} />
      {withoutId.length > 0 && (
        <Box component="section" px={20}>
          <Text component="h2" fz={12} fw={650} c="dimmed">
            {counted(withoutId.length, 'entry', 'entries')} without a usable id
          </Text>
          <Text my={4}>The id is empty or longer than 512 characters, so the file cannot be fetched.</Text>
          <JsonTree value={withoutId} path="media without id" open={0} />
        </Box>
      )}
      {Object.keys(others).length > 0 && (
        <Box component="section" px={20}>
          <Text component="h2" fz={12} fw={650} c="dimmed">
            Other members of the response
          </Text>
          <JsonTree value={others} path="metadata" />
        </Box>
      )}
    </Stack>
  );
}

interface NothingListedProps {
  /** Undefined while the conversation cannot be read. The page already shows why. */
  list: MediaList | undefined;
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
    title: 'The response contains no list of files',
    text: 'It is not known whether the service collected any.',
  },
  unread: {
    title: 'The files are not listed',
    text: 'The conversation cannot be read.',
  },
} satisfies Record<MediaList['given'] | 'unread', unknown>;

/** Shown without files. It says "none" only if the service sent an empty list. */
export function NothingListed({ list, onReload, onShowRaw }: NothingListedProps) {
  const { title, text } = texts[list?.given ?? 'unread'];
  return (
    <Box py={8} px={20}>
      <EmptyState
        title={title}
        actions={
          list && (
            <>
              <Button onClick={onReload}>Reload</Button>
              <Button onClick={onShowRaw}>Raw response</Button>
            </>
          )
        }
      >
        {text}
      </EmptyState>
      {list && <MediaListNotes list={list} />}
    </Box>
  );
}
