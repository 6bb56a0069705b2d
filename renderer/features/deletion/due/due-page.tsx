import { Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { DeletionReason } from '../../../../preload/contract/deletion.ts';
import { type DueGroup, type DueRow, dueGroups } from '../../../../preload/contract/due.ts';
import { rolesAtService } from '../../../../preload/contract/team-roles.ts';
import { dueGroupLabels, dueText } from '../../../../preload/wording/due.ts';
import { conversationStatusTerm } from '../../../../preload/wording/statuses.ts';
import { counted } from '../../../../preload/wording/terms.ts';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../../environments/use-environment.ts';
import { ConversationButton } from '../../../ui/conversation-button.tsx';
import { EnvironmentTag } from '../../../ui/environment-tag.tsx';
import layout from '../../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { useRoleRefusal } from '../../../ui/policy.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { CalendarDate, Time } from '../../../ui/time.tsx';
import { UserKey } from '../../../ui/user-key.tsx';
import { LoadingBar } from '../../../ui/waiting.tsx';
import type { From } from '../deletion-state.ts';
import { HoldButton, StartButton } from './due-actions.tsx';
import { DueRuleSection } from './due-rule-section.tsx';
import { StartsButton } from './starts-button.tsx';

interface DuePageProps {
  /** Previews the deletion of the data of these conversations. */
  onDelete(from: From, reason: DeletionReason | undefined): void;
}

const shownAtOnce = 500;
const explanations: Readonly<Record<DueGroup, string>> = {
  due: 'Nothing is due.',
  soon: 'Nothing becomes due within 30 days.',
  unknown: 'Every conversation of this rule has a start.',
  held: 'Nothing is kept on purpose.',
  missing: 'The service knows every conversation of this rule that was read.',
};

/** Shows the conversations whose data must be deleted at the service, those that will be, and those that are kept on purpose. */
export function DuePage({ onDelete }: DuePageProps) {
  const { settings } = useEnvironment();
  const [group, setGroup] = useState<DueGroup>('due');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const summary = useEnvironmentQuery('due.summary', {});
  const page = useEnvironmentQuery(
    'due.rows',
    { group, from: 0, count: shownAtOnce },
    { keepPrevious: true },
  );
  const mayChange = useRoleRefusal(rolesAtService) === undefined;
  const lift = useEnvironmentAction('due.hold', {}, { changes: ['due.rows', 'due.summary'] });
  const failure = summary.failure ?? page.failure ?? lift.failure;
  const counts = summary.data?.counts;
  const today = summary.data?.today ?? '';
  const rows = page.data?.rows ?? [];
  const total = page.data?.total ?? 0;
  const ids = rows.map(({ conversationId }) => conversationId).filter((id) => chosen.has(id));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    next[isChosen ? 'add' : 'delete'](id);
    setChosen(next);
  };
  const columns: Column<DueRow>[] = [
    {
      heading: 'Select',
      isHeadingHidden: true,
      width: 32,
      cell: ({ conversationId }) => (
        <Checkbox
          aria-label={`Select ${conversationId}`}
          checked={chosen.has(conversationId)}
          onChange={(event) => choose(conversationId, event.currentTarget.checked)}
        />
      ),
    },
    { heading: 'Conversation', isName: true, cell: (row) => <ConversationButton {...row} /> },
    { heading: 'User key', cell: ({ userKey }) => userKey && <UserKey userKey={userKey} /> },
    {
      heading: 'Status',
      cell: ({ status }) => status && <OutsideText text={conversationStatusTerm(status).label} />,
    },
    ...(group === 'held' ? holdColumns : periodColumns(today)),
    ...(group === 'missing' ? missingColumns : []),
  ];
  const tabs = dueGroups.map((one) => ({
    value: one,
    label: `${dueGroupLabels[one]}${counts === undefined ? '' : ` ${counts[one].toLocaleString('en')}`}`,
  }));
  return (
    <>
      <LoadingBar busy={summary.busy || page.busy} />
      <DueRuleSection key={`${summary.data === undefined}`} summary={summary.data} />
      <Section
        title="Conversations"
        aside={<EnvironmentTag kind={settings.kind} name={settings.name} readOnly={settings.readOnly} />}
        actions={mayChange && <StartsButton />}
      >
        <Stack>
          <Group justify="space-between">
            <SegmentedControl
              aria-label="Group"
              data={tabs}
              value={group}
              onChange={(value) => {
                setGroup(value as DueGroup);
                setChosen(new Set());
              }}
            />
            {counts !== undefined && counts.overdue > 0 && (
              <strong>{counts.overdue.toLocaleString('en')} overdue by more than 30 days</strong>
            )}
          </Group>
          {failure && <FailureNotice failure={failure} />}
          {page.data !== undefined && total === 0 && (
            <EmptyState title={explanations[group]}>
              {group === 'due' && summary.data?.rule === undefined
                ? 'This environment has no rule.'
                : undefined}
            </EmptyState>
          )}
          {total > 0 && (mayChange || group !== 'held') && (
            <Group role="group" aria-label="Actions">
              {group === 'held' ? (
                <Button
                  disabled={ids.length === 0}
                  loading={lift.busy}
                  onClick={async () => {
                    if (await lift.run({ selection: { ids }, hold: null }, 'No longer kept on purpose')) {
                      setChosen(new Set());
                    }
                  }}
                >
                  End the hold
                </Button>
              ) : (
                <>
                  <Button
                    variant="filled"
                    color="red"
                    disabled={settings.readOnly || (group !== 'due' && ids.length === 0)}
                    onClick={() =>
                      onDelete(
                        ids.length > 0 ? { ids } : { due: true },
                        group === 'due' ? 'retention-ended' : undefined,
                      )
                    }
                  >
                    Delete data of{' '}
                    {counted(ids.length > 0 ? ids.length : group === 'due' ? total : 0, 'conversation')}…
                  </Button>
                  {mayChange && <HoldButton ids={ids} onDone={() => setChosen(new Set())} />}
                  {mayChange && summary.data?.rule?.startsAt !== 'status' && (
                    <StartButton ids={ids} today={today} onDone={() => setChosen(new Set())} />
                  )}
                </>
              )}
              <span className={layout.quietParagraph}>
                {ids.length > 0
                  ? `${ids.length.toLocaleString('en')} selected`
                  : group === 'due'
                    ? 'All that are due. Each is read before anything is deleted.'
                    : 'Select conversations to act on them.'}
              </span>
            </Group>
          )}
          {total > 0 && <Table label={dueGroupLabels[group]} columns={columns} rows={rows} />}
          {total > shownAtOnce && (
            <p className={layout.quietParagraph}>
              The first {shownAtOnce} of {total.toLocaleString('en')} are shown.
            </p>
          )}
        </Stack>
      </Section>
    </>
  );
}

const startColumn: Column<DueRow> = {
  heading: 'Period began',
  cell: ({ startedOn }) => (startedOn === undefined ? 'Start unknown' : <CalendarDate date={startedOn} />),
};

const missingColumns: readonly Column<DueRow>[] = [
  { heading: 'Not found', cell: ({ missingAt }) => missingAt !== undefined && <Time at={missingAt} /> },
];

const periodColumns = (today: string): Column<DueRow>[] => [
  startColumn,
  { heading: 'Ends', cell: ({ endsOn }) => endsOn && <CalendarDate date={endsOn} /> },
  { heading: 'State', cell: (row) => dueText(row, today) },
];

const holdColumns: readonly Column<DueRow>[] = [
  { heading: 'Reason', cell: ({ hold }) => hold && <OutsideText text={hold.reason} hasLines /> },
  { heading: 'Since', cell: ({ hold }) => hold && <CalendarDate date={hold.since} /> },
  {
    heading: 'Until',
    cell: ({ hold }) => (hold?.until === undefined ? 'Ended by hand' : <CalendarDate date={hold.until} />),
  },
];
