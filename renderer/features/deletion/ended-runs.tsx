import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { RegisterRow, RunLine } from '../../../preload/contract/deletion-runs.ts';
import {
  detailText,
  planText,
  reasonText,
  runOutcome,
  unsentText,
} from '../../../preload/wording/deletion-runs.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { startDownload } from '../../ui/download.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './deletion.module.css';
import { useWindow } from './use-window.ts';

interface EndedRunsProps {
  /** Opens a case in the environment of its deletion. */
  onOpenIn(environmentId: string, conversationId: string): void;
}

/** Shows the runs of this console that are over, each of which opens to its lines. */
export function EndedRuns({ onOpenIn }: EndedRunsProps) {
  const { page, onView } = useWindow();
  const [openId, setOpenId] = useState<string>();
  const { data, failure } = useBridgeQuery('deletionRuns.register', page, { keepPrevious: true });
  const total = data?.total ?? 0;
  return (
    <Section
      title="Ended runs"
      aside={
        <span className={layout.quiet}>
          {total.toLocaleString('en')} {total === 1 ? 'run' : 'runs'}
        </span>
      }
    >
      <div className={classes.stack}>
        {failure && <FailureNotice failure={failure} />}
        {data !== undefined && total === 0 ? (
          <p className={layout.quietParagraph}>No run has ended yet.</p>
        ) : (
          <Table<RegisterRow>
            label="Ended runs"
            columns={[
              ...columns,
              {
                id: 'lines',
                heading: 'Lines',
                isHeadingHidden: true,
                cell: ({ runId }) => (
                  <Button
                    size="compact-xs"
                    aria-expanded={openId === runId}
                    onClick={() => setOpenId(openId === runId ? undefined : runId)}
                  >
                    {openId === runId ? 'Close' : 'Open'}
                  </Button>
                ),
              },
            ]}
            rows={{
              count: total,
              at: (index) => data?.runs[index - page.from],
              onView,
            }}
            below={(row) =>
              openId === row.runId && (
                <Opened run={row} onOpen={(conversationId) => onOpenIn(row.environmentId, conversationId)} />
              )
            }
          />
        )}
      </div>
    </Section>
  );
}

const columns: readonly Column<RegisterRow>[] = [
  {
    id: 'when',
    heading: 'When',
    cell: ({ createdAt }) => <Time at={new Date(createdAt).toISOString()} relative={false} />,
  },
  {
    id: 'environment',
    heading: 'Environment',
    cell: ({ environmentName }) => <OutsideText text={environmentName} />,
  },
  { id: 'outcome', heading: 'Outcome', cell: runOutcome },
  {
    id: 'reason',
    heading: 'Reason',
    cell: ({ reason, ticket }) => `${reasonText(reason)}${ticket === undefined ? '' : ` (${ticket})`}`,
  },
  { id: 'user', heading: 'By', cell: ({ user }) => <OutsideText text={user} /> },
];

/** Shows every line of a run with its outcome, and saves its report. */
function Opened({ run, onOpen }: { run: RegisterRow; onOpen(conversationId: string): void }) {
  const { runId } = run;
  const { page, onView } = useWindow();
  const { data, failure } = useBridgeQuery('deletionRuns.lines', { runId, ...page }, { keepPrevious: true });
  const report = useBridgeAction('deletionRuns.report', { runId });
  const receipt = useBridgeAction('receipts.save', {});
  const save = async (format: 'csv' | 'json' | 'pdf') => startDownload(await report.run({ format }));
  const lines: readonly Column<RunLine>[] = [
    { id: 'line', heading: 'Line', align: 'right', cell: ({ line }) => line?.toLocaleString('en') },
    {
      id: 'conversation',
      heading: 'Conversation',
      cell: ({ conversationId }) =>
        conversationId !== undefined && (
          <button type="button" className={classes.link} onClick={() => onOpen(conversationId)}>
            <OutsideText text={conversationId} />
          </button>
        ),
    },
    { id: 'plan', heading: 'Action', cell: ({ plan }) => planText(plan) },
    {
      id: 'outcome',
      heading: 'Outcome',
      cell: ({ outcome, detail }) => (
        <>
          {outcome === undefined ? 'Not finished' : <OutsideText text={unsentText(outcome)} />}
          {detail !== undefined && outcome !== 'confirmed' && (
            <span className={layout.quiet}>
              {' '}
              <OutsideText text={detailText(detail)} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'receipts',
      heading: 'Receipts',
      cell: ({ receiptIds }) => (
        <Group gap={4}>
          {receiptIds.map((receiptId) => (
            <Button
              key={receiptId}
              size="compact-xs"
              onClick={async () => startDownload(await receipt.run({ receiptId }))}
            >
              Receipt
            </Button>
          ))}
        </Group>
      ),
    },
  ];
  return (
    <div className={classes.stack}>
      <Group gap={8}>
        <Button onClick={() => void save('csv')}>Report (CSV)</Button>
        <Button onClick={() => void save('pdf')}>Report (PDF)</Button>
        <Button onClick={() => void save('json')}>Report with receipts (JSON)</Button>
      </Group>
      {[failure, report.failure, receipt.failure].map(
        (one) => one && <FailureNotice key={one.code} failure={one} />,
      )}
      <Table<RunLine>
        label="Lines of the run"
        columns={lines}
        rows={{
          count: data?.total ?? 0,
          at: (index) => data?.lines[index - page.from],
          onView,
        }}
      />
    </div>
  );
}
