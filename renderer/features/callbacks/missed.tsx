import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { type MissedCallback, maxEnded, retriedFor } from '../../../preload/contract/callbacks.ts';
import { counted } from '../../../preload/wording/terms.ts';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { DropTarget } from '../../ui/drop-target.tsx';
import layout from '../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { useGo } from '../../ui/services.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { LoadingBar } from '../../ui/waiting.tsx';
import { AddCallbacks } from './add-callbacks.tsx';
import classes from './callbacks.module.css';
import { repairScript } from './repair-script.ts';
import { SendAgain } from './send-again.tsx';
import type { SendDraft } from './send-draft.ts';
import { addedChanges, addedSource } from './use-inbox.ts';

/** Milliseconds back to which ended cases are looked through. */
const shownFor = 30 * 86_400_000;

interface MissedProps {
  send: StoreApi<SendDraft>;
  /** Prepares sending the message to a receiver. */
  onSend(callback: MissedCallback): void;
}

/** Shows the cases whose end no callback of the inbox is about, with the time for which the service still tries, and what repairs each. */
export function MissedCallbacks({ send, onSend }: MissedProps) {
  const go = useGo();
  const { settings } = useEnvironment();
  const { copy } = useCopy();
  const [now] = useState(Date.now);
  const { data, failure, busy, refresh } = useEnvironmentQuery('callbacks.missed', {
    since: now - shownFor,
  });
  const adding = useEnvironmentAction('callbacks.add', {}, { changes: addedChanges });
  const [isAdding, setAdding] = useState(false);
  const add = async (source: string | File) => (await adding.run(await addedSource(source))) !== undefined;
  const columns: Column<MissedCallback>[] = [
    {
      heading: 'Conversation',
      isName: true,
      cell: ({ conversationId }) => <Copyable value={conversationId} label="conversation id" />,
    },
    { heading: 'Missing', cell: ({ event }) => `CONVERSATION ${event}` },
    { heading: 'Status seen', cell: ({ seenAt }) => <Time at={seenAt} /> },
    { heading: 'Retries left', cell: ({ seenAt }) => retriesLeft(seenAt, now) },
    {
      heading: 'Actions',
      isHeadingHidden: true,
      cell: (callback) => (
        <Group gap={6} wrap="nowrap">
          <Button
            aria-label={`Open case ${callback.conversationId}`}
            onClick={() => go({ page: 'conversations', conversationId: callback.conversationId })}
          >
            Open case
          </Button>
          <Button aria-label={`Send about ${callback.conversationId}`} onClick={() => onSend(callback)}>
            Send…
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <DropTarget what="the log of your receiver" onFile={(file) => void add(file)} className={classes.page}>
      <LoadingBar busy={busy} label="Looking for missed callbacks" />
      {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} onRetry={refresh} />}
      {adding.failure && <FailureNotice failure={adding.failure} />}
      {adding.data && (
        <p className={layout.quietParagraph} role="status">
          {counted(adding.data.added.length, 'callback')} of the log added to the inbox.{' '}
          {adding.data.notes.join(' ')}
        </p>
      )}
      {data?.missed.length === 0 && (
        <EmptyState icon={<IconCircleCheck size={28} stroke={1.4} />} title="No missed callbacks">
          <p>
            {data.isCut ? `Each of the newest ${maxEnded.toLocaleString('en')} cases` : 'Each case'} that
            ended in the last 30 days has a callback in the inbox or in a log that was added.
          </p>
        </EmptyState>
      )}
      {data && data.missed.length > 0 && (
        <Section
          title={`${data.isCut ? 'At least ' : ''}${counted(data.missed.length, 'case')} without a callback`}
          actions={
            <>
              <Button leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
                Add your receiver’s log
              </Button>
              <Button
                onClick={() =>
                  void copy(repairScript(settings, data.missed), { said: 'Copied as a script for bash' })
                }
              >
                Copy as a script
              </Button>
              <Button onClick={refresh}>Check again</Button>
            </>
          }
        >
          <Stack gap={12}>
            <Text maw={736}>
              These cases ended in the last 30 days, and no callback with a valid signature that came in time
              says so in the inbox. {data.isCut && ' There may be older ones, which are not listed.'}{' '}
              Callbacks of new data (NEW_DATA) are not compared. Add or drop the log of your receiver first:
              what it received is then accounted for. It must have the bodies of the requests, which an access
              log lacks. Open a case to read its result now, or send the messages to your receiver yourself,
              one by one, below, or with a script that reads and sends each. The service tries for at least 4
              days after the end; the hours are counted from when the end was first seen here, so fewer may be
              left.
            </Text>
            <Table<MissedCallback> label="Missed callbacks" columns={columns} rows={data.missed} />
          </Stack>
        </Section>
      )}
      {data && <SendAgain store={send} />}
      <AddCallbacks opened={isAdding} busy={adding.busy} onClose={() => setAdding(false)} onAdd={add} />
    </DropTarget>
  );
}

/** Returns for how long the service tries again (interface 6.3), if the end came when it was first seen. */
function retriesLeft(seenAt: number, now: number): string {
  const hours = Math.floor((seenAt + retriedFor - now) / 3_600_000);
  return hours > 0 ? `About ${counted(hours, 'hour')}` : 'Perhaps none';
}
