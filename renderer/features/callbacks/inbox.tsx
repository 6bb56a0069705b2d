import { Box, Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconFilter, IconInbox, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { useRowMenu } from '../../ui/row-menu.tsx';
import { AddCallbacks } from './add-callbacks.tsx';
import { CallbackDetailsView } from './callback-details.tsx';
import { CallbackTable } from './callback-table.tsx';
import classes from './callbacks.module.css';
import type { InboxFilter, InboxState } from './inbox-store.ts';
import { ListenerStrip } from './listener-strip.tsx';
import { SandboxTryView } from './sandbox-try-view.tsx';

const filters: readonly { value: InboxFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'problems', label: 'Problems' },
  { value: 'repeated', label: 'Repeated' },
  { value: 'unknown', label: 'Unknown events' },
];

interface InboxProps {
  store: StoreApi<InboxState>;
  environment: EnvironmentView;
  onOpen(conversationId: string): void;
  /** Prepares sending a received callback to another receiver. */
  onSend(received: { id: number; label: string }): void;
}

/** Shows the received callbacks, the listener, and what can be done with both. */
export function Inbox({ store, environment, onOpen, onSend }: InboxProps) {
  const state = useStore(store);
  const { listener, rows, total, failure, loading, busy, details, show, id } = state;
  const acts = store.getState();
  const [adding, setAdding] = useState(false);
  const [over, setOver] = useState(false);
  const { onContextMenu, menu } = useRowMenu();
  // Every change of the state makes another object of it; its functions stay the same.
  const { open } = acts;
  useEffect(() => open(environment.id), [open, environment.id]);
  const isFiltered = show !== 'all' || id.trim() !== '';
  const isSandbox = environment.settings.kind === 'sandbox' && environment.builtIn;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; “Add” is the first
    <div
      className={`${layout.fillingColumn} ${classes.inbox}`}
      data-over={over}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) {
          event.preventDefault();
          setOver(true);
        }
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) {
          setOver(false);
        }
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void addAll([...event.dataTransfer.files], acts.add);
      }}
    >
      <ListenerStrip
        listener={listener}
        busy={busy}
        settings={state.settings}
        onSettings={acts.changeSettings}
        onStart={() => void acts.start()}
        {...(isSandbox ? { onSandboxCertificate: acts.sandboxCertificate } : {})}
        onStop={() => void acts.stop()}
        onAnswer={(answer) => void acts.answer(answer)}
      />
      {state.attempt && (
        <SandboxTryView
          attempt={state.attempt}
          busy={busy}
          onPlay={(ending) => void acts.playUser(ending)}
          onOpen={onOpen}
          onClose={acts.closeTry}
        />
      )}
      <div className={classes.filters}>
        <SegmentedControl
          aria-label="Show"
          value={show}
          onChange={(value) => acts.filter({ show: value as InboxFilter })}
          data={[...filters]}
        />
        <TextInput
          flex="0 1 18rem"
          miw={192}
          aria-label="Callback id or conversation id"
          placeholder="Callback id or conversation id"
          leftSection={<IconFilter size={14} aria-hidden />}
          value={id}
          onChange={(event) => acts.filter({ id: event.currentTarget.value })}
        />
        <Text span ml="auto" c="dimmed" role="status">
          {counted(total, 'callback')}
        </Text>
        {isSandbox && (
          <Button.Group>
            <Button disabled={busy} onClick={() => void acts.trySandbox(false)}>
              Try it with the sandbox
            </Button>
            <Button
              disabled={busy}
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
          onClick={() => void acts.remove(undefined)}
        >
          Delete all
        </Button>
      </div>
      {failure && failure.code !== 'cancelled' && (
        <FailureNotice failure={failure} onRetry={() => acts.open(environment.id)} />
      )}
      {state.notes.length > 0 && (
        <p className={classes.quiet} role="status">
          {state.notes.join(' ')}
        </p>
      )}
      {total === 0 && !loading ? (
        <Box px={20}>
          <EmptyState
            icon={<IconInbox size={28} stroke={1.4} />}
            title={isFiltered ? 'No callback matches' : 'No callbacks yet'}
          >
            <p>
              {isFiltered
                ? 'Change or remove the filter to see others.'
                : 'Start the listener and use its address as callbackUrl, or add a request that was received elsewhere.'}
            </p>
          </EmptyState>
        </Box>
      ) : (
        <div className={layout.listAndDetails}>
          <CallbackTable
            total={total}
            rows={rows}
            selectedId={state.selectedId}
            onWant={acts.want}
            onSelect={acts.select}
            onMenu={(row, event) => {
              acts.select(row.id);
              const { conversationId } = row;
              onContextMenu([
                ...(conversationId === undefined
                  ? []
                  : [
                      { label: 'Open case', run: () => onOpen(conversationId) },
                      {
                        label: 'Callbacks of this conversation',
                        run: () => acts.filter({ show: 'all', id: conversationId }),
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
          {state.detailsFailure && <FailureNotice failure={state.detailsFailure} />}
          {details && (
            <CallbackDetailsView
              key={details.row.id}
              details={details}
              timeline={state.timeline}
              environmentName={environment.settings.name}
              comparison={state.comparison}
              comparing={state.comparing}
              comparisonFailure={state.comparisonFailure}
              busy={busy}
              onClose={() => acts.select(undefined)}
              onSelect={acts.select}
              onCompare={() => void acts.compare()}
              onDelete={(one) => void acts.remove([one])}
              onOpen={onOpen}
              onSend={onSend}
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
