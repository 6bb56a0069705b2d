import { Box, Button, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
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
import { Time } from '../../ui/time.tsx';
import type { SendDraft } from './send-draft.ts';
import classes from './sending.module.css';

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
      <p className={classes.quiet} role="status">
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
      <p className={classes.verdict} role="status">
        <StatusBadge status={verdict.label} tone={verdict.tone} />
        <span>{verdict.text}</span>
      </p>
      {data && (
        <p className={classes.quiet}>
          {counted(attempts.length, 'delivery', 'deliveries')} of {formatBytes(data.bytes)} to{' '}
          <OutsideText text={data.url} max={300} />, {data.ip}
        </p>
      )}
      <table className={classes.attempts}>
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col">Sent</th>
            {form.retries && <th scope="col">Retry clock</th>}
            <th scope="col">Answer</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.number} aria-current={attempt.number === open.number}>
              <td>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Show attempt ${attempt.number}`}
                  onClick={() => setOpenNumber(attempt.number)}
                >
                  {attempt.number}
                </Button>
              </td>
              <td>
                <Time at={attempt.at} relative={false} />
              </td>
              {form.retries && (
                <td>{attempt.simulatedMs === 0 ? 'Start' : `+ ${durationText(attempt.simulatedMs)}`}</td>
              )}
              <td>{answerOf(attempt)}</td>
              <td>{attempt.ms.toLocaleString('en')} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
      <AttemptView key={open.number} attempt={open} />
    </>
  );
}

function AttemptView({ attempt }: { attempt: SendAttempt }) {
  const { answer, sent, number } = attempt;
  return (
    <Stack gap={6}>
      <h2 className={classes.title}>Attempt {number}</h2>
      {answer.kind === 'none' ? (
        <p className={classes.line}>
          {reasons[answer.reason]} (<code>{answer.code}</code>).
        </p>
      ) : (
        <>
          <Headers title="Headers of the answer" headers={answer.headers} />
          <h3 className={classes.subtitle}>Body of the answer{answer.isComplete ? '' : ', its beginning'}</h3>
          {answer.body === '' ? (
            <p className={classes.quiet}>Empty</p>
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
      <h3 className={classes.subtitle}>{title}</h3>
      {headers.length === 0 ? (
        <p className={classes.quiet}>None</p>
      ) : (
        <dl className={classes.headers}>
          {headers.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
            <div key={index}>
              <dt>
                <OutsideText text={name} max={100} />
              </dt>
              <dd>
                <Copyable value={value} label={name} />
              </dd>
            </div>
          ))}
        </dl>
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
