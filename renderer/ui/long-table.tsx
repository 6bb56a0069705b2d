import type { ReactNode } from 'react';
import classes from './table.module.css';
import { useVirtualRows } from './virtual-rows.ts';

interface LongTableProps {
  caption?: string;
  /** Names the table where it has no caption. */
  label?: string;
  columns: readonly string[];
  count: number;
  /** Renders the `<tr>` of an entry, or several. */
  row(index: number): ReactNode;
  /** Pixels a row takes before it was measured. */
  estimate?: number;
}

/** Shows a table of any number of entries. A long one scrolls by itself, and only the rows in view are in the page. */
export function LongTable({ caption, label, columns, count, row, estimate = 34 }: LongTableProps) {
  const rows = useVirtualRows({ count, height: estimate });
  const name = caption ?? label;
  const table = (
    <table
      className={classes.table}
      aria-label={caption === undefined ? label : undefined}
      aria-rowcount={rows.isLong ? count + 1 : undefined}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <Gap height={rows.before} />
      {rows.indexes.map((index) => (
        <tbody key={index} data-index={index} {...(rows.isLong ? { ref: rows.measure } : {})}>
          {row(index)}
        </tbody>
      ))}
      <Gap height={rows.after} />
    </table>
  );
  if (!rows.isLong) {
    return <div className={classes.holder}>{table}</div>;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
    <section ref={rows.scroller} className={classes.box} tabIndex={0} aria-label={`${name}: ${count} rows`}>
      {table}
    </section>
  );
}

/** Holds the place of rows that are not in the page. */
function Gap({ height }: { height: number }) {
  if (height <= 0) {
    return null;
  }
  return (
    <tbody aria-hidden>
      <tr style={{ height }} />
    </tbody>
  );
}
