import type { Run } from './body-rows.ts';
import classes from './runs.module.css';

/** Text with its invisible characters as signs. */
export function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <>
      {runs.map(({ kind, text }, index) =>
        kind === 'text' ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row never changes
          <span key={index} className={classes.control} data-kind={kind}>
            {text}
          </span>
        ),
      )}
    </>
  );
}
