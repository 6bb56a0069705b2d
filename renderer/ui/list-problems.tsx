import type { ReactNode } from 'react';
import type { ListReport } from '../../preload/contract/reading.ts';
import { badLineTexts } from '../../preload/wording/reading.ts';
import layout from './layout.module.css';
import { LongTable } from './long-table.tsx';
import { MaskScope } from './masked.tsx';
import { OutsideText } from './outside-text.tsx';
import { UserKey } from './user-key.tsx';

/** Shows the lines of a list that name no conversation, one of another environment, a user key, or a duplicate, each with its line number. */
export function ListProblems({ report }: { report: ListReport }) {
  const unit = report.unit === 'line' ? 'Line' : 'Item';
  return (
    <>
      <Lines
        title="Not read, or not all of it"
        columns={[unit, 'Text', 'Reason']}
        lines={report.bad}
        count={report.badCount}
        cells={(line) => (
          <>
            <IdCell text={line.text} />
            <td>{badLineTexts[line.reason]}</td>
          </>
        )}
      />
      <Lines
        title="In another environment, left out"
        columns={[unit, 'Conversation', 'Environment']}
        lines={report.elsewhere}
        count={report.elsewhereCount}
        cells={(line) => (
          <>
            <IdCell text={line.id} />
            <td>
              <OutsideText text={line.environmentName} />
            </td>
          </>
        )}
      />
      <MaskScope scope="list">
        <Lines
          title="Found by user key"
          columns={[unit, 'User key', 'Conversations']}
          lines={report.userKeys}
          count={report.userKeyCount}
          cells={(line) => (
            <>
              <td>
                <UserKey userKey={line.userKey} />
              </td>
              <td className={layout.number}>{line.conversations.toLocaleString('en')}</td>
            </>
          )}
        />
      </MaskScope>
      <Lines
        title="Duplicates"
        columns={[unit, 'Conversation', 'First in']}
        lines={report.duplicates}
        count={report.duplicateCount}
        cells={(line) => (
          <>
            <IdCell text={line.id} />
            <td>
              {unit.toLowerCase()} {line.firstNumber.toLocaleString('en')}
            </td>
          </>
        )}
      />
    </>
  );
}

interface LinesProps<Line> {
  title: string;
  columns: readonly string[];
  lines: readonly Line[];
  /** The number of all lines, where `lines` are only the first. */
  count: number;
  /** Renders the cells after the number. */
  cells(line: Line): ReactNode;
}

function Lines<Line extends { number: number }>({ title, columns, lines, count, cells }: LinesProps<Line>) {
  if (lines.length === 0) {
    return null;
  }
  const row = (index: number) => {
    const line = lines[index];
    return (
      line && (
        <tr>
          <td className={layout.number}>{line.number.toLocaleString('en')}</td>
          {cells(line)}
        </tr>
      )
    );
  };
  return (
    <LongTable
      caption={caption(title, lines.length, count)}
      columns={columns}
      count={lines.length}
      row={row}
    />
  );
}

function IdCell({ text }: { text: string }) {
  return (
    <td className={layout.identifier}>
      <OutsideText text={text} />
    </td>
  );
}

function caption(text: string, shown: number, count: number): string {
  return shown < count
    ? `${text}: the first ${shown.toLocaleString('en')} of ${count.toLocaleString('en')}`
    : text;
}
