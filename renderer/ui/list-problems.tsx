import type { ListReport } from '../../preload/contract/reading.ts';
import { badLineTexts } from '../../preload/wording/reading.ts';
import classes from './list-problems.module.css';
import { LongTable } from './long-table.tsx';
import { OutsideText } from './outside-text.tsx';

/** The lines of a list that name no conversation, and duplicates, each with its line number. */
export function ListProblems({ report }: { report: ListReport }) {
  const { bad, badCount, duplicates, duplicateCount, unit } = report;
  const heading = unit === 'line' ? 'Line' : 'Item';
  return (
    <>
      {bad.length > 0 && (
        <LongTable
          caption={caption('No conversation found', bad.length, badCount)}
          columns={[heading, 'Text', 'Reason']}
          count={bad.length}
          row={(index) => {
            const line = bad[index];
            return (
              line && (
                <tr>
                  <td className={classes.number}>{line.number.toLocaleString('en')}</td>
                  <td className={classes.text}>
                    <OutsideText text={line.text} />
                  </td>
                  <td>{badLineTexts[line.reason]}</td>
                </tr>
              )
            );
          }}
        />
      )}
      {duplicates.length > 0 && (
        <LongTable
          caption={caption('Duplicates', duplicates.length, duplicateCount)}
          columns={[heading, 'Conversation', 'First in']}
          count={duplicates.length}
          row={(index) => {
            const line = duplicates[index];
            return (
              line && (
                <tr>
                  <td className={classes.number}>{line.number.toLocaleString('en')}</td>
                  <td className={classes.text}>
                    <OutsideText text={line.id} />
                  </td>
                  <td>
                    {heading.toLowerCase()} {line.firstNumber.toLocaleString('en')}
                  </td>
                </tr>
              )
            );
          }}
        />
      )}
    </>
  );
}

function caption(text: string, shown: number, count: number): string {
  return shown < count
    ? `${text}: the first ${shown.toLocaleString('en')} of ${count.toLocaleString('en')}`
    : text;
}
