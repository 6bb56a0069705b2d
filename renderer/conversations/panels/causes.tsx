import { IconLock } from '@tabler/icons-react';
import { causeWord } from '../../../preload/contract/service/causes.ts';
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
