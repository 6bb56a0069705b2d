import { Button, Flex, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { type DeletionRun, itemOutcomes, type RunPace } from '../../../../preload/contract/deletion-runs.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import {
  heldText,
  isCancelled,
  outcomeLabels,
  paceText,
  reasonText,
  runProgress,
  runStateText,
  settledCount,
} from '../../../../preload/wording/deletion-runs.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/layout.module.css';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { modeTexts } from '../deletion-wording.ts';
import classes from './many.module.css';
import { PaceFields } from './pace-fields.tsx';
import type { RunsState } from './runs-store.ts';

const tones: Readonly<Record<DeletionRun['state'], Tone>> = {
  holding: 'caution',
  running: 'active',
  waiting: 'caution',
  settling: 'active',
  paused: 'caution',
  interrupted: 'caution',
  done: 'good',
};

/** Shows a run: its progress, its results and its controls. */
export function RunCard({ run, store }: { run: DeletionRun; store: StoreApi<RunsState> }) {
  const { runId, state, mode, environmentName, outcomes, failure, createdAt, reason, ticket } = run;
  const { control, report, setPace } = store.getState();
  const act = (action: Parameters<typeof control>[1]) => () => void control(runId, action);
  const isGoing = state === 'running' || state === 'waiting' || state === 'settling';
  // Nothing more is sent: only results are being read.
  const isReading = state === 'settling' && run.waiting === 0;
  const isBlocked = state === 'settling' && failure !== undefined;
  const { failed, unknown, refused, accepted, incomplete, missing } = outcomes;
  const wasCancelled = isCancelled(run);
  const hasProblem = failed + unknown + refused + accepted + incomplete + missing > 0;
  const shown = itemOutcomes.filter((outcome) => outcomes[outcome] > 0);
  return (
    <Section
      title={`${modeTexts[mode].label} in ${visibleText(environmentName)}`}
      aside={
        <StatusBadge
          tone={
            (state === 'done' && hasProblem) || isBlocked
              ? 'caution'
              : wasCancelled
                ? 'neutral'
                : tones[state]
          }
          status={runStateText(run)}
        />
      }
    >
      <div className={classes.stack} data-run={state}>
        <p className={layout.quietParagraph}>
          <Time at={new Date(createdAt).toISOString()} /> · {reasonText(reason)}
          {ticket !== undefined && ` · ${ticket}`}
        </p>
        {state === 'holding' && run.heldUntil !== undefined ? (
          <Hold until={run.heldUntil} total={run.total} />
        ) : (
          <>
            <Progress value={progressOf(run)} aria-label={wasCancelled ? 'Done' : 'Settled'} />
            <p className={classes.summary}>
              {wasCancelled && 'Cancelled, '}
              {runProgress(run)}
            </p>
          </>
        )}
        {state === 'interrupted' && (
          <p className={classes.message}>
            The console was closed before this run ended. What was sent is being read. Nothing more is sent
            unless you resume it.
          </p>
        )}
        {run.heldByOthers > 0 && <p className={classes.message}>{heldText(run.heldByOthers)}</p>}
        {failure && <FailureNotice failure={failure} />}
        {shown.length + run.underWay > 0 && (
          <Flex component="ul" rowGap={4} columnGap={20} wrap="wrap">
            {shown.map((outcome) => (
              <li key={outcome}>
                {outcomeLabels[outcome]}: <strong>{outcomes[outcome].toLocaleString('en')}</strong>
              </li>
            ))}
            {run.underWay > 0 && (
              <li>
                Sent, not confirmed yet: <strong>{run.underWay.toLocaleString('en')}</strong>
              </li>
            )}
          </Flex>
        )}
        {run.leftOut !== undefined && (
          <p className={layout.quietParagraph}>
            Asked for and left out: {run.leftOut.toLocaleString('en')}. The report and the register name them.
          </p>
        )}
        {state !== 'done' && <ChangePace pace={run.pace} onChange={(pace) => void setPace(runId, pace)} />}
        <div className={classes.ways}>
          {state === 'holding' && (
            <Button variant="filled" onClick={act('takeBack')} autoFocus>
              Undo
            </Button>
          )}
          {isGoing && !isReading && <Button onClick={act('pause')}>Pause</Button>}
          {(state === 'paused' || state === 'interrupted') && (
            <Button variant="filled" onClick={act('resume')}>
              Resume
            </Button>
          )}
          {isReading && failure && (
            <Button variant="filled" onClick={act('resume')}>
              Retry
            </Button>
          )}
          {state !== 'holding' && state !== 'done' && run.waiting === 0 && run.underWay > 0 && (
            <Button onClick={act('stopReading')}>Finish without confirmation</Button>
          )}
          {state !== 'holding' && state !== 'done' && run.waiting > 0 && (
            <Button onClick={act('cancel')}>Cancel the rest</Button>
          )}
          {state === 'done' && (
            <>
              <Button onClick={() => void report(runId, 'csv')}>Report (CSV)</Button>
              <Button onClick={() => void report(runId, 'pdf')}>Report (PDF)</Button>
              <Button onClick={() => void report(runId, 'json')}>Report with receipts (JSON)</Button>
              <Button variant="subtle" color="gray" onClick={act('dismiss')}>
                Dismiss
              </Button>
            </>
          )}
        </div>
      </div>
    </Section>
  );
}

/** Returns the ended part of a run in percent; the confirmed part of a cancelled one. */
function progressOf(run: DeletionRun): number {
  const done = isCancelled(run) ? run.outcomes.confirmed : settledCount(run);
  return run.total === 0 ? 100 : (done / run.total) * 100;
}

/** Counts down to the first call. */
function Hold({ until, total }: { until: number; total: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <p className={classes.message} role="timer">
      Nothing was sent yet. {total.toLocaleString('en')} {total === 1 ? 'conversation' : 'conversations'}{' '}
      {total === 1 ? 'follows' : 'follow'} in {seconds} s.
    </p>
  );
}

/** Shows the pace of a run that has not ended, and the fields to change it. */
function ChangePace({ pace, onChange }: { pace: RunPace; onChange(pace: RunPace): void }) {
  const [changed, setChanged] = useState<RunPace>();
  const isOpen = changed !== undefined;
  return (
    <>
      <div className={classes.ways}>
        <span className={layout.quietParagraph}>{paceText(pace)}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setChanged(isOpen ? undefined : pace)}
        >
          Change pace
        </Button>
      </div>
      {isOpen && (
        <>
          <PaceFields pace={changed} onPace={setChanged} />
          <div className={classes.ways}>
            <Button
              onClick={() => {
                onChange(changed);
                setChanged(undefined);
              }}
            >
              Apply
            </Button>
          </div>
        </>
      )}
    </>
  );
}
