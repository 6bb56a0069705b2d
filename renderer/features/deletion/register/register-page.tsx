import { Button, Tabs } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import {
  type ReceiptRow,
  type ReceiptSort,
  receiptSortKeys,
  type UnsentRow,
} from '../../../../preload/contract/receipts.ts';
import {
  planText,
  reasonText,
  receiptOutcomeText,
  unsentText,
} from '../../../../preload/wording/deletion-runs.ts';
import { useBridgeAction, useBridgeQuery } from '../../../bridge/use-bridge.tsx';
import { startDownload } from '../../../ui/download.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import classes from '../deletion.module.css';
import { useRegisterFilter } from './register-filters.tsx';

interface RegisterPageProps {
  environments: readonly EnvironmentView[];
  bar: ReactNode;
  /** Opens a case in the environment of its deletion. */
  onOpenIn(environmentId: string, conversationId: string): void;
}

/** The most receipts shown at once. */
const shownAtOnce = 500;

/** Shows the register of all expiries and deletions made with this console, with their receipts. */
export function RegisterPage({ environments, bar, onOpenIn }: RegisterPageProps) {
  const { filter, fields } = useRegisterFilter(environments);
  const [sort, setSort] = useState<ReceiptSort>({ by: 'number', descending: true });
  const page = { filter, from: 0, count: shownAtOnce };
  const found = useBridgeQuery('receipts.list', { ...page, sort }, { keepPrevious: true });
  const unsent = useBridgeQuery('receipts.unsent', page, { keepPrevious: true });
  const exported = useBridgeAction('receipts.export', {});
  const saved = useBridgeAction('receipts.save', {});
  const failure = exported.failure ?? saved.failure ?? found.failure ?? unsent.failure;
  const total = found.data?.total ?? 0;
  const isEmpty = total + (unsent.data?.total ?? 0) === 0;
  const save = async (format: 'csv' | 'json' | 'pdf') =>
    startDownload(await exported.run({ filter, format }));
  return (
    <Page
      title="Deletion"
      subtitle="Every expiry and deletion made with this console."
      bar={bar}
      busy={found.busy}
    >
      <Tabs.Panel value="register" className={classes.page ?? ''}>
        <Section
          title="Register"
          aside={
            <span className={layout.quietParagraph}>
              {total.toLocaleString('en')} {total === 1 ? 'receipt' : 'receipts'}
            </span>
          }
          actions={
            <>
              <Button disabled={isEmpty} onClick={() => void save('csv')}>
                Export CSV
              </Button>
              <Button disabled={isEmpty} onClick={() => void save('json')}>
                Export with receipts (JSON)
              </Button>
              <Button disabled={isEmpty} onClick={() => void save('pdf')}>
                Export with receipts (PDF)
              </Button>
            </>
          }
        >
          <div className={classes.stack}>
            {fields}
            {failure && <FailureNotice failure={failure} />}
            {found.data !== undefined && total === 0 && (
              <p className={layout.quietParagraph}>Nothing was expired or deleted with this filter.</p>
            )}
            {found.data !== undefined && total > 0 && (
              <Table
                label="Register of deletions"
                sort={{
                  ...sort,
                  onSort: (id) =>
                    setSort({
                      by: receiptSortKeys.find((one) => one === id) ?? 'number',
                      descending: sort.by === id ? !sort.descending : false,
                    }),
                }}
                columns={[
                  ...receiptColumns(onOpenIn),
                  {
                    id: 'file',
                    heading: 'File',
                    cell: ({ receiptId, number }) => (
                      <Button
                        aria-label={`Save receipt ${number}`}
                        onClick={async () => startDownload(await saved.run({ receiptId }))}
                      >
                        Receipt
                      </Button>
                    ),
                  },
                ]}
                rows={found.data.receipts}
              />
            )}
            {total > shownAtOnce && (
              <p className={layout.quietParagraph}>
                The first {shownAtOnce} are shown. Narrow the filter, or export all of them.
              </p>
            )}
          </div>
        </Section>
        {unsent.data !== undefined && unsent.data.total > 0 && <Unsent {...unsent.data} />}
      </Tabs.Panel>
    </Page>
  );
}

/** Lists what was requested in runs and has no receipt. */
function Unsent({ rows, total }: { rows: readonly UnsentRow[]; total: number }) {
  return (
    <Section
      title="Asked for, without a receipt"
      aside={<span className={layout.quietParagraph}>{total.toLocaleString('en')}</span>}
    >
      <Table label="Asked for, without a receipt" columns={unsentColumns} rows={rows} />
      {total > rows.length && (
        <p className={layout.quietParagraph}>
          The newest {rows.length.toLocaleString('en')} are shown. An export has all of them.
        </p>
      )}
    </Section>
  );
}

type Requested = ReceiptRow | UnsentRow;
const environmentColumn: Column<Requested> = {
  id: 'environment',
  heading: 'Environment',
  cell: ({ environmentName }) => <OutsideText text={environmentName} />,
};
const conversationColumn: Column<Requested> = {
  id: 'conversation',
  heading: 'Conversation',
  cell: ({ conversationId = '' }) => (
    <span className={layout.identifier}>
      <OutsideText text={conversationId} />
    </span>
  ),
};
const actionColumn: Column<Requested> = {
  id: 'action',
  heading: 'Action',
  cell: ({ mode }) => planText([mode]),
};
const reasonColumn: Column<Requested> = {
  id: 'reason',
  heading: 'Reason',
  cell: ({ reason, ticket }) => `${reasonText(reason)}${ticket === undefined ? '' : ` (${ticket})`}`,
};

const receiptColumns = (
  onOpenIn: (environmentId: string, conversationId: string) => void,
): readonly Column<ReceiptRow>[] => [
  { id: 'number', heading: 'No.', align: 'right', sortKey: 'number', cell: ({ number }) => number },
  { id: 'when', heading: 'When', cell: ({ askedAt }) => <Time at={askedAt} relative={false} /> },
  { ...environmentColumn, sortKey: 'environment' },
  {
    id: 'conversation',
    heading: 'Conversation',
    sortKey: 'conversation',
    cell: ({ environmentId, conversationId }) => (
      <Button variant="subtle" size="compact-sm" onClick={() => onOpenIn(environmentId, conversationId)}>
        <span className={layout.identifier}>
          <OutsideText text={conversationId} />
        </span>
      </Button>
    ),
  },
  { ...actionColumn, id: 'mode', sortKey: 'mode' },
  {
    id: 'outcome',
    heading: 'Outcome',
    sortKey: 'outcome',
    cell: ({ outcome }) => receiptOutcomeText(outcome),
  },
  { ...reasonColumn, sortKey: 'reason' },
  { id: 'user', heading: 'By', cell: ({ user }) => <OutsideText text={user} /> },
];

const unsentColumns: readonly Column<UnsentRow>[] = [
  { id: 'when', heading: 'When', cell: ({ at }) => <Time at={at} relative={false} /> },
  environmentColumn,
  { id: 'line', heading: 'Line', align: 'right', cell: ({ line }) => line?.toLocaleString('en') },
  conversationColumn,
  actionColumn,
  {
    id: 'outcome',
    heading: 'Outcome',
    cell: ({ outcome }) => <OutsideText text={unsentText(outcome)} />,
  },
  reasonColumn,
];
