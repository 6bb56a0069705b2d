import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import type { StoreApi } from 'zustand/vanilla';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import type { HeadlessStep } from '../../../preload/contract/headless.ts';
import { headlessComponentTerm } from '../../../preload/wording/headless.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import type { Tone } from '../../ui/tone.ts';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { WaitingForService } from '../../ui/waiting-for-service.tsx';
import { AddressPart } from './address-part.tsx';
import { ConversationPart } from './conversation-part.tsx';
import type { HeadlessDraft } from './draft.ts';
import { FlowList } from './flow-list.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { RemoveFlow } from './remove-flow.tsx';
import { StepPart } from './step-part.tsx';
import { TranscriptPart } from './transcript-part.tsx';
import { useFlow } from './use-flow.ts';

interface HeadlessPageProps {
  drafts: StoreApi<HeadlessDraft>;
  environment: EnvironmentView;
  conversationId: string | undefined;
  onChoose(conversationId: string): void;
  /** Opens the case of the conversation. */
  onOpen(conversationId: string): void;
  onLeave(): void;
}

/** Shows an applicant's headless flow, step by step (interface 4.6, 4.7), with the conversation beside it. */
export function HeadlessPage(props: HeadlessPageProps) {
  const { drafts, environment, conversationId, onChoose, onOpen, onLeave } = props;
  if (conversationId === undefined) {
    return (
      <Page title="Headless flow">
        <FlowList environmentId={environment.id} onChoose={onChoose} />
      </Page>
    );
  }
  return (
    <Walk
      drafts={drafts}
      environment={environment}
      conversationId={conversationId}
      onOpen={() => onOpen(conversationId)}
      onLeave={onLeave}
    />
  );
}

interface WalkProps {
  drafts: StoreApi<HeadlessDraft>;
  environment: EnvironmentView;
  conversationId: string;
  onOpen(): void;
  onLeave(): void;
}

function Walk({ drafts, environment, conversationId, onOpen, onLeave }: WalkProps) {
  const flow = useFlow(drafts, { environmentId: environment.id, conversationId });
  const { view, busy, failure, progress, read, stop } = flow;
  const isWaiting = busy === 'read' || busy === 'submit';
  return (
    <Page
      title="Headless flow"
      subtitle={<Copyable value={conversationId} label="conversation id" />}
      busy={flow.isOpening || busy !== undefined}
      actions={
        <>
          <Button size="compact-sm" onClick={onOpen}>
            Open the case
          </Button>
          {view !== undefined && (
            <RemoveFlow
              flow={flow}
              disabled={isWaiting || view.flow.state === 'sending'}
              onRemoved={onLeave}
            />
          )}
        </>
      }
    >
      {flow.isOpening ? (
        <SkeletonLines lines={8} />
      ) : (
        <div className={layout.formAndAside}>
          <div className={layout.column}>
            <Section title="The person">
              <Stack>
                {environment.settings.readOnly && (
                  <Text c="dimmed">This environment is read-only: nothing can be answered in it.</Text>
                )}
                <AddressPart flow={flow} />
                <OutcomeNotice flow={flow} />
                {failure && (
                  <FailureNotice failure={failure} onRetry={() => read()}>
                    {failure.code !== 'invalid-input' && !failure.retryable && view?.userIp !== undefined && (
                      <Button disabled={isWaiting} onClick={() => read()}>
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
              </Stack>
            </Section>
            <StepPart flow={flow} environment={environment} onOpen={onOpen} />
          </div>
          <div className={layout.column}>
            <ConversationPart read={flow.conversation} />
            {view && <StepsPart steps={view.flow.steps} />}
            {view && <TranscriptPart view={view} environment={environment} />}
          </div>
        </div>
      )}
    </Page>
  );
}

const outcomeLabels: Readonly<Record<HeadlessStep['outcome'], { label: string; tone: Tone }>> = {
  accepted: { label: 'Accepted', tone: 'good' },
  refused: { label: 'Incorrect fields', tone: 'bad' },
  same: { label: 'Shown again', tone: 'caution' },
  unknown: { label: 'Outcome unknown', tone: 'caution' },
};

/** Shows the answers that were given, also before a restart. */
function StepsPart({ steps }: { steps: readonly HeadlessStep[] }) {
  if (steps.length === 0) {
    return null;
  }
  return (
    <Section title="Answers so far">
      <Flex component="ol" direction="column" gap={6}>
        {steps.map(({ at, component, outcome }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
          <Group component="li" key={index} gap={10}>
            <Box component="span" flex="1 1 10rem">
              {component === '' ? 'Another component' : headlessComponentTerm(component).label}
              <br />
              <Text span c="dimmed">
                <Time at={at} />
              </Text>
            </Box>
            <StatusBadge status={outcomeLabels[outcome].label} tone={outcomeLabels[outcome].tone} />
          </Group>
        ))}
      </Flex>
    </Section>
  );
}
