import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { DeletionView } from '../../../preload/contract/deletion.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { EnvironmentTag } from '../../ui/environment-tag.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import type { Confirmed } from './confirmation.tsx';
import { type ConversationEntry, ConversationForm } from './conversation-form.tsx';
import classes from './deletion.module.css';
import { isNothingLeft } from './deletion-wording.ts';
import { OtherDeletions } from './other-deletions.tsx';
import { Preview } from './preview.tsx';
import { Progress } from './progress.tsx';
import { type DeletionState, deletionOf } from './store.ts';

interface DeletionPageProps {
  store: StoreApi<DeletionState>;
  environment: EnvironmentView;
  environments: readonly EnvironmentView[];
  /** The conversation of the route, which was opened in this environment. */
  conversationId: string | undefined;
  entry: ConversationEntry;
  /** Recently opened conversations, newest first. They are offered if the route has no conversation. */
  recent: readonly { conversationId: string; title?: string | undefined }[];
  onChoose(conversationId: string): void;
  onOpen(conversationId: string): void;
  /** Shows a deletion in the environment it belongs to. */
  onView(deletion: DeletionView): void;
  /** Prepares ending AML monitoring and then deleting the data, which is a run of two steps. */
  onEndMonitoring(conversationId: string): void;
  /** The tabs of the page. */
  bar?: ReactNode;
}

/** Failures that the user caused. */
const unshown: ReadonlySet<string> = new Set(['cancelled', 'environment-switched']);

/** Expires one conversation or deletes its data: preview, confirmation, then the check of the effect (interface 3.3). */
export function DeletionPage(props: DeletionPageProps) {
  const { store, environment, environments, conversationId, entry, recent, onChoose, onOpen, onView } = props;
  const state = useStore(store);
  const { target, busy, preview, failure } = state;
  const results = useRef<HTMLDivElement>(null);
  const { id } = environment;
  const shown = deletionOf(state.deletions, id, conversationId);
  const others = state.deletions.filter((deletion) => deletion !== shown);
  const isRunning = busy === 'run';
  const isMine = target?.environmentId === id && target.conversationId === conversationId;

  useEffect(() => {
    const { target: known, deletions, requestPreview, enter } = store.getState();
    if (conversationId === undefined) {
      enter(undefined);
      return;
    }
    if (known?.environmentId === id && known.conversationId === conversationId) {
      return;
    }
    // A request that was sent is shown as it is; the conversation is read again only on request.
    if (deletionOf(deletions, id, conversationId)) {
      enter(conversationId);
    } else {
      void requestPreview(id, conversationId);
    }
  }, [store, id, conversationId]);
  const unseenId = shown?.phase === 'settled' && !shown.acknowledged ? shown.deletionId : undefined;
  useEffect(() => {
    if (unseenId !== undefined) {
      void store.getState().acknowledge(unseenId);
    }
  }, [store, unseenId]);

  // At the usual window size the confirmation would otherwise be below the visible part.
  const previewId = isMine ? preview?.previewId : undefined;
  useEffect(() => {
    if (previewId !== undefined) {
      results.current?.scrollIntoView({ block: 'start' });
    }
  }, [previewId]);

  const requestPreview = (chosen: string) => {
    if (chosen === conversationId) {
      void state.requestPreview(id, chosen);
    } else {
      onChoose(chosen);
    }
  };
  const run = (given: Confirmed) => {
    // The button that was pressed is removed once it runs.
    results.current?.focus();
    void state.run(given);
  };
  return (
    <Page
      title="Deletion"
      subtitle="Expire a conversation, or delete the data of a finished one."
      busy={busy !== undefined}
      bar={props.bar}
    >
      <div className={classes.column}>
        <Section
          title="Conversation and action"
          aside={
            <EnvironmentTag
              kind={environment.settings.kind}
              name={environment.settings.name}
              readOnly={environment.settings.readOnly}
            />
          }
        >
          <ConversationForm
            entry={entry}
            mode={state.mode}
            disabled={isRunning}
            recent={recent}
            onMode={state.setMode}
            onPreview={requestPreview}
          />
        </Section>

        <div ref={results} className={classes.results} tabIndex={-1}>
          {shown && (
            <Progress
              deletion={shown}
              onCheck={() => void state.check(shown.deletionId)}
              onStop={() => void state.stopChecking(shown.deletionId)}
              onPreview={() => void state.requestPreview(id, shown.conversationId)}
              onOpen={() => onOpen(shown.conversationId)}
              onDismiss={() => void state.dismiss(shown.deletionId)}
            />
          )}
          {busy === 'preview' && (
            <Section title="Preview">
              <SkeletonLines lines={8} />
            </Section>
          )}
          {isMine && preview && (
            <Preview
              key={preview.previewId}
              preview={preview}
              target={target}
              environment={environment}
              busy={isRunning}
              onRun={run}
              onOther={() => state.setMode(target.mode === 'EXPIRE' ? 'DELETE_DATA' : 'EXPIRE')}
              onEndMonitoring={
                environment.settings.endMonitoring
                  ? () => props.onEndMonitoring(target.conversationId)
                  : undefined
              }
            />
          )}
          {failure && isNothingLeft(failure) && (
            <Section title="Nothing left to delete" aside={<StatusBadge tone="good" status="Already gone" />}>
              <p role="status">
                <OutsideText text={failure.message} max={2000} />
              </p>
            </Section>
          )}
          {failure && !isNothingLeft(failure) && !unshown.has(failure.code) && (
            <FailureNotice failure={failure}>
              {target && <Button onClick={() => requestPreview(target.conversationId)}>Preview again</Button>}
            </FailureNotice>
          )}
          {state.problem && <FailureNotice failure={state.problem} />}
          <OtherDeletions
            title={shown ? 'Other requests' : 'Requests'}
            deletions={others}
            environments={environments}
            onView={onView}
            onDismiss={(deletionId) => void state.dismiss(deletionId)}
          />
        </div>
      </div>
    </Page>
  );
}
