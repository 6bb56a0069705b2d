import { Button, Stack } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { MaskScope } from '../../ui/masked.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { WaitingForService } from '../../ui/waiting-for-service.tsx';
import { AddressPart } from './address-part.tsx';
import { ConversationPart } from './conversation-part.tsx';
import { FlowList } from './flow-list.tsx';
import classes from './headless-page.module.css';
import type { HeadlessState } from './headless-state.ts';
import { OutcomeNotice } from './outcome-notice.tsx';
import { RemoveFlow } from './remove-flow.tsx';
import { StepPart } from './step-part.tsx';
import { StepsPart } from './steps-part.tsx';
import { TranscriptPart } from './transcript-part.tsx';

interface HeadlessPageProps {
  store: StoreApi<HeadlessState>;
  environment: EnvironmentView;
  conversationId: string | undefined;
  onChoose(conversationId: string): void;
  /** Opens the case of the conversation. */
  onOpen(conversationId: string): void;
  onLeave(): void;
}

/** Shows an applicant's headless flow, step by step (interface 4.6, 4.7), with the conversation beside it. */
export function HeadlessPage(props: HeadlessPageProps) {
  const { store, environment, conversationId, onChoose, onOpen, onLeave } = props;
  const { environmentId, conversationId: opened, flows, busy, failure, open } = useStore(store);
  useEffect(() => {
    void open(environment.id, conversationId);
  }, [open, environment.id, conversationId]);
  const isReady = environmentId === environment.id && opened === conversationId;
  if (conversationId === undefined) {
    return (
      <Page title="Headless flow" busy={!isReady || busy === 'open'}>
        {isReady ? (
          <FlowList flows={flows ?? []} failure={failure} onChoose={onChoose} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </Page>
    );
  }
  return (
    <MaskScope scope={`headless ${conversationId}`}>
      <Walk
        store={store}
        environment={environment}
        conversationId={conversationId}
        isReady={isReady}
        onOpen={() => onOpen(conversationId)}
        onLeave={onLeave}
      />
    </MaskScope>
  );
}

interface WalkProps {
  store: StoreApi<HeadlessState>;
  environment: EnvironmentView;
  conversationId: string;
  /** The store has this conversation. The title is the same before, so that it keeps the focus. */
  isReady: boolean;
  onOpen(): void;
  onLeave(): void;
}

function Walk({ store, environment, conversationId, isReady, onOpen, onLeave }: WalkProps) {
  const { view, busy, failure, progress, read, stop } = useStore(store);
  const isWaiting = busy === 'read' || busy === 'submit';
  return (
    <Page
      title="Headless flow"
      subtitle={<Copyable value={conversationId} label="conversation id" />}
      busy={!isReady || busy !== undefined}
      actions={
        <>
          <Button size="compact-sm" onClick={onOpen}>
            Open the case
          </Button>
          {isReady && view !== undefined && (
            <RemoveFlow
              store={store}
              disabled={isWaiting || view.flow.state === 'sending'}
              onRemoved={onLeave}
            />
          )}
        </>
      }
    >
      {isReady ? (
        <div className={classes.columns}>
          <div className={layout.column}>
            <Step>
              {environment.settings.readOnly && (
                <p className={classes.quiet}>This environment is read-only: nothing can be answered in it.</p>
              )}
              <AddressPart store={store} />
              <OutcomeNotice store={store} />
              {failure && (
                <FailureNotice failure={failure} onRetry={() => void read()}>
                  {failure.code !== 'invalid-input' && !failure.retryable && view?.userIp !== undefined && (
                    <Button disabled={isWaiting} onClick={() => void read()}>
                      Read the current step
                    </Button>
                  )}
                </FailureNotice>
              )}
              {isWaiting && (
                <WaitingForService
                  what={busy === 'read' ? 'the current step' : 'the next step'}
                  progress={progress}
                  onStop={stop}
                />
              )}
            </Step>
            <StepPart store={store} environment={environment} onOpen={onOpen} />
          </div>
          <div className={layout.column}>
            <ConversationPart store={store} />
            <StepsPart store={store} />
            <TranscriptPart store={store} environment={environment} />
          </div>
        </div>
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Page>
  );
}

function Step({ children }: { children: ReactNode }) {
  return (
    <Section title="The person">
      <Stack>{children}</Stack>
    </Section>
  );
}
