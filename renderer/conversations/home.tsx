import { Button, TextInput } from '@mantine/core';
import { IconFilter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';
import classes from './home.module.css';
import { RecentList } from './recent.tsx';
import type { RecentState, Sample } from './recent-store.ts';

interface ConversationsHomeProps {
  store: StoreApi<RecentState>;
  environment: EnvironmentView;
  openShortcut: string;
  onOpen(conversationId: string): void;
  onFocusOpenField(): void;
}

/** The conversations' landing page: what was opened before and, in the sandbox, every conversation it holds. */
export function ConversationsHome({
  store,
  environment,
  openShortcut,
  onOpen,
  onFocusOpenField,
}: ConversationsHomeProps) {
  const { recent, samples, loading, failure, load, forget } = useStore(store);
  const { id, settings } = environment;
  const hasSamples = settings.kind === 'sandbox';
  return (
    <Page
      title="Conversations"
      subtitle={
        hasSamples
          ? 'The sandbox runs on this machine. Everyone in it is invented.'
          : 'Open one by its id, its address or a callback about it.'
      }
      busy={loading}
    >
      <div className={classes.columns} data-two={hasSamples}>
        {failure && (
          <div className={classes.wide}>
            <FailureNotice failure={failure} onRetry={() => void load(id)} />
          </div>
        )}
        {hasSamples && (
          <Samples samples={samples} loading={loading} onOpen={onOpen} onReload={() => void load(id)} />
        )}
        <div className={classes.side}>
          <Section
            title="Opened recently"
            actions={
              recent.length > 0 && (
                <Button variant="subtle" color="gray" size="compact-xs" onClick={() => void forget()}>
                  Forget all
                </Button>
              )
            }
          >
            {loading ? (
              <SkeletonLines lines={4} />
            ) : (
              <RecentList
                recent={recent}
                samples={samples}
                onOpen={onOpen}
                onForget={(conversationId) => void forget(conversationId)}
              />
            )}
          </Section>
          {!hasSamples && (
            <Section title="Why nothing else is listed">
              <p className={classes.text}>
                The service has no operation that lists or searches conversations. Each one is opened by its
                id: take it from your own records, from the address of the conversation, or from a callback’s{' '}
                <code>payload.conversation.id</code>. The callback’s own <code>id</code> is a different id.
              </p>
              <div className={classes.way}>
                <Button
                  variant="default"
                  rightSection={<ShortcutHint shortcut={openShortcut} />}
                  onClick={onFocusOpenField}
                >
                  Open a conversation
                </Button>
              </div>
            </Section>
          )}
        </div>
      </div>
    </Page>
  );
}

interface SamplesProps {
  samples: readonly Sample[];
  loading: boolean;
  onOpen(conversationId: string): void;
  onReload(): void;
}

function Samples({ samples, loading, onOpen, onReload }: SamplesProps) {
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = samples.filter(({ id, title }) => {
    const text = `${title} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <Section
      title="In the sandbox"
      aside={
        <span className={classes.count} role="status">
          {loading ? '' : words.length > 0 ? `${shown.length} of ${samples.length}` : samples.length}
        </span>
      }
      actions={
        <TextInput
          aria-label="Filter the sandbox’s conversations"
          placeholder="Filter"
          leftSection={<IconFilter size={14} aria-hidden />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          className={classes.filter ?? ''}
          spellCheck={false}
        />
      }
    >
      {loading ? (
        <SkeletonLines lines={12} />
      ) : shown.length > 0 ? (
        <ul className={classes.list}>
          {shown.map(({ id, title }) => (
            <li key={id}>
              <button type="button" className={classes.sample} onClick={() => onOpen(id)}>
                <span className={classes.title}>{title}</span>
                <code className={classes.id}>{id}</code>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title={words.length > 0 ? 'None of them fits the filter' : 'The sandbox holds no conversations'}
          actions={
            words.length > 0 ? (
              <Button variant="default" onClick={() => setFilter('')}>
                Clear the filter
              </Button>
            ) : (
              <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={onReload}>
                Check again
              </Button>
            )
          }
        />
      )}
    </Section>
  );
}
