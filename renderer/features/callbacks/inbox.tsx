import { Box, Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconFilter, IconInbox, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { rolesAtService } from '../../../preload/contract/team-roles.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useEnvironment } from '../../environments/use-environment.ts';
import { Bar } from '../../ui/bar.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { useRoleRefusal } from '../../ui/policy.tsx';
import { useRowMenu } from '../../ui/row-menu.tsx';
import { useGo } from '../../ui/services.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { AddCallbacks } from './add-callbacks.tsx';
import { CallbackDetailsView } from './callback-details.tsx';
import { CallbackTable } from './callback-table.tsx';
import classes from './callbacks.module.css';
import { FailureCauses } from './failure-causes.tsx';
import { ListenerStrip } from './listener-strip.tsx';
import { type InboxView, type SandboxTry, tryTexts, useCallbacks, useInboxActions } from './use-inbox.ts';

const filters: readonly { value: InboxView['show']; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'problems', label: 'Problems' },
  { value: 'repeated', label: 'Repeated' },
  { value: 'unknown', label: 'Unknown events' },
];

interface InboxProps {
  view: StoreApi<InboxView>;
}

/** Shows the received callbacks, the listener, and what can be done with both. */
export function Inbox({ view }: InboxProps) {
  const environment = useEnvironment();
  const go = useGo();
  const { show, id, selectedId, settings, attempt } = useStore(view);
  const { query: list, source } = useCallbacks({ show, id });
  const acts = useInboxActions(view);
  const { listener, busy } = acts;
  const failure = acts.failure ?? list.failure;
  const { from = 0, rows = [] } = list.data ?? {};
  const total = source.count;
  const place = rows.findIndex((row) => row.id === selectedId);
  const select = (id: number | undefined) => view.setState({ selectedId: id });
  const [adding, setAdding] = useState(false);
  const drop = useFileDrop((files) => void addAll(files, acts.add));
  const { onContextMenu, menu } = useRowMenu();
  const isFiltered = show !== 'all' || id.trim() !== '';
  const refusal = useRoleRefusal(rolesAtService, 'create conversations');
  const tryProps = { disabled: busy || refusal !== undefined, title: refusal };
  const isSandbox = environment.settings.kind === 'sandbox' && environment.builtIn;
  return (
    // Dropping is a second way; “Add” is the first
    <div className={`${layout.fillingColumn} ${classes.inbox}`} {...drop}>
      <ListenerStrip
        listener={listener}
        busy={busy}
        settings={settings}
        onSettings={(settings) => view.setState({ settings })}
        onStart={acts.start}
        onStop={() => void acts.stop()}
        onAnswer={acts.answer}
        {...(isSandbox ? { onSandboxCertificate: acts.certify } : {})}
      />
      {attempt && (
        <SandboxTryView
          attempt={attempt}
          isOver={attempt.isOver || rows.some((row) => row.conversationId === attempt.conversationId)}
          busy={busy}
          onPlay={(ending) => void acts.playUser(ending)}
          onClose={() => view.setState({ attempt: undefined })}
        />
      )}
      <Bar>
        <SegmentedControl
          aria-label="Show"
          value={show}
          onChange={(value) => view.setState({ show: value as InboxView['show'] })}
          data={[...filters]}
        />
        <TextInput
          flex="0 1 18rem"
          miw={192}
          aria-label="Callback id or conversation id"
          placeholder="Callback id or conversation id"
          leftSection={<IconFilter size={14} aria-hidden />}
          value={id}
          onChange={(event) => view.setState({ id: event.currentTarget.value })}
        />
        <Text span ml="auto" c="dimmed" role="status">
          {counted(total, 'callback')}
        </Text>
        {isSandbox && (
          <Button.Group>
            <Button {...tryProps} onClick={() => void acts.trySandbox(false)}>
              Try it with the sandbox
            </Button>
            <Button
              {...tryProps}
              aria-label="Try it with the sandbox over HTTPS"
              onClick={() => void acts.trySandbox(true)}
            >
              HTTPS
            </Button>
          </Button.Group>
        )}
        <Button leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
          Add
        </Button>
        <Button
          leftSection={<IconTrash size={14} />}
          disabled={busy || total === 0 || isFiltered}
          onClick={() => void acts.remove()}
        >
          Delete all
        </Button>
      </Bar>
      {failure && failure.code !== 'cancelled' && (
        <FailureNotice
          failure={failure}
          onRetry={() => {
            acts.retry();
            list.refresh();
          }}
        />
      )}
      {acts.notes.length > 0 && (
        <p className={layout.quietParagraph} role="status">
          {acts.notes.join(' ')}
        </p>
      )}
      {show === 'problems' && id.trim() === '' && total > 0 && <FailureCauses onSelect={select} />}
      {list.data && total === 0 ? (
        <Box px={20}>
          <EmptyState
            icon={<IconInbox size={28} stroke={1.4} />}
            title={isFiltered ? 'No callback matches' : 'No callbacks yet'}
          >
            <p>
              {isFiltered
                ? 'Change or remove the filter to see others.'
                : `${listener?.url === undefined ? 'Start the listener and use' : 'The listener is on. Use'} its address as callbackUrl, or add a request that was received elsewhere.`}
            </p>
          </EmptyState>
        </Box>
      ) : (
        <div className={layout.listAndDetails}>
          <CallbackTable
            rows={source}
            current={place === -1 ? -1 : from + place}
            onSelect={select}
            onMenu={(row, event) => {
              select(row.id);
              const { conversationId } = row;
              onContextMenu([
                ...(conversationId === undefined
                  ? []
                  : [
                      {
                        label: 'Open case',
                        run: () => go({ page: 'conversations', conversationId }),
                      },
                      {
                        label: 'Callbacks of this conversation',
                        run: () => view.setState({ show: 'all', id: conversationId }),
                      },
                    ]),
                {
                  label: 'Delete from this console',
                  dangerous: true,
                  run: () => void acts.remove([row.id]),
                },
              ])(event);
            }}
          />
          {selectedId !== undefined && (
            <CallbackDetailsView
              id={selectedId}
              busy={busy}
              onSelect={select}
              onDelete={(one) => void acts.remove([one])}
            />
          )}
        </div>
      )}
      <AddCallbacks opened={adding} busy={busy} onClose={() => setAdding(false)} onAdd={acts.add} />
      {menu}
    </div>
  );
}

async function addAll(files: readonly File[], add: (file: File) => Promise<boolean>): Promise<void> {
  for (const file of files) {
    if (!(await add(file))) {
      return;
    }
  }
}

interface SandboxTryProps {
  attempt: SandboxTry;
  isOver: boolean;
  busy: boolean;
  onPlay(ending: 'well' | 'failed' | 'canceled'): void;
  onClose(): void;
}

/** Shows a conversation in the sandbox that calls this listener, and its user’s part. */
export function SandboxTryView({ attempt, isOver, busy, onPlay, onClose }: SandboxTryProps) {
  const go = useGo();
  const { conversationId, url } = attempt;
  return (
    <Bar direction="column" py={10} bg="var(--environment-sandbox-surface)" name="Sandbox conversation">
      <p className={layout.anywhere}>{isOver ? tryTexts.over : tryTexts.begun}</p>
      {!isOver && (
        <Group>
          <Button disabled={busy} onClick={() => onPlay('well')}>
            Finish
          </Button>
          <Button disabled={busy} onClick={() => onPlay('failed')}>
            Fail
          </Button>
          <Button disabled={busy} onClick={() => onPlay('canceled')}>
            Cancel
          </Button>
          {url !== undefined && <Copyable value={url} label="address for the user" />}
        </Group>
      )}
      {isOver && (
        <Group>
          <Button onClick={() => go({ page: 'conversations', conversationId })}>Open case</Button>
          <Button variant="subtle" onClick={onClose}>
            Close
          </Button>
        </Group>
      )}
    </Bar>
  );
}
