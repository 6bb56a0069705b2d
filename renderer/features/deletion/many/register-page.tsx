import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type DeletionReason, deletionReasons } from '../../../../preload/contract/deletion.ts';
import { planStep } from '../../../../preload/contract/deletion-runs.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { ReceiptFilter, ReceiptRow, UnsentRow } from '../../../../preload/contract/receipts.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import { planText, reasonLabels, reasonText, unsentText } from '../../../../preload/wording/deletion-runs.ts';
import { type BridgeClient, failureOf } from '../../../bridge/bridge-client.ts';
import { startDownload } from '../../../ui/download.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import classes from './many.module.css';

interface RegisterPageProps {
  bridge: BridgeClient;
  environments: readonly EnvironmentView[];
  bar: ReactNode;
}

/** The most receipts shown at once. */
const shownAtOnce = 500;

interface Chosen {
  environmentId: string;
  mode: string;
  reason: string;
  from: string;
  to: string;
}

const nothingChosen: Chosen = { environmentId: '', mode: '', reason: '', from: '', to: '' };

/** Shows the register of all expiries and deletions made with this console, with their receipts. */
export function RegisterPage({ bridge, environments, bar }: RegisterPageProps) {
  const [chosen, setChosen] = useState(nothingChosen);
  const [found, setFound] = useState<{ receipts: readonly ReceiptRow[]; total: number }>();
  const [unsent, setUnsent] = useState<{ rows: readonly UnsentRow[]; total: number }>();
  const [failure, setFailure] = useState<FailureView>();
  const attempt = useCallback(async (act: () => Promise<unknown>) => {
    try {
      setFailure(undefined);
      await act();
    } catch (error) {
      setFailure(failureOf(error));
    }
  }, []);
  const save = (work: () => ReturnType<typeof bridge.invoke<'receipts.export'>>) =>
    void attempt(async () => {
      const result = await work();
      startDownload(result);
    });
  useEffect(() => {
    const load = () =>
      void attempt(async () => {
        const page = { filter: filterOf(chosen), from: 0, count: shownAtOnce };
        setFound(await bridge.invoke('receipts.list', page));
        setUnsent(await bridge.invoke('receipts.unsent', page));
      });
    load();
    const stops = [bridge.on('deletions.changed', load), bridge.on('deletionRuns.changed', load)];
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }, [bridge, chosen, attempt]);
  const put = (change: Partial<Chosen>) => setChosen({ ...chosen, ...change });
  const filter = filterOf(chosen);
  const total = found?.total ?? 0;
  return (
    <Page title="Deletion" subtitle="Every expiry and deletion made with this console." bar={bar}>
      <div className={classes.page}>
        <Section
          title="Register"
          aside={
            <span className={layout.quietParagraph}>
              {total.toLocaleString('en')} {total === 1 ? 'receipt' : 'receipts'}
            </span>
          }
          actions={
            <>
              <Button
                disabled={total + (unsent?.total ?? 0) === 0}
                onClick={() => save(() => bridge.invoke('receipts.export', { filter, format: 'csv' }))}
              >
                Export CSV
              </Button>
              <Button
                disabled={total + (unsent?.total ?? 0) === 0}
                onClick={() => save(() => bridge.invoke('receipts.export', { filter, format: 'json' }))}
              >
                Export with receipts (JSON)
              </Button>
            </>
          }
        >
          <div className={classes.stack}>
            <div className={classes.fields}>
              <NativeSelect
                label="Environment"
                value={chosen.environmentId}
                onChange={(event) => put({ environmentId: event.currentTarget.value })}
                data={[
                  { value: '', label: 'All' },
                  ...environments.map(({ id, settings }) => ({
                    value: id,
                    label: visibleText(settings.name),
                  })),
                ]}
              />
              <NativeSelect
                label="Action"
                value={chosen.mode}
                onChange={(event) => put({ mode: event.currentTarget.value })}
                data={[
                  { value: '', label: 'All' },
                  ...planStep.options.map((step) => ({ value: step, label: planText([step]) })),
                ]}
              />
              <NativeSelect
                label="Reason"
                value={chosen.reason}
                onChange={(event) => put({ reason: event.currentTarget.value })}
                data={[
                  { value: '', label: 'All' },
                  ...deletionReasons.map((one) => ({ value: one, label: reasonLabels[one] })),
                ]}
              />
              <TextInput
                type="date"
                label="From"
                value={chosen.from}
                onChange={(event) => put({ from: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                label="To"
                value={chosen.to}
                onChange={(event) => put({ to: event.currentTarget.value })}
              />
            </div>
            {failure && <FailureNotice failure={failure} />}
            {found !== undefined && total === 0 && (
              <p className={layout.quietParagraph}>Nothing was expired or deleted with this filter.</p>
            )}
            {found !== undefined && total > 0 && (
              <Table
                label="Register of deletions"
                columns={[
                  ...receiptColumns,
                  {
                    id: 'file',
                    heading: 'File',
                    cell: ({ receiptId, number }) => (
                      <Button
                        aria-label={`Save receipt ${number}`}
                        onClick={() => save(() => bridge.invoke('receipts.save', { receiptId }))}
                      >
                        Receipt
                      </Button>
                    ),
                  },
                ]}
                rows={found.receipts}
              />
            )}
            {total > shownAtOnce && (
              <p className={layout.quietParagraph}>
                The newest {shownAtOnce} are shown. Narrow the filter, or export all of them.
              </p>
            )}
          </div>
        </Section>
        {unsent !== undefined && unsent.total > 0 && <Unsent rows={unsent.rows} total={unsent.total} />}
      </div>
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
    <span className={classes.id}>
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

const receiptColumns: readonly Column<ReceiptRow>[] = [
  { id: 'number', heading: 'No.', align: 'right', cell: ({ number }) => number },
  { id: 'when', heading: 'When', cell: ({ askedAt }) => <Time at={askedAt} relative={false} /> },
  environmentColumn,
  conversationColumn,
  actionColumn,
  { id: 'outcome', heading: 'Outcome', cell: ({ outcome }) => outcomeWords[outcome] ?? outcome },
  reasonColumn,
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

const outcomeWords: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed',
  accepted: 'Accepted, not confirmed',
  finished: 'User finished first',
  unknown: 'Outcome unknown',
};

function filterOf({ environmentId, mode, reason, from, to }: Chosen): ReceiptFilter {
  const start = Date.parse(`${from}T00:00`);
  // The last millisecond of that day, which has 23 or 25 hours where clocks change.
  const end = Date.parse(`${to}T23:59:59.999`);
  return omitUndefined({
    environmentId: environmentId === '' ? undefined : environmentId,
    mode: planStep.options.find((step) => step === mode),
    reason: reason === '' ? undefined : (reason as DeletionReason),
    from: Number.isNaN(start) ? undefined : start,
    to: Number.isNaN(end) ? undefined : end,
  }) as ReceiptFilter;
}
