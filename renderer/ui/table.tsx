import { rem, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import {
  type CSSProperties,
  type HTMLAttributes,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import classes from './table.module.css';
import {
  gridHead,
  gridRow,
  type RowChoice,
  type RowEvents,
  type RowSource,
  roles,
  useGrid,
} from './table-grid.ts';
import { useWidth } from './use-width.ts';
import { useVirtualRows, type VirtualRows } from './virtual-rows.ts';

export interface Column<Row> {
  /** Names it where the table sorts by it or changes its width; the heading, where omitted. */
  id?: string;
  heading: string;
  cell(row: Row, index: number): ReactNode;
  /** Pixels at the usual text size. A column that grows, or has no width, takes what is left. */
  width?: number;
  grows?: boolean;
  align?: 'right';
  /** True if it names the row for a screen reader. */
  isName?: boolean;
  /** The value of `sort.by` when the table is sorted by this column. */
  sortKey?: string;
  /** True if a grid leaves it out where its columns do not fit; the last of them goes first. */
  isOptional?: boolean;
  /** True if only screen readers read the heading. */
  isHeadingHidden?: boolean;
  /** A control in the head, instead of a heading that is seen. */
  headControl?: ReactNode;
}

/** Returns a column of numbers; one that is not known is a dash. */
export function numberColumn<Row>(heading: string, of: (row: Row) => number | undefined): Column<Row> {
  return { heading, align: 'right', cell: (row) => of(row)?.toLocaleString('en') ?? '–' };
}

interface TableSort {
  by: string;
  descending: boolean;
  /** Receives the id of the column whose head was pressed. */
  onSort(id: string): void;
}

type RowAttributes = HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, unknown>;

interface TableProps<Row> {
  /** Names the table for screen readers; a caption shows the name. */
  label?: string;
  caption?: string;
  columns: readonly Column<NoInfer<Row>>[];
  rows: readonly Row[] | RowSource<Row>;
  /** Makes the table a grid that fills its space: rows of one height, one tab stop, a current row. */
  choice?: RowChoice<NoInfer<Row>>;
  sort?: TableSort;
  /** Receives the width of a column, in pixels, while its edge is dragged. */
  onWidth?: (id: string, width: number) => void;
  attributes?: (row: NoInfer<Row>, index: number) => RowAttributes;
  /** Renders more about a row, below its cells and across all columns. */
  below?: (row: NoInfer<Row>, index: number) => ReactNode;
  /** The height of a row in pixels before it was measured. */
  estimate?: number;
  /** Takes the focus when the page is opened. */
  takesPageFocus?: boolean;
  /** True while other rows are read. */
  busy?: boolean;
  ref?: RefObject<HTMLTableElement | null>;
}

/**
 * Shows a table of any number of rows; of a long one only those in view are in the page. With a choice it is a grid (WAI-ARIA grid pattern): the
 * focus is on the current row, so that what a key acts on is what a screen reader reads.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, caption, choice, sort, onWidth, attributes, below } = props;
  const source = sourceOf(props.rows);
  const isGrid = choice !== undefined;
  const virtual = useVirtualRows(
    isGrid
      ? { count: source.count, height: gridRow, isFixed: true, head: gridHead }
      : { count: source.count, height: props.estimate ?? 34 },
  );
  const available = useWidth(virtual.scroller);
  const columns = useMemo(
    () => (isGrid ? fittingColumns(props.columns, available) : props.columns),
    [props.columns, isGrid, available],
  );
  const grid = useGrid(source, choice, virtual);
  useView(source, virtual);
  const isSpread = isGrid || virtual.isLong;
  const row = (index: number) => {
    const heading = source.headingAt?.(index);
    if (heading !== undefined) {
      return (
        <tr key={index} {...(isGrid && roles.row)} aria-rowindex={index + 2} className={classes.group}>
          <td {...(isGrid && roles.name)} colSpan={columns.length}>
            {heading}
          </td>
        </tr>
      );
    }
    const value = source.at(index);
    return (
      <TableRow
        key={index}
        row={value}
        index={index}
        columns={columns}
        isGrid={isGrid}
        isCurrent={grid?.stop === index}
        isSelected={choice && (choice.isSelected?.(value) ?? choice.current === index)}
        events={grid?.events}
        attributes={attributes}
      />
    );
  };
  const body = isGrid ? (
    <tbody {...roles.group}>{virtual.indexes.map(row)}</tbody>
  ) : (
    virtual.indexes.map((index) => {
      const value = source.at(index);
      const more = value !== undefined && below?.(value, index);
      return (
        <tbody key={index} data-index={index} {...(virtual.isLong && { ref: virtual.measure })}>
          {row(index)}
          {more && (
            <tr>
              <td colSpan={columns.length}>{more}</td>
            </tr>
          )}
        </tbody>
      );
    })
  );
  const table = (
    <table
      {...(props.ref && { ref: props.ref })}
      className={isGrid ? classes.grid : classes.table}
      aria-label={caption === undefined ? label : undefined}
      aria-rowcount={isSpread ? source.count + 1 : undefined}
      aria-busy={props.busy}
      style={isGrid ? gridStyle(columns) : undefined}
      {...(choice?.isMultiple && { 'aria-multiselectable': true })}
      {...(props.takesPageFocus && { 'data-page-focus': true })}
      {...grid?.handlers}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      <TableHead columns={columns} isGrid={isGrid} sort={sort} onWidth={onWidth} />
      <Gap height={virtual.before} />
      {body}
      <Gap height={virtual.after} />
    </table>
  );
  if (!isSpread) {
    return <Holder label={caption ?? label}>{table}</Holder>;
  }
  return isGrid ? (
    <div ref={virtual.scroller} className={classes.scroller}>
      {table}
    </div>
  ) : (
    <section
      ref={virtual.scroller}
      className={classes.box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
      tabIndex={0}
      aria-label={`${caption ?? label}: ${source.count} rows`}
    >
      {table}
    </section>
  );
}

/** Holds a table as wide as its place. A wider one scrolls, so the keyboard must be able to reach it. */
function Holder({ label, children }: { label: string | undefined; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useWidth(ref);
  useLayoutEffect(() => {
    setWide(ref.current !== null && ref.current.scrollWidth > ref.current.clientWidth);
  });
  return (
    <div
      ref={ref}
      className={classes.holder}
      {...(isWide && { role: 'group', tabIndex: 0, 'aria-label': `${label}, scrolls sideways` })}
    >
      {children}
    </div>
  );
}

/** Holds the place of rows that are not in the page. */
function Gap({ height }: { height: number }) {
  return height <= 0 ? null : (
    <tbody aria-hidden>
      <tr style={{ height }} />
    </tbody>
  );
}

interface TableRowProps<Row> {
  row: Row | undefined;
  index: number;
  columns: readonly Column<Row>[];
  isGrid: boolean;
  isCurrent: boolean;
  isSelected: boolean | undefined;
  events: RowEvents | undefined;
  attributes: TableProps<Row>['attributes'];
}

/** Shows one row. It is rendered again only when its own data change, so `columns` and `attributes` of a grid stay the same functions. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, isGrid, isCurrent, isSelected, events, attributes } = props;
  const cells =
    row === undefined ? (
      <td {...(isGrid && roles.cell)} colSpan={columns.length}>
        <Skeleton height={8} width="60%" />
      </td>
    ) : (
      columns.map(({ heading, id = heading, cell, align, isName }) =>
        isName && !isGrid ? (
          <th key={id} scope="row">
            {cell(row, index)}
          </th>
        ) : (
          <td
            key={id}
            {...(isGrid && (isName ? roles.name : roles.cell))}
            data-column={id}
            data-align={align}
          >
            {cell(row, index)}
          </td>
        ),
      )
    );
  const own = row === undefined ? {} : attributes?.(row, index);
  if (!events) {
    return <tr {...own}>{cells}</tr>;
  }
  return (
    <tr
      {...own}
      {...roles.row}
      tabIndex={isCurrent ? 0 : -1}
      data-row={index}
      data-current={isCurrent || undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onFocus={() => events.onFocus(index)}
      onClick={(event) => events.onPress(index, event)}
      onDoubleClick={() => events.onOpen(index)}
      onContextMenu={(event) => events.onMenu(index, event)}
    >
      {cells}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function sourceOf<Row>(rows: readonly Row[] | RowSource<Row>): RowSource<Row> {
  return 'count' in rows ? rows : { count: rows.length, at: (index) => rows[index] };
}

/** Reports the rows in view, and scrolls to where the source wants them. */
function useView<Row>(source: RowSource<Row>, { scroller, indexes, scrollToOffset }: VirtualRows): void {
  const { onView, position } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another position is scrolled to
  useLayoutEffect(() => {
    if (position) {
      scrollToOffset(Math.max(0, position.index * gridRow - position.offset));
    }
  }, [position]);
  const from = indexes[0] ?? 0;
  const count = indexes.length;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!(element && onView) || count === 0) {
      return;
    }
    const report = () => onView(from, count, element.scrollTop);
    report();
    element.addEventListener('scroll', report, { passive: true });
    return () => element.removeEventListener('scroll', report);
  }, [from, count, onView, scroller]);
}

const defaultWidth = 96;
const widthOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns.reduce((sum, { width = defaultWidth }) => sum + width, 0);

/** Returns the columns that fit a width in pixels; all of them while it is unknown. */
function fittingColumns<Row>(columns: readonly Column<Row>[], available: number): readonly Column<Row>[] {
  let fitting = columns;
  while (available > 0 && widthOf(fitting) > available) {
    const last = fitting.findLast(({ isOptional }) => isOptional);
    if (last === undefined) {
      break;
    }
    fitting = fitting.filter((column) => column !== last);
  }
  return fitting;
}

/** Returns the columns of a grid, as each of its rows is laid out. */
function gridStyle<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const tracks = columns.map(({ width, grows }) => {
    const least = rem(width ?? defaultWidth);
    return grows || width === undefined ? `minmax(${least}, 1fr)` : least;
  });
  const isFilled = columns.some(({ width, grows }) => grows || width === undefined);
  return {
    '--columns': [...tracks, ...(isFilled ? [] : ['1fr'])].join(' '),
    '--least-width': rem(widthOf(columns)),
  } as CSSProperties;
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  isGrid: boolean;
  sort: TableSort | undefined;
  onWidth: ((id: string, width: number) => void) | undefined;
}

/** Shows the heads of the columns: where they sort, a click does; where widths can change, dragging the edge does. */
function TableHead<Row>({ columns, isGrid, sort, onWidth }: TableHeadProps<Row>) {
  return (
    <thead {...(isGrid && roles.group)}>
      <tr {...(isGrid && { ...roles.row, 'aria-rowindex': 1 })}>
        {columns.map(({ heading, id = heading, align, sortKey, width = 0, isHeadingHidden, headControl }) => {
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
              ) : headControl ? (
                headControl
              ) : isHeadingHidden ? (
                <VisuallyHidden>{heading}</VisuallyHidden>
              ) : (
                heading
              )}
              {onWidth && sortKey !== undefined && (
                <ColumnEdge width={width} onWidth={(next) => onWidth(id, next)} />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Shows the right edge of a head, which resizes the column. */
export function ColumnEdge({ width, onWidth }: { width: number; onWidth(width: number): void }) {
  const [start, setBegun] = useState<{ x: number; width: number }>();
  const move = (event: PointerEvent) => start && onWidth(start.width + event.clientX - start.x);
  return (
    <span
      className={classes.edge}
      aria-hidden
      data-active={start !== undefined || undefined}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        // A growing column starts at its displayed width.
        const currentWidth = event.currentTarget.parentElement?.getBoundingClientRect().width ?? width;
        setBegun({ x: event.clientX, width: currentWidth });
      }}
      onPointerMove={move}
      onPointerUp={() => setBegun(undefined)}
      onPointerCancel={() => setBegun(undefined)}
    />
  );
}
