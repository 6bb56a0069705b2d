import { Box, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { failureText, runSummary } from '../../../../preload/wording/reading.ts';
import { useBridgeQuery } from '../../../bridge/use-bridge.tsx';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../../environments/use-environment.ts';
import { Bar } from '../../../ui/bar.tsx';
import layout from '../../../ui/layout.module.css';
import { FailureNotice } from '../../../ui/notices.tsx';
import { Identifier, OutsideText } from '../../../ui/outside-text.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';

/** Shows the progress of an environment's reading run, and its controls. Renders nothing without a run. */
export function RunBar() {
  const { id: environmentId } = useEnvironment();
  const [showsFailed, setShowsFailed] = useState(false);
  const { data: { runs } = {} } = useBridgeQuery('reading.runs', {});
  const failedReadings = useEnvironmentQuery(
    'reading.failed',
    showsFailed ? { from: 0, count: 500 } : undefined,
  );
  const control = useEnvironmentAction('reading.control');
  const started = useEnvironmentAction('reading.start');
  // The dialog that adds cases shows its own.
  const isOwn = started.input !== undefined && !('listId' in started.input.from);
  const failure = control.failure ?? failedReadings.failure ?? (isOwn ? started.failure : undefined);
  const run = runs?.find((one) => one.environmentId === environmentId);
  if (run === undefined) {
    return failure ? <FailureNotice failure={failure} /> : null;
  }
  const failedCount = run.failed;
  const failed = showsFailed ? failedReadings.data?.failed : undefined;
  const act = (action: 'pause' | 'resume' | 'stop' | 'retry') => () => {
    if (action === 'retry') {
      setShowsFailed(false);
    }
    void control.run({ action });
  };
  const isGoing = run.state === 'running' || run.state === 'waiting';
  return (
    <Bar direction="column" gap={6} bg="var(--surface-sunk)" name="Reading cases">
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
              aria-expanded={showsFailed}
              onClick={() => setShowsFailed(!showsFailed)}
            >
              {showsFailed ? 'Hide failed' : 'Show failed'}
            </Button>
            <Button size="compact-sm" onClick={act('retry')}>
              Retry failed
            </Button>
          </>
        )}
        <Button size="compact-sm" disabled={control.busy} onClick={act('stop')}>
          {run.state === 'done' ? 'Dismiss' : 'Stop'}
        </Button>
      </Group>
      {run.state !== 'done' && (
        <Box
          component="progress"
          w="100%"
          h={4}
          aria-hidden
          value={run.done + run.failed}
          max={Math.max(1, run.total)}
        />
      )}
      {run.resumesAt !== undefined && (
        <p className={layout.quietParagraph}>
          {run.failure && <OutsideText text={run.failure.message} />} Reading resumes by itself at{' '}
          <Time at={run.resumesAt} relative={false} />.
        </p>
      )}
      {run.state === 'paused' && run.failure && <FailureNotice failure={run.failure} />}
      {failure && <FailureNotice failure={failure} />}
      {failed !== undefined && failed.length > 0 && (
        <Table
          caption={
            failed.length < failedCount
              ? `Could not be read: the first ${failed.length} of ${failedCount.toLocaleString('en')}`
              : 'Could not be read'
          }
          columns={[
            { heading: 'Conversation', cell: ({ conversationId }) => <Identifier text={conversationId} /> },
            { heading: 'Reason', cell: ({ code }) => failureText(code) },
            { heading: 'Code', cell: ({ code }) => <code>{code}</code> },
          ]}
          rows={failed}
        />
      )}
    </Bar>
  );
}
