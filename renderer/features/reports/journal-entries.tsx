import { Box, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { JournalFilter, JournalRow } from '../../../preload/contract/journal.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { type CompanyReasons, entryKindText, historyText } from '../../../preload/wording/history.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useRows } from '../../bridge/use-rows.ts';
import { useEnvironment, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { ConversationButton } from '../../ui/conversation-button.tsx';
import layout from '../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { PeriodFields, useSpan } from '../../ui/period-fields.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { JournalView } from './journal-view.ts';

interface JournalEntriesProps {
  view: StoreApi<JournalView>;
}

/** Shows the entries of the journal, newest first: who did what, when, with which case. */
export function JournalEntries({ view }: JournalEntriesProps) {
  const chosen = useStore(view);
  const span = useSpan(chosen.period);
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  const filter: JournalFilter = {
    ...omitUndefined({ actor: text(chosen.actor), kind: text(chosen.kind), text: text(chosen.text) }),
    ...span,
  };
  const query = useEnvironmentQuery('journal.find', { filter }, { keepPrevious: true });
  const company = useEnvironmentQuery('cases.settings', {}).data;
  const { total = 0, last = 0, actors = [], kinds = [] } = query.data ?? {};
  const all = { value: '', label: 'All' };
  const columns = useMemo(() => columnsOf(company ?? { reasons: [] }), [company]);
  return (
    <Section
      title="Entries"
      aside={
        <span className={layout.quietParagraph}>{query.data && counted(total, 'entry', 'entries')}</span>
      }
      actions={<Button onClick={query.refresh}>Refresh</Button>}
    >
      <Group align="flex-end" gap={12} mb={12}>
        <TextInput
          label="Case"
          placeholder="Conversation id or user key"
          value={chosen.text}
          maxLength={200}
          spellCheck={false}
          onChange={(event) => view.setState({ text: event.currentTarget.value })}
        />
        <NativeSelect
          label="Who"
          value={chosen.actor}
          onChange={(event) => view.setState({ actor: event.currentTarget.value })}
          data={[all, ...actors.map((value) => ({ value, label: visibleText(value) }))]}
        />
        <NativeSelect
          label="What"
          value={chosen.kind}
          onChange={(event) => view.setState({ kind: event.currentTarget.value })}
          data={[all, ...kinds.map((value) => ({ value, label: entryKindText(value) }))]}
        />
        <PeriodFields choice={chosen.period} onChange={(period) => view.setState({ period })} />
      </Group>
      {query.failure && <FailureNotice failure={query.failure} />}
      {query.data !== undefined && total === 0 && <EmptyState title="No entry matches." />}
      {total > 0 && <Rows key={last} filter={filter} total={total} last={last} columns={columns} />}
    </Section>
  );
}

interface RowsProps {
  filter: JournalFilter;
  total: number;
  last: number;
  columns: readonly Column<JournalRow>[];
}

/** Shows the entries; of many those in view are read. */
function Rows({ filter, total, last, columns }: RowsProps) {
  const { id: environmentId } = useEnvironment();
  const { query, source } = useRows('journal.rows', { environmentId, filter, last }, ({ rows }) => rows);
  return (
    <>
      {query.failure && <FailureNotice failure={query.failure} />}
      <Table label="Entries of the journal" columns={columns} rows={{ ...source, count: total }} />
    </>
  );
}

const columnsOf = (company: CompanyReasons): readonly Column<JournalRow>[] => [
  { heading: 'No.', width: 64, align: 'right', cell: ({ seq }) => seq.toLocaleString('en') },
  { heading: 'When', width: 170, cell: ({ at }) => <Time at={at} relative={false} /> },
  {
    heading: 'Who',
    width: 120,
    // Otherwise a long text beside it would break a name in the middle.
    cell: ({ actor }) => (
      <Box miw={80}>
        <OutsideText text={actor} max={60} />
      </Box>
    ),
  },
  {
    heading: 'What',
    cell: (row) => {
      const { label, text } = historyText(row, company);
      return (
        <>
          <OutsideText
            text={row.isForgotten ? `${entryKindText(row.kind)} (content forgotten)` : label}
            max={300}
          />
          {text !== undefined && (
            <div className={layout.quietSmall}>
              <OutsideText text={text} max={400} hasLines />
            </div>
          )}
        </>
      );
    },
  },
  { heading: 'Case', cell: (row) => <ConversationButton {...row} /> },
];
