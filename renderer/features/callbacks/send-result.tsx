import { Box, Button, Flex, Stack, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { SendAttempt } from '../../../preload/contract/callback-sending.ts';
import { counted } from '../../../preload/wording/terms.ts';
import type { BridgeAction } from '../../bridge/use-bridge.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { durationText } from '../../ui/duration-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { SendDraft } from './send-draft.ts';

const reasons: Record<Extract<SendAttempt['answer'], { kind: 'none' }>['reason'], string> = {
  'no-answer-in-time': 'No answer within 30 seconds',
  refused: 'Nothing listens at this address',
  closed: 'The connection was closed without an answer',
  certificate: 'The certificate is not trusted',
  cancelled: 'Stopped',
  other: 'No answer',
};

interface SendResultProps {
  sending: Pick<BridgeAction<'callbacks.send', { environmentId: string }>, 'busy' | 'data' | 'reports'>;
  form: Pick<SendDraft, 'fault' | 'retries'>;
}

/** Shows a receiver's answer to each attempt. */
export function SendResult({ sending: { busy, data, reports }, form }: SendResultProps) {
  const attempts = data?.attempts ?? reports;
  const [openNumber, setOpenNumber] = useState<number>();
  const last = attempts.at(-1);
  if (last === undefined) {
    return busy ? (
      <p className={layout.quietParagraph} role="status">
        Waiting for the answer…
      </p>
    ) : (
      <EmptyState icon={<IconSend size={28} stroke={1.4} />} title="Nothing sent yet">
        <p>The answer of the receiver is shown here: status, headers, time and the beginning of its body.</p>
      </EmptyState>
    );
  }
  const open = attempts.find(({ number }) => number === openNumber) ?? last;
  const verdict = verdictOf(last, form.fault !== null);
  return (
    <>
      <Flex wrap="wrap" align="center" columnGap={12} rowGap={6} role="status">
        <StatusBadge status={verdict.label} tone={verdict.tone} />
        <span>{verdict.text}</span>
      </Flex>
      {data && (
        <p className={layout.quietParagraph}>
          {counted(attempts.length, 'delivery', 'deliveries')} of {formatBytes(data.bytes)} to{' '}
          <OutsideText text={data.url} max={300} />, {data.ip}
        </p>
      )}
      <Table
        label="Attempts"
        rows={attempts}
        attributes={({ number }) => ({ 'aria-current': number === open.number })}
        columns={[
          {
            id: 'attempt',
            heading: 'Attempt',
            cell: ({ number }) => (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={`Show attempt ${number}`}
                onClick={() => setOpenNumber(number)}
              >
                {number}
              </Button>
            ),
          },
          { id: 'sent', heading: 'Sent', cell: ({ at }) => <Time at={at} relative={false} /> },
          ...(form.retries
            ? [
                {
                  id: 'retry',
                  heading: 'Retry clock',
                  cell: ({ simulatedMs }: SendAttempt) =>
                    simulatedMs === 0 ? 'Start' : `+ ${durationText(simulatedMs)}`,
                },
              ]
            : []),
          { id: 'answer', heading: 'Answer', cell: answerOf },
          { id: 'time', heading: 'Time', cell: ({ ms }) => `${ms.toLocaleString('en')} ms` },
        ]}
      />
      <AttemptView key={open.number} attempt={open} />
    </>
  );
}

function AttemptView({ attempt }: { attempt: SendAttempt }) {
  const { answer, sent, number } = attempt;
  return (
    <Stack gap={6}>
      <Title order={2} fz={15}>
        Attempt {number}
      </Title>
      {answer.kind === 'none' ? (
        <p className={layout.anywhere}>
          {reasons[answer.reason]} (<code>{answer.code}</code>).
        </p>
      ) : (
        <>
          <Headers title="Headers of the answer" headers={answer.headers} />
          <Title order={3} mt={6}>
            Body of the answer{answer.isComplete ? '' : ', its beginning'}
          </Title>
          {answer.body === '' ? (
            <p className={layout.quietParagraph}>Empty</p>
          ) : (
            <Box component="pre" className={layout.exactText} mah="20rem">
              <OutsideText text={answer.body} max={4000} dir="ltr" />
            </Box>
          )}
        </>
      )}
      <Headers title="Sent headers" headers={sent} />
    </Stack>
  );
}

function Headers({ title, headers }: { title: string; headers: readonly [string, string][] }) {
  return (
    <>
      <Title order={3} mt={6}>
        {title}
      </Title>
      {headers.length === 0 ? (
        <p className={layout.quietParagraph}>None</p>
      ) : (
        <Box component="dl" className={layout.facts} fz={12} __vars={{ '--names': 'minmax(8rem, 12rem)' }}>
          {headers.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
            <Fragment key={index}>
              <dt>
                <OutsideText text={name} max={100} />
              </dt>
              <dd>
                <Copyable value={value} label={name} />
              </dd>
            </Fragment>
          ))}
        </Box>
      )}
    </>
  );
}

function answerOf({ answer }: SendAttempt): string {
  return answer.kind === 'answered' ? String(answer.status) : reasons[answer.reason];
}

/** Judges the receiver by its answer (interface 6.1, 6.4). */
function verdictOf({ isAccepted, answer }: SendAttempt, isInvalid: boolean) {
  if (answer.kind === 'none') {
    return { label: 'No answer', tone: 'bad', text: 'The service would try again.' } as const;
  }
  if (isInvalid && answer.status >= 500) {
    return {
      label: 'Failed',
      tone: 'caution',
      text: 'The receiver failed instead of rejecting the invalid message. Answer 400 or 401.',
    } as const;
  }
  if (isInvalid) {
    return isAccepted
      ? ({
          label: 'Accepted',
          tone: 'bad',
          text: 'The receiver must reject this message, and accepted it.',
        } as const)
      : ({
          label: 'Rejected',
          tone: 'good',
          text: 'The receiver rejected the invalid message, as it must.',
        } as const);
  }
  return isAccepted
    ? ({
        label: 'Accepted',
        tone: 'good',
        text: 'The service would count this callback as delivered.',
      } as const)
    : ({
        label: 'Not accepted',
        tone: 'bad',
        text: 'Only 200, 201, 202 and 204 count as delivered: the service would try again.',
      } as const);
}
