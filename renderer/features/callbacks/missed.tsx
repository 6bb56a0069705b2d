import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { type MissedCallback, retriedFor } from '../../../preload/contract/callbacks.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { LoadingBar } from '../../ui/waiting.tsx';

/** Milliseconds back to which ended cases are looked through. */
const shownFor = 30 * 86_400_000;

interface MissedProps {
  environmentId: string;
  onOpen(conversationId: string, environmentId: string): void;
  /** Prepares sending the message to a receiver. */
  onSend(missed: MissedCallback): void;
}

/** Shows the cases whose end no callback of the inbox is about, with the time for which the service still tries, and what repairs each. */
export function Missed({ environmentId, onOpen, onSend }: MissedProps) {
  const [now] = useState(Date.now);
  const { data, failure, busy, refresh } = useBridgeQuery('callbacks.missed', {
    environmentId,
    since: now - shownFor,
  });
  const columns: Column<MissedCallback>[] = [
    {
      id: 'conversation',
      heading: 'Conversation',
      isName: true,
      cell: ({ conversationId }) => <Copyable value={conversationId} label="conversation id" />,
    },
    { id: 'event', heading: 'Missing', cell: ({ event }) => `CONVERSATION ${event}` },
    { id: 'seen', heading: 'Status seen', cell: ({ seenAt }) => <Time at={seenAt} /> },
    { id: 'left', heading: 'Retries left', cell: ({ seenAt }) => retriesLeft(seenAt, now) },
    {
      id: 'acts',
      heading: 'Actions',
      isHeadingHidden: true,
      cell: (missed) => (
        <Group gap={6} wrap="nowrap">
          <Button
            aria-label={`Open case ${missed.conversationId}`}
            onClick={() => onOpen(missed.conversationId, environmentId)}
          >
            Open case
          </Button>
          <Button aria-label={`Send about ${missed.conversationId}`} onClick={() => onSend(missed)}>
            Send…
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Box className={layout.scrolls} flex="1" pos="relative" px={20} py={16}>
      <LoadingBar busy={busy} label="Looking for missed callbacks" />
      {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} onRetry={refresh} />}
      {data?.missed.length === 0 && (
        <EmptyState icon={<IconCircleCheck size={28} stroke={1.4} />} title="No missed callbacks">
          <p>Each case that ended in the last 30 days has a genuine callback in the inbox.</p>
        </EmptyState>
      )}
      {data && data.missed.length > 0 && (
        <Section
          title={`${counted(data.missed.length, 'case')} without a callback`}
          actions={<Button onClick={refresh}>Check again</Button>}
        >
          <Stack gap={12}>
            <Text maw={736}>
              These cases ended in the last 30 days, and no genuine callback in the inbox says so. If your
              receiver has a log, add it to the inbox first: what it received is then accounted for. Open a
              case to read its result now, or send the message to your receiver yourself. The service tries
              for at least 4 days after the end; the hours are counted from when the end was first seen here,
              so fewer are left where it came earlier.
            </Text>
            <Table<MissedCallback> label="Missed callbacks" columns={columns} rows={data.missed} />
          </Stack>
        </Section>
      )}
    </Box>
  );
}

/** Returns for how long the service tries again (interface 6.3), if the end came when it was first seen. */
function retriesLeft(seenAt: number, now: number): string {
  const hours = Math.floor((seenAt + retriedFor - now) / 3_600_000);
  return hours > 0 ? `About ${counted(hours, 'hour')}` : 'Perhaps none';
}
