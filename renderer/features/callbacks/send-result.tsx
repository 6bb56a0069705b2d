import { Box, Button, Stack, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { SendAttempt } from '../../../preload/contract/callback-sending.ts';
import type { BridgeAction } from '../../bridge/use-bridge.tsx';
import { durationText } from '../../ui/duration-text.ts';
import layout from '../../ui/layout.module.css';
import { EmptyState } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { Message } from '../signatures/message.ts';
import { HeaderList, MessagePanel } from '../signatures/message-panel.tsx';
import type { SendDraft } from './send-draft.ts';

/** The most characters of a response that are shown. */
const maxResponse = 100_000;

export const noAnswerReasons: Record<Extract<SendAttempt['answer'], { kind: 'none' }>['reason'], string> = {
  'no-answer-in-time': 'No answer within 30 seconds',
  refused: 'Nothing listens at this address',
  closed: 'The connection was closed without an answer',
  certificate: 'The certificate is not trusted',
  cancelled: 'Stopped',
  other: 'No answer',
};

interface SendResultProps {
  sending: Pick<BridgeAction<'callbacks.send', { environmentId: string }>, 'busy' | 'data' | 'reports'>;
  form: SendDraft;
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
  const { answer } = open;
  const { label, tone, text } = verdictOf(last, form.fault !== null);
  const title = [form.message?.target, form.message?.event].filter(Boolean).join(' ') || 'Test callback';
  return (
    <MessagePanel
      message={{
        name: `attempt ${open.at} ${open.number}`,
        title: `${title}, attempt ${open.number}`,
        url: data?.url ?? form.url,
        headers: open.sent,
        // A fault changes the body of each attempt.
        body: form.fault === null ? data?.body : undefined,
        conversationId: form.source === 'message' ? form.message?.conversationId : form.conversationId,
      }}
      outcome={{ label, tone, text }}
      parts={[
        {
          name: 'Response',
          content:
            answer.kind === 'none' ? (
              <p className={layout.anywhere}>
                {noAnswerReasons[answer.reason]} (<code>{answer.code}</code>).
              </p>
            ) : (
              <Response headers={answer.headers} body={answer.body} isWhole={answer.isComplete} />
            ),
        },
        {
          name: 'Attempts',
          content: (
            <Table
              label="Attempts"
              rows={attempts}
              attributes={({ number }) => ({ 'aria-current': number === open.number })}
              columns={[
                {
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
                { heading: 'Sent', cell: ({ at }) => <Time at={at} relative={false} /> },
                ...(form.retries
                  ? [
                      {
                        heading: 'Retry clock',
                        cell: ({ simulatedMs }: SendAttempt) =>
                          simulatedMs === 0 ? 'Start' : `+ ${durationText(simulatedMs)}`,
                      },
                    ]
                  : []),
                { heading: 'Answer', cell: answerOf },
                { heading: 'Time', cell: ({ ms }) => `${ms.toLocaleString('en')} ms` },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

/** Shows the response of a receiver: status, headers and body. */
export function Response({
  headers,
  body,
  isWhole,
}: {
  headers: Message['headers'];
  body: string;
  isWhole: boolean;
}) {
  return (
    <Stack gap={6}>
      <HeaderList headers={headers} />
      <Title order={3} mt={6}>
        Body{isWhole ? '' : ', its beginning'}
      </Title>
      {body === '' ? (
        <p className={layout.quietParagraph}>Empty</p>
      ) : (
        <Box component="pre" className={layout.exactText} mah="20rem">
          <OutsideText text={body} max={maxResponse} dir="ltr" />
        </Box>
      )}
    </Stack>
  );
}

function answerOf({ answer }: SendAttempt): string {
  return answer.kind === 'answered' ? String(answer.status) : noAnswerReasons[answer.reason];
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
