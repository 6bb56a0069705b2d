import { Button, Group, Input, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { OwnReason } from '../../../preload/contract/case-settings.ts';
import {
  type DecisionGroup,
  isAboutPeople,
  type ReportGrouping,
  reportedKind,
  reportGroupings,
} from '../../../preload/contract/reports.ts';
import {
  durationText,
  groupingLabels,
  groupText,
  reportedKindText,
} from '../../../preload/wording/reports.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { type BridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { usePeriod } from '../../ui/period-fields.tsx';
import { UnderPolicy } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, numberColumn, Table } from '../../ui/table.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';

/** Shows the decisions of a time: how many, by whom, why, and how long they took. */
export function DecisionsReport() {
  const { id: environmentId } = useEnvironment();
  const [by, setBy] = useState<ReportGrouping>('day');
  const { span, fields } = usePeriod('this-month');
  const input = { environmentId, ...span };
  const { data, failure } = useBridgeQuery(
    'reports.decisions',
    { ...input, by },
    {
      keepPrevious: true,
      // The groups of the choice before are shown as its own until the new ones are there.
      read: async (ask) => ({ by, ...(await ask({ ...input, by })) }),
    },
  );
  const reasons = useEnvironmentQuery('cases.settings', {}).data?.reasons ?? [];
  const permitted = useBridgeQuery('reports.people', {}).data?.permitted ?? false;
  const file = useEnvironmentAction('reports.export', {}, { saves: true });
  const anyFailure = failure ?? file.failure;
  const most = Math.max(1, ...(data?.groups.map(({ total }) => total) ?? []));
  return (
    <Section
      title="Decisions"
      actions={<ExportDecisions action={file} span={span} disabled={!data || data.groups.length === 0} />}
    >
      <Stack gap={12}>
        <Group align="flex-end" gap={12}>
          {fields}
          <Input.Wrapper label="By" labelElement="div">
            <SegmentedControl
              display="flex"
              aria-label="By"
              value={by}
              onChange={(value) => setBy(value as ReportGrouping)}
              data={reportGroupings
                .filter((value) => permitted || !isAboutPeople(value))
                .map((value) => ({ value, label: groupingLabels[value] }))}
            />
          </Input.Wrapper>
        </Group>
        {anyFailure && anyFailure.code !== 'cancelled' && <FailureNotice failure={anyFailure} />}
        {!data && !failure && <SkeletonLines lines={6} />}
        {data && data.groups.length === 0 && <EmptyState title="Nothing was decided in this period." />}
        {data && data.groups.length > 0 && (
          <>
            <Text>{summaryText(data.all)}</Text>
            <Table label="Decisions" columns={columnsOf(data.by, reasons, most)} rows={data.groups} />
          </>
        )}
        {data?.isLimited && (
          <p className={layout.quietParagraph}>
            Only the newest {(data.all.total + (data.all.counts.withdrawn ?? 0)).toLocaleString('en')} are
            counted. Choose a shorter period.
          </p>
        )}
        {data !== undefined && data.unreadable > 0 && (
          <p>
            {counted(data.unreadable, 'entry is', 'entries are')} not counted: they cannot be read, or were
            changed outside Assay. Check the journal.
          </p>
        )}
        <p className={layout.explanation}>
          Every decision counts, also where the same case was decided again. The time is from the result, or
          from when the case was added. The CSV file contains comments and user keys unencrypted.
        </p>
      </Stack>
    </Section>
  );
}

interface ExportDecisionsProps {
  action: BridgeAction<'reports.export', { environmentId: string }>;
  span: { from?: number; to?: number };
  disabled: boolean;
}

/** Saves the decisions of a time, each in a line. */
export function ExportDecisions({ action, span, disabled }: ExportDecisionsProps) {
  return (
    <UnderPolicy rule="export">
      <Button
        leftSection={<IconDownload size={14} />}
        loading={action.busy}
        disabled={disabled}
        onClick={() => void action.run(span)}
      >
        Export CSV
      </Button>
    </UnderPolicy>
  );
}

function summaryText({ total, counts, medianMs }: DecisionGroup): string {
  const withdrawn = counts.withdrawn ?? 0;
  return [
    counted(total, 'decision'),
    ...(withdrawn === 0 ? [] : [`${withdrawn.toLocaleString('en')} withdrawn`]),
    ...(medianMs === undefined ? [] : [`median time to a decision: ${durationText(medianMs)}`]),
  ].join(' · ');
}

/** Returns the columns of groups of decisions. @param most the largest total */
export function columnsOf(
  by: ReportGrouping,
  own: readonly OwnReason[],
  most: number,
): Column<DecisionGroup>[] {
  const isOfOneKind = by === 'decision' || by === 'reason';
  return [
    {
      heading: groupingLabels[by],
      isName: true,
      cell: (group) => <OutsideText text={groupText(group, by, own)} max={200} />,
    },
    // A total is without the withdrawals, which have a column where kinds do.
    numberColumn('Decided', ({ total, counts }) => total + (isOfOneKind ? (counts.withdrawn ?? 0) : 0)),
    {
      heading: 'Share',
      isHeadingHidden: true,
      cell: ({ total }) => <Progress value={(total / most) * 100} w={120} aria-hidden />,
    },
    ...(isOfOneKind
      ? []
      : reportedKind.options.map((kind) =>
          numberColumn<DecisionGroup>(reportedKindText(kind), ({ counts }) => counts[kind]),
        )),
    { heading: 'Median time', align: 'right', cell: ({ medianMs }) => durationText(medianMs) },
    { heading: 'On a case', align: 'right', cell: ({ medianOnCaseMs }) => durationText(medianOnCaseMs) },
  ];
}
