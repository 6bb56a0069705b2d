import { Button, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { conversationEnded, conversationStatusTerm } from '../../../preload/wording/statuses.ts';
import { Time } from '../../ui/time.tsx';
import type { Flow } from './use-flow.ts';

/** Shows the outcome of the last answer, where the current step does not show it. */
export function OutcomeNotice({ flow: walk }: { flow: Flow }) {
  const { view, busy, settled, outcome, failure, status, look, read } = walk;
  const { flow, userIp } = view ?? {};
  if (failure?.code === 'outcome-unknown') {
    // The failure says it, and offers the next step.
    return null;
  }
  if (flow?.state === 'unsettled') {
    return (
      <Notice
        tone="caution"
        act={
          userIp !== undefined && (
            <Button disabled={busy !== undefined} onClick={() => read()}>
              Read the current step
            </Button>
          )
        }
      >
        <Text>
          <strong>It is not known whether the last answer arrived.</strong> It was sent{' '}
          <Time at={flow.unsettledAt ?? flow.changedAt} />. It is not sent again automatically.
        </Text>
        <Text>Read the current step: it shows whether the flow continued.</Text>
      </Notice>
    );
  }
  if (flow?.state === 'sending' && busy === undefined) {
    return (
      <Notice act={<Button onClick={() => look()}>Show its outcome</Button>}>
        <Text>An answer is being sent. This window does not wait for it.</Text>
      </Notice>
    );
  }
  if (conversationEnded(status) && flow !== undefined && flow.state !== 'ended') {
    return (
      <Notice tone="caution">
        <Text>
          The conversation is final ({conversationStatusTerm(status).label}). The service takes no more
          answers for it.
        </Text>
      </Notice>
    );
  }
  if (flow?.state === 'unread' && userIp === undefined) {
    return (
      <Notice>
        <Text>
          This flow was started <Time at={flow.startedAt} />. Enter the address again to continue where it
          stopped. Values entered before are not kept.
        </Text>
      </Notice>
    );
  }
  if (settled === 'moved-on') {
    return (
      <Notice>
        <Text>The answer arrived: the flow has moved on.</Text>
      </Notice>
    );
  }
  if (settled === 'same-step') {
    return (
      <Notice tone="caution">
        <Text>
          The service still shows the same step, so the answer was not accepted. You can send it again. If the
          service is slow, wait a minute and read the step once more first.
        </Text>
      </Notice>
    );
  }
  if (outcome === 'same') {
    return (
      <Notice tone="caution">
        <Text>The service shows the same step again and names no incorrect field.</Text>
      </Notice>
    );
  }
  return null;
}

interface NoticeProps {
  tone?: 'caution';
  /** The button below the text, which is not announced with it. */
  act?: ReactNode;
  children: ReactNode;
}

function Notice({ tone, act, children }: NoticeProps) {
  return (
    <Paper withBorder px={12} py={10} bg={`var(--status-${tone ?? 'active'}-surface)`}>
      <Stack gap={6} align="flex-start">
        <div role="status">{children}</div>
        {act}
      </Stack>
    </Paper>
  );
}
