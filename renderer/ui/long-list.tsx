import { Box } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import table from './table.module.css';
import { useVirtualRows } from './virtual-rows.ts';

/** Attributes for the element of a row, by which its height is measured. */
export interface RowAttributes {
  'data-index'?: number;
  /** The path of the value that the row shows. */
  'data-field'?: string;
  ref?: (element: Element | null) => void;
}

interface LongListProps<Item> {
  /** Names the box a long list scrolls in. */
  label: string;
  /** The element around the rows. */
  as?: 'div' | 'dl' | 'ol' | 'ul';
  className?: string | undefined;
  items: readonly Item[];
  row(item: Item, attributes: RowAttributes, index: number): ReactNode;
  /** Returns what stays the same when rows are added before a row; its index by default. */
  keyOf?(item: Item, index: number): string | number;
  /** Pixels a row takes before it was measured. */
  estimate?: number;
}

/** Rows of any number. Many of them scroll in a box of their own, and only those in view are in the page. */
export function LongList<Item>({
  label,
  as: Rows = 'div',
  className,
  items,
  row,
  keyOf = (_, index) => index,
  estimate = 28,
}: LongListProps<Item>) {
  const count = items.length;
  const { isLong, scroller, indexes, before, after, measure } = useVirtualRows({ count, height: estimate });
  const list = (
    <Rows
      className={className}
      {...(Rows === 'ul' || Rows === 'ol' ? { 'aria-label': label } : {})}
      {...(isLong ? { style: { paddingTop: before, paddingBottom: Math.max(0, after) } } : {})}
    >
      {indexes.map((index) => {
        const item = items[index];
        return (
          item !== undefined && (
            <Fragment key={keyOf(item, index)}>
              {row(item, isLong ? { 'data-index': index, ref: measure } : {}, index)}
            </Fragment>
          )
        );
      })}
    </Rows>
  );
  if (!isLong) {
    return list;
  }
  return (
    <Box
      component="section"
      ref={scroller}
      className={table.box}
      py={2}
      tabIndex={0}
      aria-label={`${label}: ${count} rows`}
    >
      {list}
    </Box>
  );
}
