import type { ListReport } from '../../preload/contract/reading.ts';
import { badLineTexts } from '../../preload/wording/reading.ts';
import { Identifier, OutsideText } from './outside-text.tsx';
import { type Column, numberColumn, Table } from './table.tsx';
import { UserKey } from './user-key.tsx';

/** Shows the lines of a list that name no conversation, one of another environment, a user key, or a duplicate, each with its line number. */
export function ListProblems({ report }: { report: ListReport }) {
  const unit = report.unit === 'line' ? 'Line' : 'Item';
  return (
    <>
      <Lines
        title="Not read, or not all of it"
        unit={unit}
        columns={[
          { heading: 'Text', cell: ({ text }) => <Identifier text={text} /> },
          { heading: 'Reason', cell: ({ reason }) => badLineTexts[reason] },
        ]}
        lines={report.bad}
        count={report.badCount}
      />
      <Lines
        title="In another environment, left out"
        unit={unit}
        columns={[
          { heading: 'Conversation', cell: ({ id }) => <Identifier text={id} /> },
          { heading: 'Environment', cell: ({ environmentName }) => <OutsideText text={environmentName} /> },
        ]}
        lines={report.elsewhere}
        count={report.elsewhereCount}
      />
      <Lines
        title="Found by user key"
        unit={unit}
        columns={[
          { heading: 'User key', cell: ({ userKey }) => <UserKey userKey={userKey} /> },
          {
            heading: 'Conversations',
            align: 'right',
            cell: ({ conversations }) => conversations.toLocaleString('en'),
          },
        ]}
        lines={report.userKeys}
        count={report.userKeyCount}
      />
      <Lines
        title="Duplicates"
        unit={unit}
        columns={[
          { heading: 'Conversation', cell: ({ id }) => <Identifier text={id} /> },
          {
            heading: 'First in',
            cell: ({ firstNumber }) => `${unit.toLowerCase()} ${firstNumber.toLocaleString('en')}`,
          },
        ]}
        lines={report.duplicates}
        count={report.duplicateCount}
      />
    </>
  );
}

interface LinesProps<Line> {
  title: string;
  /** The heading of the numbers of the lines. */
  unit: string;
  columns: readonly Column<NoInfer<Line>>[];
  lines: readonly Line[];
  /** The number of all lines, where `lines` are only the first. */
  count: number;
}

function Lines<Line extends { number: number }>({ title, unit, columns, lines, count }: LinesProps<Line>) {
  if (lines.length === 0) {
    return null;
  }
  return (
    <Table
      caption={
        lines.length < count
          ? `${title}: the first ${lines.length.toLocaleString('en')} of ${count.toLocaleString('en')}`
          : title
      }
      columns={[numberColumn<Line>(unit, ({ number }) => number), ...columns]}
      rows={lines}
    />
  );
}
