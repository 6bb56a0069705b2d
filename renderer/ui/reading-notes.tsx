import { Box, Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Cut, ReadingNotes } from '../../preload/contract/service/reading.ts';
import { counted } from '../../preload/wording/terms.ts';
import layout from './layout.module.css';
import { LongList } from './long-list.tsx';
import { Masked } from './masked.tsx';
import { Identifier, OutsideText } from './outside-text.tsx';
import classes from './reading-notes.module.css';
import { type Column, Table } from './table.tsx';

const memberColumn: Column<{ path: string }> = {
  heading: 'Member',
  isName: true,
  cell: ({ path }) => <Identifier text={path} />,
};

/**
 * Shows oddities of a response: members given more than once, of another type than the interface describes, numbers with
 * more digits than usual, text in another encoding, and parts too long to show whole.
 */
export function ReadingNotesView({ notes }: { notes: ReadingNotes }) {
  const { flags, cuts, duplicates, inexactNumbers, charset } = notes;
  return (
    <>
      {duplicates.length > 0 && <Duplicates paths={duplicates.map(({ path }) => path)} />}
      {charset?.problem !== undefined && (
        <Flex align="center" gap={8}>
          <IconAlertTriangle size={15} aria-hidden /> {charsetText(charset)}
        </Flex>
      )}
      {flags.length > 0 && (
        <Note title={`${counted(flags.length, 'member is', 'members are')} not as documented`}>
          <Table
            label="Members that are not as documented"
            rows={flags}
            columns={[
              memberColumn,
              { heading: 'Documented', cell: ({ expected }) => <OutsideText text={expected} /> },
              {
                heading: 'Received',
                cell: ({ path, found }, _index) => (
                  <Masked value={found} label={`value received at ${path}`}>
                    <Identifier text={found} />
                  </Masked>
                ),
              },
            ]}
          />
        </Note>
      )}
      {inexactNumbers.length > 0 && (
        <Note
          title={`${counted(inexactNumbers.length, 'number is', 'numbers are')} too long for most programs; shown as written`}
        >
          <Table
            label="Numbers shown as written"
            rows={inexactNumbers}
            columns={[
              memberColumn,
              {
                heading: 'As written',
                cell: ({ path, text }) => <Masked value={text} label={`the number at ${path}`} />,
              },
            ]}
          />
        </Note>
      )}
      {cuts.length > 0 && (
        <Note
          title={`${counted(cuts.length, 'part is', 'parts are')} too long to show in full; see the raw response`}
        >
          <Table
            label="Parts too long to show in full"
            rows={cuts}
            columns={[
              {
                heading: 'Part',
                isName: true,
                cell: ({ path }) => <Identifier text={path === '' ? '(the whole response)' : path} />,
              },
              { heading: 'Shown', cell: cutText },
            ]}
          />
        </Note>
      )}
    </>
  );
}

/** Warns that the response contradicts itself, since the wrong one of two values may be shown. */
function Duplicates({ paths }: { paths: readonly string[] }) {
  return (
    <Box
      component="section"
      px={14}
      py={10}
      className={layout.tinted}
      data-tone="bad"
      aria-label="Members given more than once"
    >
      <Flex align="center" gap={8} mb={2} fw={650} c="var(--tone)">
        <IconAlertTriangle size={16} aria-hidden />
        {counted(paths.length, 'member is', 'members are')} given more than once
      </Flex>
      <Text maw={736}>
        Only the last value of each is shown here, and it may be the wrong one. The raw response marks each
        occurrence. Do not decide on this response: ask the service, quoting the request id.
      </Text>
      <LongList
        as="ul"
        label="Members given more than once"
        items={paths}
        row={(path, attributes) => (
          <li {...attributes}>
            <Identifier text={path} />
          </li>
        )}
      />
    </Box>
  );
}

function charsetText({ declared, used, problem }: NonNullable<ReadingNotes['charset']>): string {
  switch (problem) {
    case 'unknown':
      return `The response declares an unknown encoding (${declared}). It was read as ${used}.`;
    case 'contradicted':
      return `The response declares ${declared}, but is ${used}. It was read as ${used}.`;
    default:
      return `Some bytes of the response are not text in ${used}. They are shown as �.`;
  }
}

function cutText({ kept, total, unit }: Cut): string {
  return `${kept.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`;
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={`${layout.tinted} ${classes.note}`}
      data-tone="caution"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        <IconAlertTriangle size={15} aria-hidden />
        <span>{title}</span>
      </summary>
      <div className={classes.body}>{open && children}</div>
    </details>
  );
}
