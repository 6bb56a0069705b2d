import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import {
  type RegisterRow,
  type RegisterSort,
  type RunLine,
  registerSortKeys,
} from '../../../../preload/contract/deletion-runs.ts';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import {
  detailText,
  planText,
  reasonText,
  runOutcome,
  unsentText,
} from '../../../../preload/wording/deletion-runs.ts';
import { counted } from '../../../../preload/wording/terms.ts';
import { useBridgeAction } from '../../../bridge/use-bridge.tsx';
import { useRows } from '../../../bridge/use-rows.ts';
import { ConversationButton } from '../../../ui/conversation-button.tsx';
import layout from '../../../ui/layout.module.css';
import { FailureNotice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { UnderPolicy } from '../../../ui/policy.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useRegisterFilter } from './register-filters.tsx';

interface RegisterSectionProps {
  environments: readonly EnvironmentView[];
}

/** Shows the register: every run of this console that is over, each of which opens to its lines. */
export function RegisterSection({ environments }: RegisterSectionProps) {
  const { filter, fields } = useRegisterFilter(environments);
  const [isFiltering, setFiltering] = useState(false);
  const [sort, setSort] = useState<RegisterSort>({ by: 'when', descending: true });
  const [openId, setOpenId] = useState<string>();
  const { query: found, source } = useRows(
    'deletionRuns.register',
    { filter: isFiltering ? filter : {}, sort },
    ({ runs }) => runs,
  );
  const exported = useBridgeAction('receipts.export', { filter: isFiltering ? filter : {} }, { saves: true });
  const total = source.count;
  const failure = exported.failure ?? found.failure;
  const save = (format: 'csv' | 'json' | 'pdf', label: string) => (
    <Button disabled={total === 0} onClick={() => void exported.run({ format })}>
      {label}
    </Button>
  );
  return (
    <Section
      title="Register"
      aside={<span className={layout.quiet}>{counted(total, 'run')}</span>}
      actions={
        <>
          <Button aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
            {isFiltering ? 'All runs' : 'Search…'}
          </Button>
          {save('csv', 'Export CSV')}
          {save('json', 'Export with receipts (JSON)')}
          {save('pdf', 'Export with receipts (PDF)')}
        </>
      }
    >
      <Stack gap={14}>
        {isFiltering && fields}
        {failure && <FailureNotice failure={failure} />}
        {found.data !== undefined && total === 0 ? (
          <p className={layout.quietParagraph}>
            {isFiltering
              ? 'Nothing was expired or deleted with this filter.'
              : 'Every expiry and deletion made with this console will be listed here.'}
          </p>
        ) : (
          <Table<RegisterRow>
            label="Register"
            sort={{
              ...sort,
              onSort: (id) =>
                setSort({
                  by: registerSortKeys.find((one) => one === id) ?? 'when',
                  descending: sort.by === id ? !sort.descending : id === 'when',
                }),
            }}
            columns={[
              ...columns,
              {
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
            rows={source}
            below={(row) =>
              openId === row.runId && <Opened run={row} text={isFiltering ? filter.text : undefined} />
            }
          />
        )}
      </Stack>
    </Section>
  );
}

const columns: readonly Column<RegisterRow>[] = [
  {
    id: 'when',
    heading: 'When',
    sortKey: 'when',
    cell: ({ createdAt, startsAt }) => (
      <>
        <Time at={new Date(createdAt).toISOString()} relative={false} />
        {startsAt !== undefined && (
          <span className={layout.quiet}>
            {' '}
            for <Time at={new Date(startsAt).toISOString()} relative={false} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'environment',
    heading: 'Environment',
    sortKey: 'environment',
    cell: ({ environmentName }) => <OutsideText text={environmentName} />,
  },
  { heading: 'Outcome', cell: runOutcome },
  {
    id: 'reason',
    heading: 'Reason',
    sortKey: 'reason',
    cell: ({ reason, ticket }) => `${reasonText(reason)}${ticket === undefined ? '' : ` (${ticket})`}`,
  },
  { heading: 'By', cell: ({ user }) => <OutsideText text={user} /> },
];

interface OpenedProps {
  run: RegisterRow;
  /** Finds some of the lines. */
  text: string | undefined;
}

/** Shows every line of a run with its outcome, and saves its report. */
function Opened({ run, text }: OpenedProps) {
  const { runId, environmentId } = run;
  const { query, source } = useRows(
    'deletionRuns.lines',
    { runId, ...(text === undefined ? {} : { text }) },
    ({ lines }) => lines,
  );
  const report = useBridgeAction('deletionRuns.report', { runId }, { saves: true });
  const receipt = useBridgeAction('receipts.save', {}, { saves: true });
  const lines: readonly Column<RunLine>[] = [
    { heading: 'Line', align: 'right', cell: ({ line }) => line?.toLocaleString('en') },
    { heading: 'Conversation', cell: (row) => <ConversationButton {...row} environmentId={environmentId} /> },
    { heading: 'Action', cell: ({ plan }) => planText(plan) },
    {
      heading: 'Outcome',
      cell: ({ outcome, detail, plan }) => (
        <>
          {outcome === undefined ? 'Not finished' : <OutsideText text={unsentText(outcome, plan.at(-1))} />}
          {detail !== undefined && (
            <span className={layout.quiet}>
              {' · '}
              <OutsideText text={detailText(detail)} />
            </span>
          )}
        </>
      ),
    },
    {
      heading: 'Receipts',
      cell: ({ receiptIds }) => (
        <Group gap={4}>
          {receiptIds.map((receiptId, at) => (
            <Button key={receiptId} size="compact-xs" onClick={() => void receipt.run({ receiptId })}>
              {receiptIds.length === 1 ? 'Receipt' : `Receipt ${at + 1}`}
            </Button>
          ))}
        </Group>
      ),
    },
  ];
  return (
    <Stack gap={14}>
      <Group gap={8}>
        <UnderPolicy rule="export">
          <Button onClick={() => void report.run({ format: 'csv' })}>Report (CSV)</Button>
          <Button onClick={() => void report.run({ format: 'pdf' })}>Report (PDF)</Button>
          <Button onClick={() => void report.run({ format: 'json' })}>Report with receipts (JSON)</Button>
        </UnderPolicy>
      </Group>
      {[query.failure, report.failure, receipt.failure].map(
        (one) => one && <FailureNotice key={one.code} failure={one} />,
      )}
      <Table<RunLine> label="Lines of the run" columns={lines} rows={source} />
    </Stack>
  );
}
