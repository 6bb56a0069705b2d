import { Button, Flex } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { DeletionView } from '../../../preload/contract/deletion.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field, FieldList } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { StatusBadge, ToneIcon } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './deletion.module.css';
import { deletionStatus, isDataDeleted, isNothingLeft, modeTexts, nextCheck } from './deletion-wording.ts';

interface ProgressProps {
  deletion: DeletionView;
  onCheck(): void;
  onStop(): void;
  onPreview(): void;
  onOpen(): void;
  onDismiss(): void;
}

/** Shows a deletion that was sent: its state, its steps so far, and its controls. */
export function Progress({ deletion, onCheck, onStop, onPreview, onOpen, onDismiss }: ProgressProps) {
  const { phase, outcome, message, hint, mode, steps, failure } = deletion;
  const announce = useAnnounce();
  useEffect(() => announce(message), [announce, message]);
  const { tone, label } = deletionStatus(deletion);
  return (
    <Section
      title={`Request: ${modeTexts[mode].label.toLowerCase()}`}
      aside={<StatusBadge tone={tone} status={label} />}
    >
      <div className={classes.stack} data-phase={phase} data-outcome={outcome}>
        <div>
          <p className={classes.message}>{message}</p>
          {hint !== undefined && <p className={classes.hint}>{hint}</p>}
        </div>
        {failure && !(outcome === 'not-done' && isNothingLeft(failure)) && (
          <FailureNotice failure={failure} />
        )}
        <ol className={layout.plainList} aria-label="What happened">
          {steps.map((step) => (
            <li key={`${step.at} ${step.message}`} className={classes.step}>
              <ToneIcon tone={step.kind} />
              <span>{step.message}</span>
              <span className={classes.when}>
                <Time at={step.at} relative={false} />
              </span>
            </li>
          ))}
          {deletion.nextReadAt !== undefined && (
            <li className={classes.step}>
              <ToneIcon tone="active" />
              <NextCheck at={deletion.nextReadAt} />
            </li>
          )}
        </ol>
        <FieldList>
          <Field label="Conversation">
            <Copyable value={deletion.conversationId} label="conversation id" />
          </Field>
          {deletion.statusDetail !== undefined && (
            <Field label="Reason">
              <Copyable value={deletion.statusDetail} label="status detail" />
            </Field>
          )}
          {deletion.requestId !== undefined && (
            <Field label="Request id">
              <Copyable value={deletion.requestId} label="request id" />
            </Field>
          )}
        </FieldList>
        <Flex rowGap={8} columnGap={16} align="center" wrap="wrap">
          {phase === 'checking' && <Button onClick={onStop}>Stop checking</Button>}
          {phase === 'unsettled' && <Button onClick={onCheck}>Check again</Button>}
          {!isDataDeleted(deletion) && <Button onClick={onOpen}>Open the conversation</Button>}
          {(phase === 'unsettled' || (phase === 'settled' && outcome !== 'confirmed')) && (
            <Button onClick={onPreview}>Preview again</Button>
          )}
          {(phase === 'unsettled' || phase === 'settled') && (
            <Button variant="subtle" color="gray" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </Flex>
      </div>
    </Section>
  );
}

/** Counts down to the next check. */
function NextCheck({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className={layout.quiet}>{nextCheck(Date.parse(at) - now)}</span>;
}
