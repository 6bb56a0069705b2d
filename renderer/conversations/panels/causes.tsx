import { IconLock } from '@tabler/icons-react';
import { type Cause, causeWord } from '../../../preload/contract/service/causes.ts';
import { CopyButton } from '../../ui/copyable.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { toneOf } from '../../ui/word-badge.tsx';
import classes from '../conversations.module.css';

/** Cause codes with what they mean and whether another try is worth it. */
export function Causes({ codes, of }: { codes: readonly string[]; of: string }) {
  if (codes.length === 0) return null;
  return (
    <div className={classes.tableHolder}>
      <table className={classes.table}>
        <caption>Causes</caption>
        <thead>
          <tr>
            <th scope="col">Cause</th>
            <th scope="col">Group</th>
            <th scope="col">Worth another try?</th>
          </tr>
        </thead>
        <tbody>
          {codes.map(causeWord).map((cause, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: codes may repeat and never change their order
            <tr key={index}>
              <th scope="row">
                <CauseWords cause={cause} of={of} />
              </th>
              <td>{cause.groupLabel}</td>
              <td>{cause.anotherTry.words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same without a table of its own, for a row of another one. */
export function CauseList({ codes, of }: { codes: readonly string[]; of: string }) {
  return (
    <ul className={classes.causes} aria-label={`Causes of ${of}`}>
      {codes.map(causeWord).map((cause, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: codes may repeat and never change their order
        <li key={index}>
          <CauseWords cause={cause} of={of} />
          <p className={classes.quiet}>
            {cause.groupLabel} · Worth another try? {cause.anotherTry.words}
          </p>
        </li>
      ))}
    </ul>
  );
}

function CauseWords({ cause, of }: { cause: Cause; of: string }) {
  return (
    <>
      <span className={classes.inline}>
        <ToneIcon tone={toneOf(cause.tone)} />
        {cause.known && <span className={classes.strong}>{cause.label}</span>}
        <code className={classes.code}>{cause.code}</code>
        <CopyButton value={cause.code} label={`cause code of ${of}`} />
      </span>
      <p className={classes.quiet}>{cause.sentence}</p>
      {cause.internalOnly && (
        <span className={classes.internal}>
          <IconLock size={13} aria-hidden /> Internal only
        </span>
      )}
    </>
  );
}
