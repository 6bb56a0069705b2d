import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type PointerEvent, useState } from 'react';
import classes from './table.module.css';
import type { Column } from './table.tsx';
import { roles } from './table-grid.ts';

export interface TableSort {
  by: string;
  descending: boolean;
  /** Receives the id of the column whose head was pressed. */
  onSort(id: string): void;
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  isGrid: boolean;
  sort: TableSort | undefined;
  onWidth: ((id: string, width: number) => void) | undefined;
}

/** Shows the heads of the columns: where they sort, a click does; where widths can change, dragging the edge does. */
export function TableHead<Row>({ columns, isGrid, sort, onWidth }: TableHeadProps<Row>) {
  return (
    <thead {...(isGrid && roles.group)}>
      <tr {...(isGrid && { ...roles.row, 'aria-rowindex': 1 })}>
        {columns.map(({ id, heading, align, sortKey, width = 0, isHeadingHidden }) => {
          const isSorted = sortKey !== undefined && sort?.by === sortKey;
          const Arrow = sort?.descending ? IconChevronDown : IconChevronUp;
          return (
            <th
              key={id}
              scope="col"
              data-align={align}
              {...(isGrid && roles.heading)}
              {...(sort &&
                sortKey !== undefined && {
                  'aria-sort': isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none',
                })}
            >
              {sort && sortKey !== undefined ? (
                <button type="button" className={classes.sort} onClick={() => sort.onSort(id)}>
                  <span>{heading}</span>
                  {isSorted && <Arrow size={13} aria-hidden />}
                </button>
              ) : isHeadingHidden ? (
                <VisuallyHidden>{heading}</VisuallyHidden>
              ) : (
                heading
              )}
              {onWidth && sortKey !== undefined && (
                <Edge width={width} onWidth={(next) => onWidth(id, next)} />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Shows the right edge of a head, which resizes the column. */
function Edge({ width, onWidth }: { width: number; onWidth(width: number): void }) {
  const [begun, setBegun] = useState<{ x: number; width: number }>();
  const move = (event: PointerEvent) => begun && onWidth(begun.width + event.clientX - begun.x);
  return (
    <span
      className={classes.edge}
      aria-hidden
      data-active={begun !== undefined || undefined}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        // A growing column starts at its displayed width.
        const shown = event.currentTarget.parentElement?.getBoundingClientRect().width ?? width;
        setBegun({ x: event.clientX, width: shown });
      }}
      onPointerMove={move}
      onPointerUp={() => setBegun(undefined)}
      onPointerCancel={() => setBegun(undefined)}
    />
  );
}
