import { Box, Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { failureText, runSummary } from '../../../../preload/wording/reading.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import classes from './adding.module.css';
import { type ReadingState, runOf } from './reading-store.ts';

/** Shows the progress of an environment's reading run, and its controls. Renders nothing without a run. */
export function RunBar({ store, environmentId }: { store: StoreApi<ReadingState>; environmentId: string }) {
  const { runs, failed, failure, isAdding } = useStore(store);
  const { load, control, showFailed, hideFailed } = store.getState();
  useEffect(() => void load(), [load]);
  const run = runOf(runs, environmentId);
  const failedCount = run?.failed ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads the failures when their number changes
  useEffect(() => {
    if (failed !== undefined) {
      showFailed(environmentId);
    }
  }, [failedCount, environmentId, showFailed]);
  if (run === undefined) {
    return failure && !isAdding ? <FailureNotice failure={failure} /> : null;
  }
  const act = (action: Parameters<typeof control>[1]) => () => control(environmentId, action);
  const isGoing = run.state === 'running' || run.state === 'waiting';
  return (
    <section className={classes.run} aria-label="Reading cases">
      <Group gap={6}>
        <Box component="span" flex="1 1 16rem">
          {runSummary(run)}
        </Box>
        {isGoing && (
          <Button size="compact-sm" onClick={act('pause')}>
            Pause
          </Button>
        )}
        {run.state === 'paused' && (
          <Button size="compact-sm" onClick={act('resume')}>
            Resume
          </Button>
        )}
        {failedCount > 0 && (
          <>
            <Button
              size="compact-sm"
              aria-expanded={failed !== undefined}
              onClick={() => (failed === undefined ? showFailed(environmentId) : hideFailed())}
            >
              {failed === undefined ? 'Show failed' : 'Hide failed'}
            </Button>
            <Button size="compact-sm" onClick={act('retry')}>
              Retry failed
            </Button>
          </>
        )}
        <Button size="compact-sm" onClick={act('stop')}>
          {run.state === 'done' ? 'Dismiss' : 'Stop'}
        </Button>
      </Group>
      {run.state !== 'done' && (
        <progress
          className={classes.progress}
          aria-label="Cases read"
          value={run.done + run.failed}
          max={Math.max(1, run.total)}
        />
      )}
      {run.resumesAt !== undefined && (
        <p className={layout.quietParagraph}>
          {run.failure && <OutsideText text={run.failure.message} />} Reading resumes by itself{' '}
          <Time at={run.resumesAt} />.
        </p>
      )}
      {run.state === 'paused' && run.failure && <FailureNotice failure={run.failure} />}
      {failure && !isAdding && <FailureNotice failure={failure} />}
      {failed !== undefined && failed.length > 0 && (
        <Table
          caption={
            failed.length < failedCount
              ? `Could not be read: the first ${failed.length} of ${failedCount.toLocaleString('en')}`
              : 'Could not be read'
          }
          columns={[
            {
              id: 'conversation',
              heading: 'Conversation',
              cell: ({ conversationId }) => (
                <span className={layout.identifier}>
                  <OutsideText text={conversationId} />
                </span>
              ),
            },
            { id: 'reason', heading: 'Reason', cell: ({ code }) => failureText(code) },
            { id: 'code', heading: 'Code', cell: ({ code }) => <code>{code}</code> },
          ]}
          rows={failed}
        />
      )}
    </section>
  );
}
