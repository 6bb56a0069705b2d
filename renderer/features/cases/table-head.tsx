// biome-ignore-all lint/a11y/useFocusableInteractive: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { CaseSort } from '../../../preload/contract/cases.ts';
import { ColumnEdge } from '../../ui/table.tsx';
import { columns as all, type ColumnId, type ShownColumn, withWidth } from './columns.ts';
import classes from './table-head.module.css';

interface TableHeadProps {
  columns: readonly ShownColumn[];
  onColumns(columns: ShownColumn[]): void;
  sort: CaseSort;
  onSort(id: ColumnId): void;
}

/** Shows the column heads: a click sorts, dragging the edge resizes. The "Columns" menu sets widths by keyboard. */
export function TableHead({ columns, onColumns, sort, onSort }: TableHeadProps) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        <span role="columnheader">
          <VisuallyHidden>Selected</VisuallyHidden>
        </span>
        {columns.map(({ id, width }) => {
          const { label, sort: by } = all[id];
          const sorted = sort.by === by;
          const Arrow = sort.descending ? IconChevronDown : IconChevronUp;
          return (
            <span
              key={id}
              role="columnheader"
              className={classes.cell}
              aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" className={classes.sort} onClick={() => onSort(id)}>
                <span className={classes.label}>{label}</span>
                {sorted && <Arrow size={13} aria-hidden />}
              </button>
              <ColumnEdge width={width} onWidth={(next) => onColumns(withWidth(columns, id, next))} />
            </span>
          );
        })}
      </div>
    </div>
  );
}
