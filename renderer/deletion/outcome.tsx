import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { DeletionOutcome, DeletionStep } from '../../preload/contract/deletion.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { StatusBadge, ToneIcon } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import type { Tone } from '../ui/tone.ts';
import classes from './deletion.module.css';

const stepTones: Record<DeletionStep['step'], Tone> = {
  asking: 'neutral',
  accepted: 'active',
  refused: 'bad',
  unknown: 'caution',
  reading: 'active',
  seen: 'good',
  'not-seen': 'caution',
};

interface StepsProps {
  steps: readonly DeletionStep[];
  conversationId: string;
  running: boolean;
  onStop(): void;
}

/** What was asked, what was answered and how often the effect was looked for. */
export function Steps({ steps, conversationId, running, onStop }: StepsProps) {
  return (
    <Section
      title={running ? 'What happens' : 'What happened'}
      aside={<code className={classes.of}>{conversationId}</code>}
      actions={
        running && (
          <Button variant="default" onClick={onStop}>
            Stop watching
          </Button>
        )
      }
    >
      <ol className={classes.steps} aria-live="polite">
        {condensed(steps).map((step) => (
          <li key={`${step.at} ${step.step}`} className={classes.step}>
            <ToneIcon tone={stepTones[step.step]} />
            <span>
              {step.message}
              {step.attempt !== undefined && step.attempt > 1 && ` (look ${step.attempt})`}
            </span>
            <span className={classes.when}>
              <Time at={step.at} relative={false} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Looks for the effect that followed one another stand as one line. */
function condensed(steps: readonly DeletionStep[]): DeletionStep[] {
  return steps.filter((step, index) => step.step !== 'reading' || steps[index + 1]?.step !== 'reading');
}

const verdicts: Record<DeletionOutcome['outcome'], { tone: Tone; word: string }> = {
  done: { tone: 'good', word: 'Done and seen' },
  'accepted-not-seen': { tone: 'caution', word: 'Accepted, not seen yet' },
  refused: { tone: 'bad', word: 'Refused' },
  'not-done': { tone: 'caution', word: 'Not done' },
  unknown: { tone: 'bad', word: 'Not known' },
};

interface OutcomeProps {
  outcome: DeletionOutcome;
  onOpen(): void;
  onAgain(): void;
}

/** How it ended, and the ways on. */
export function Outcome({ outcome, onOpen, onAgain }: OutcomeProps) {
  const announce = useAnnounce();
  useEffect(() => announce(outcome.message), [announce, outcome.message]);
  const { tone, word } = verdicts[outcome.outcome];
  const requestId = outcome.requestId ?? outcome.failure?.requestId;
  return (
    <Section title="Outcome" aside={<StatusBadge tone={tone} status={word} />}>
      <div className={classes.stack} data-outcome={outcome.outcome}>
        <p className={classes.message}>{outcome.message}</p>
        {outcome.hint !== undefined && <p className={classes.hint}>{outcome.hint}</p>}
        {outcome.failure && outcome.failure.message !== outcome.message && (
          <p className={classes.hint}>{outcome.failure.message}</p>
        )}
        {(outcome.statusDetail !== undefined || requestId !== undefined) && (
          <div className={classes.ways}>
            {outcome.statusDetail !== undefined && (
              <Copyable value={outcome.statusDetail} label="status detail" />
            )}
            {requestId !== undefined && <Copyable value={requestId} label="request id" />}
          </div>
        )}
        <div className={classes.ways}>
          <Button variant="default" onClick={onOpen}>
            Open the conversation
          </Button>
          {outcome.outcome !== 'done' && (
            <Button variant="default" onClick={onAgain}>
              Look again
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}
