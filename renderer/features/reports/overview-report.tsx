import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { verdicts } from '../../../preload/contract/cases.ts';
import type { OperationInput } from '../../../preload/contract/operations.ts';
import { type DecisionGroup, type ReportGrouping, reportedKind } from '../../../preload/contract/reports.ts';
import { assessmentTerm } from '../../../preload/wording/case-terms.ts';
import { decisionLabels } from '../../../preload/wording/cases.ts';
import {
  ageText,
  agreementGroupText,
  agreementText,
  durationText,
  groupText,
} from '../../../preload/wording/reports.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { testGroupText } from '../../../preload/wording/test-cases.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { usePeriod } from '../../ui/period-fields.tsx';
import { SetBy, usePolicy } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, numberColumn, Table } from '../../ui/table.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { BarChart, CsvButton, type Series } from './bar-chart.tsx';
import { columnsOf, ExportDecisions } from './decisions-report.tsx';
import { ageColumns } from './open-report.tsx';

/** The most bars of a chart; its table has all. */
const mostDays = 31;
const mostReasons = 10;

const assessmentTones = {
  review: 'caution',
  failed: 'bad',
  'in-progress': 'active',
  clear: 'good',
  ended: 'neutral',
  gone: 'neutral',
  unread: 'neutral',
} as const;
const assessments: readonly Series[] = verdicts.map((verdict) => ({
  id: verdict,
  label: assessmentTerm({ verdict }).label,
  tone: assessmentTones[verdict],
}));
const decisionTones = { clear: 'good', reject: 'bad', escalate: 'caution', 'ask-again': 'active' } as const;
const decisions: readonly Series[] = reportedKind.options.flatMap((kind) =>
  kind === 'withdrawn' ? [] : [{ id: kind, label: decisionLabels[kind], tone: decisionTones[kind] }],
);
const total: readonly Series[] = [{ id: 'total', label: 'decided', tone: 'active' }];

/** Shows how the work stands: what waits, what was decided and why, how long it took, and what is due for deletion. */
export function OverviewReport() {
  const { span, fields } = usePeriod('this-month');
  const open = useEnvironmentQuery('reports.open', {});
  const due = useEnvironmentQuery('due.summary', {});
  const days = useEnvironmentQuery('reports.decisions', { ...span, by: 'day' }, { keepPrevious: true });
  const permitted = useBridgeQuery('reports.people', {}).data?.permitted;
  const file = useEnvironmentAction('reports.saveFigures', {}, { saves: true });
  const decided = useEnvironmentAction('reports.export', {}, { saves: true });
  const reasons = useEnvironmentQuery('cases.settings', {}).data?.reasons ?? [];
  const save = (of: OperationInput<'reports.saveFigures'>['of']) => void file.run({ ...span, of });
  const failure = [open, due, days, file, decided].find(
    (one) => one.failure && one.failure.code !== 'cancelled',
  )?.failure;
  const chart = { busy: file.busy, span, onSave: save };
  return (
    <Stack>
      {failure && <FailureNotice failure={failure} />}
      <Section title="Now">
        <Figures
          figures={[
            ['To review', sumOf(open.data?.ages, 'toReview')],
            ['In review', sumOf(open.data?.ages, 'inReview')],
            ['Waiting for the user', sumOf(open.data?.ages, 'waiting')],
            ['Changed since decided', open.data?.changed.total.toLocaleString('en')],
            [
              'Due for deletion',
              due.data &&
                (due.data.rule === undefined
                  ? 'No rule'
                  : `${due.data.counts.due.toLocaleString('en')}, ${due.data.counts.overdue.toLocaleString('en')} overdue`),
            ],
          ]}
        />
      </Section>
      <Section title="Open by age and assessment">
        {open.data ? (
          <BarChart
            label="Open by age and assessment"
            series={assessments}
            bars={open.data.ages.map((age) => ({
              key: `${age.from}`,
              label: ageText(age),
              values: age.verdicts,
            }))}
            columns={ageColumns}
            rows={open.data.ages}
            busy={file.busy}
            onSave={() => save('age')}
          />
        ) : (
          <SkeletonLines lines={5} />
        )}
        <Text mt={8} c="dimmed">
          Cases to review and in review. The age does not grow while a case waits for the user.
        </Text>
      </Section>
      <Section
        title="Decided"
        actions={
          <ExportDecisions
            action={decided}
            span={span}
            disabled={!days.data || days.data.groups.length === 0}
          />
        }
      >
        <Stack gap={12}>
          <Group align="flex-end" gap={12}>
            {fields}
          </Group>
          {days.data ? (
            <>
              <Figures
                figures={[
                  ['Decisions', days.data.all.total.toLocaleString('en')],
                  ['Withdrawn', (days.data.all.counts.withdrawn ?? 0).toLocaleString('en')],
                  ['Median time to a decision', durationText(days.data.all.medianMs)],
                  ['Median time on a case', durationText(days.data.all.medianOnCaseMs)],
                  [
                    'Decided differently by a second person',
                    days.data.second.total === 0
                      ? '–'
                      : `${days.data.second.differing.toLocaleString('en')} of ${days.data.second.total.toLocaleString('en')}`,
                  ],
                ]}
              />
              <GroupChart {...chart} label="Decided per day" by="day" series={decisions} most={mostDays} />
            </>
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Stack>
      </Section>
      {days.data?.agreement && (
        <Shares
          title="Second reviews"
          headings={['First decision', 'Second reviews', 'Same decision']}
          groups={days.data.agreement}
          textOf={(group) => agreementGroupText(group, reasons)}
          busy={file.busy}
          onSave={() => save('agreement')}
        />
      )}
      {days.data?.tests && (
        <Shares
          title="Test cases"
          headings={['In the case', 'Decided', 'Forgery stopped, or genuine approved']}
          groups={days.data.tests}
          textOf={(group) => testGroupText(group)}
          busy={file.busy}
          onSave={() => save('tests')}
        />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Section title="Reasons">
          <GroupChart {...chart} label="Reasons" by="reason" series={total} most={mostReasons} />
        </Section>
        <Section title="Decided by">
          {permitted === false && <PeopleHidden />}
          {permitted && (
            <GroupChart {...chart} label="Decided by" by="reviewer" series={decisions} most={mostReasons} />
          )}
        </Section>
      </SimpleGrid>
    </Stack>
  );
}

interface GroupChartProps {
  span: { from?: number; to?: number };
  label: string;
  by: ReportGrouping;
  series: readonly Series[];
  /** The most bars. */
  most: number;
  busy: boolean;
  onSave(of: ReportGrouping): void;
}

/** Shows the decisions of a time by one thing that they have in common. */
function GroupChart({ span, label, by, series, most, busy, onSave }: GroupChartProps) {
  const { data, failure } = useEnvironmentQuery('reports.decisions', { ...span, by }, { keepPrevious: true });
  const reasons = useEnvironmentQuery('cases.settings', {}).data?.reasons ?? [];
  if (failure && failure.code !== 'cancelled') {
    return <FailureNotice failure={failure} />;
  }
  if (data === undefined) {
    return <SkeletonLines lines={4} />;
  }
  if (data.groups.length === 0) {
    return <EmptyState title="Nothing was decided in this period." />;
  }
  const isByDay = by === 'day';
  const bars = data.groups.slice(0, most).map((group) => ({
    key: group.key,
    label: isByDay ? group.key.slice(5) : groupText(group, by, reasons),
    values: by === 'reason' ? { total: group.total + (group.counts.withdrawn ?? 0) } : group.counts,
  }));
  return (
    <>
      <BarChart<DecisionGroup>
        label={label}
        series={series}
        isUpright={isByDay}
        bars={isByDay ? bars.toReversed() : bars}
        columns={columnsOf(by, reasons, 1)}
        rows={data.groups}
        busy={busy}
        onSave={() => onSave(by)}
      />
      {data.groups.length > most && (
        <p className={layout.quietParagraph}>
          The chart has the {isByDay ? `last ${counted(most, 'day')} with decisions` : `first ${most}`}; the
          table has all.
        </p>
      )}
    </>
  );
}

interface SharesProps<G> {
  title: string;
  /** The headings of the name, of the number counted and of those among them. */
  headings: readonly [name: string, total: string, agreed: string];
  groups: readonly G[];
  textOf(group: G): string;
  busy: boolean;
  onSave(): void;
}

/** Shows shares with their intervals, such as how often the second person of a second review decided like the first. */
function Shares<G extends { total: number; agreed: number }>(props: SharesProps<G>) {
  const { title, headings, groups, textOf, busy, onSave } = props;
  const columns: readonly Column<G>[] = [
    {
      heading: headings[0],
      isName: true,
      cell: (group) => <OutsideText text={textOf(group)} max={120} />,
    },
    numberColumn(headings[1], ({ total: all }) => all),
    numberColumn(headings[2], ({ agreed }) => agreed),
    { heading: 'Share', align: 'right', cell: agreementText },
  ];
  return (
    <Section title={title} actions={<CsvButton label={title} busy={busy} onSave={onSave} />}>
      <Table label={title} columns={columns} rows={groups} />
      <Text mt={8} c="dimmed">
        In brackets: the range in which the share lies with 95 % certainty, by the number counted.
      </Text>
    </Section>
  );
}

function PeopleHidden() {
  const policy = usePolicy();
  return (
    <Stack gap={4} align="flex-start">
      <Text>Figures about single people are hidden.</Text>
      {policy === undefined ? (
        <Text c="dimmed">A team shows them only where the policy of the company says so.</Text>
      ) : (
        <SetBy />
      )}
    </Stack>
  );
}

/** Shows numbers with their names; one that is not known yet keeps its place. */
function Figures({ figures }: { figures: readonly (readonly [label: string, value: string | undefined])[] }) {
  return (
    <Group component="dl" gap={12} align="stretch">
      {figures.map(([label, value]) => (
        <Paper key={label} withBorder px={14} py={8} miw="9rem">
          <Text component="dt" fz={12} c="dimmed">
            {label}
          </Text>
          <Text component="dd" fz={18} fw={600} m={0}>
            {value ?? '…'}
          </Text>
        </Paper>
      ))}
    </Group>
  );
}

function sumOf<N extends string>(
  ages: readonly Record<N, number>[] | undefined,
  name: N,
): string | undefined {
  return ages?.reduce((sum, age) => sum + age[name], 0).toLocaleString('en');
}
