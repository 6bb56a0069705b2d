import type { ListReport } from '../../preload/contract/reading.ts';
import { badLineTexts } from '../../preload/wording/reading.ts';
import layout from './layout.module.css';
import { LongTable } from './long-table.tsx';
import { MaskScope } from './masked.tsx';
import { OutsideText } from './outside-text.tsx';
import { UserKey } from './user-key.tsx';

/** The lines of a list that name no conversation, one of another environment, a user key, or a duplicate, each with its line number. */
export function ListProblems({ report }: { report: ListReport }) {
  const {
    bad,
    badCount,
    duplicates,
    duplicateCount,
    elsewhere,
    elsewhereCount,
    userKeys,
    userKeyCount,
    unit,
  } = report;
  const heading = unit === 'line' ? 'Line' : 'Item';
  return (
    <>
      {bad.length > 0 && (
        <LongTable
          caption={caption('Not read, or not all of it', bad.length, badCount)}
          columns={[heading, 'Text', 'Reason']}
          count={bad.length}
          row={(index) => {
            const line = bad[index];
            return (
              line && (
                <tr>
                  <td className={layout.number}>{line.number.toLocaleString('en')}</td>
                  <td className={layout.identifier}>
                    <OutsideText text={line.text} />
                  </td>
                  <td>{badLineTexts[line.reason]}</td>
                </tr>
              )
            );
          }}
        />
      )}
      {elsewhere.length > 0 && (
        <LongTable
          caption={caption('In another environment, left out', elsewhere.length, elsewhereCount)}
          columns={[heading, 'Conversation', 'Environment']}
          count={elsewhere.length}
          row={(index) => {
            const line = elsewhere[index];
            return (
              line && (
                <tr>
                  <td className={layout.number}>{line.number.toLocaleString('en')}</td>
                  <td className={layout.identifier}>
                    <OutsideText text={line.id} />
                  </td>
                  <td>
                    <OutsideText text={line.environmentName} />
                  </td>
                </tr>
              )
            );
          }}
        />
      )}
      {userKeys.length > 0 && (
        <MaskScope scope="list">
          <LongTable
            caption={caption('Found by user key', userKeys.length, userKeyCount)}
            columns={[heading, 'User key', 'Conversations']}
            count={userKeys.length}
            row={(index) => {
              const line = userKeys[index];
              return (
                line && (
                  <tr>
                    <td className={layout.number}>{line.number.toLocaleString('en')}</td>
                    <td>
                      <UserKey userKey={line.userKey} />
                    </td>
                    <td className={layout.number}>{line.conversations.toLocaleString('en')}</td>
                  </tr>
                )
              );
            }}
          />
        </MaskScope>
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
                  <td className={layout.number}>{line.number.toLocaleString('en')}</td>
                  <td className={layout.identifier}>
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
