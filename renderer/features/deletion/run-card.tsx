import { Button, type ButtonProps, Flex, Group, Progress, Stack } from '@mantine/core';
import { useState } from 'react';
import { type DeletionRun, itemOutcomes, type RunPace } from '../../../preload/contract/deletion-runs.ts';
import { type FailureView, isOfArea } from '../../../preload/contract/envelope.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import {
  actionLabel,
  countdownText,
  doneCounts,
  heldText,
  outcomeLabels,
  paceText,
  plannedHint,
  reasonText,
  runProgress,
  runStateText,
  settledCount,
} from '../../../preload/wording/deletion-runs.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { useGo } from '../../ui/services.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import classes from './deletion.module.css';
import { RunPaceFields } from './pace-fields.tsx';

const tones: Readonly<Record<DeletionRun['state'], Tone>> = {
  planned: 'neutral',
  missed: 'caution',
  holding: 'caution',
  running: 'active',
  waiting: 'caution',
  settling: 'active',
  paused: 'caution',
  interrupted: 'caution',
  done: 'good',
};

interface RunCardProps {
  run: DeletionRun;
  /** Called when the run was cancelled before its first call. */
  onUndone(): void;
}

type RunAction = OperationInput<'deletionRuns.control'>['action'];
type RunButton = [label: string, action: RunAction, props?: ButtonProps & { autoFocus?: boolean }];

/** Shows a run that is not over: its progress, its results and its controls. */
export function RunCard({ run, onUndone }: RunCardProps) {
  const { runId, state, mode, environmentName, outcomes, failure, createdAt, reason, ticket, total } = run;
  const changes = { changes: ['deletionRuns.list'] } as const;
  const control = useBridgeAction('deletionRuns.control', { runId }, changes);
  const pacing = useBridgeAction('deletionRuns.setPace', { runId }, changes);
  const [pace, setPace] = useState<RunPace>();
  const isGoing = state === 'running' || state === 'waiting' || state === 'settling';
  const isWaitingForTime = state === 'planned' || state === 'missed';
  // Nothing more is sent: only results are being read.
  const isReading = state === 'settling' && run.waiting === 0;
  const isBlocked = state === 'settling' && failure !== undefined;
  const isUndone = !isWaitingForTime && (state === 'holding' || (total === 1 && run.waiting === 1));
  const act = (action: RunAction) => async () => {
    if ((await control.run({ action })) && action === 'cancel' && isUndone) {
      onUndone();
    }
  };
  const isSending = state !== 'holding' && !isWaitingForTime;
  const canPause = (isGoing || state === 'holding') && !isReading && !isBlocked && total > 1;
  const isStopped = state === 'paused' || state === 'interrupted';
  const primary = { variant: 'filled' } as const;
  const offered: [boolean, ...RunButton][] = [
    [state === 'missed', 'Start now', 'resume', { ...primary, color: 'red' }],
    [isWaitingForTime, 'Cancel', 'cancel'],
    [isUndone, 'Undo', 'cancel', { ...primary, autoFocus: state === 'holding' }],
    [canPause, 'Pause', 'pause'],
    [isStopped && failure === undefined, 'Go on', 'resume', primary],
    [isSending && run.waiting === 0 && run.underWay > 0, 'Finish without confirmation', 'stopReading'],
    [isSending && run.waiting > 0 && total > 1, 'Cancel the rest', 'cancel'],
  ];
  const buttons = offered.flatMap(([isOffered, ...button]) => (isOffered ? [button] : []));
  const counts = itemOutcomes
    .flatMap((outcome): [string, number][] =>
      outcome === 'confirmed' ? doneCounts(run) : [[outcomeLabels[outcome], outcomes[outcome]]],
    )
    .filter(([, count]) => count > 0);
  return (
    <Section
      title={actionLabel(mode, visibleText(environmentName))}
      aside={<StatusBadge tone={isBlocked ? 'caution' : tones[state]} status={runStateText(run)} />}
    >
      <Stack gap={14} data-run={state}>
        <p className={layout.quietParagraph}>
          <Time at={new Date(createdAt).toISOString()} /> · {reasonText(reason)}
          {ticket !== undefined && ` · ${ticket}`}
        </p>
        {run.startsAt !== undefined && isWaitingForTime ? (
          <Planned startsAt={run.startsAt} total={total} isMissed={state === 'missed'} />
        ) : state === 'holding' && run.heldUntil !== undefined ? (
          <Hold until={run.heldUntil} total={total} />
        ) : (
          <>
            <Progress value={(settledCount(run) / total) * 100} aria-hidden />
            <p className={classes.strong}>{runProgress(run)}</p>
          </>
        )}
        {state === 'interrupted' && (
          <p className={classes.strong}>
            The console was closed before this run ended. The deletions sent are being read. Nothing more is
            sent until you press “Go on”.
          </p>
        )}
        {run.heldByOthers > 0 && <p className={classes.strong}>{heldText(run.heldByOthers)}</p>}
        {failure && run.resumesAt !== undefined && (
          <p className={classes.strong}>
            <OutsideText text={failure.message} /> It goes on by itself at{' '}
            <Time at={run.resumesAt} relative={false} />.
          </p>
        )}
        {failure && run.resumesAt === undefined && (
          <FailureNotice failure={failure}>
            <WaysOut
              failure={failure}
              canGoOn={isStopped || isReading}
              onGoOn={act('resume')}
              onPace={isBlocked ? undefined : () => setPace(run.pace)}
              environmentId={run.environmentId}
            />
          </FailureNotice>
        )}
        {control.failure && control.failure.message !== failure?.message && (
          <FailureNotice failure={control.failure} />
        )}
        {counts.length + run.underWay > 0 && (
          <Flex component="ul" rowGap={4} columnGap={20} wrap="wrap">
            {counts.map(([label, count]) => (
              <li key={label}>
                {label}: <strong>{count.toLocaleString('en')}</strong>
              </li>
            ))}
            {run.underWay > 0 && (
              <li>
                Sent, not confirmed yet: <strong>{run.underWay.toLocaleString('en')}</strong>
              </li>
            )}
          </Flex>
        )}
        <Group gap={8}>
          {buttons.map(([label, action, props]) => (
            <Button key={label} {...props} onClick={act(action)}>
              {label}
            </Button>
          ))}
          {total > 1 && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={pace !== undefined}
              onClick={() => setPace(pace === undefined ? run.pace : undefined)}
            >
              {paceText(run.pace)} · Change
            </Button>
          )}
        </Group>
        {pace !== undefined && (
          <>
            <RunPaceFields pace={pace} onPace={setPace} />
            <Group>
              <Button
                onClick={() => {
                  void pacing.run({ pace });
                  setPace(undefined);
                }}
              >
                Apply
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Section>
  );
}

interface WaysOutProps {
  failure: FailureView;
  canGoOn: boolean;
  onGoOn(): void;
  /** Undefined where the pace makes no difference. */
  onPace: (() => void) | undefined;
  environmentId: string;
}

/** Shows what can be done about the failure that stopped a run. */
function WaysOut({ failure, canGoOn, onGoOn, onPace, environmentId }: WaysOutProps) {
  const go = useGo();
  const isOfSettings = (['token', 'credentials', 'environment', 'keychain'] as const).some((area) =>
    isOfArea(area, failure),
  );
  return (
    <>
      {isOfSettings && (
        <Button
          variant="filled"
          onClick={() => go({ page: 'settings', section: 'environment', environmentId })}
        >
          Open the settings of this key
        </Button>
      )}
      {canGoOn && (
        <Button variant={isOfSettings ? 'default' : 'filled'} onClick={onGoOn}>
          Go on
        </Button>
      )}
      {!isOfSettings && onPace && <Button onClick={onPace}>Change the pace</Button>}
    </>
  );
}

interface PlannedProps {
  /** Milliseconds since the epoch. */
  startsAt: number;
  total: number;
  isMissed: boolean;
}

/** Shows when a planned run begins, and how long that is. */
function Planned({ startsAt, total, isMissed }: PlannedProps) {
  const now = useNow(1000);
  const time = <Time at={new Date(startsAt).toISOString()} relative={false} />;
  const count = counted(total, 'conversation');
  return isMissed ? (
    <p className={classes.strong}>
      The console was closed or asleep at {time}, when {count} should have followed. Nothing was sent. Start
      now, or cancel.
    </p>
  ) : (
    <>
      <p className={classes.strong}>
        {count} {total === 1 ? 'follows' : 'follow'} at {time},{' '}
        <span role="timer">{countdownText(startsAt - now)}</span>.
      </p>
      <p className={layout.quietParagraph}>{plannedHint}</p>
    </>
  );
}

/** Counts down to the first call. */
function Hold({ until, total }: { until: number; total: number }) {
  const now = useNow(250);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <p className={classes.strong} role="timer">
      Nothing was sent yet. {counted(total, 'conversation')} {total === 1 ? 'follows' : 'follow'} in {seconds}{' '}
      s.
    </p>
  );
}
