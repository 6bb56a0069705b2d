import { Box } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { MemberNames, undocumentedMember } from '../../preload/wording/member-names.ts';
import { counted } from '../../preload/wording/terms.ts';
import classes from './json-tree.module.css';
import layout from './layout.module.css';
import { LongList, type RowAttributes } from './long-list.tsx';
import { Masked, useShown } from './masked.tsx';
import { OutsideText } from './outside-text.tsx';

/** The depth beyond which nothing is opened; the raw response has it all. */
const maxRowDepth = 40;

/** A line of a tree: a value, or an object or list with how many it holds. */
interface JsonRow {
  /** The member's name, or `[3]` for an item; undefined for the root. */
  name: string | undefined;
  /** True if it is an item of a list. */
  isItem: boolean;
  value: unknown;
  /** Unique in the tree. */
  path: string;
  depth: number;
  /** The number of members or items of an object or a list. */
  size: number | undefined;
  isList: boolean;
  isOpen: boolean;
}

/**
 * Returns the visible lines of a tree.
 *
 * @param exceptions paths of branches that differ from their first state
 * @param open levels that are open at first
 */
function jsonRows(value: unknown, path: string, exceptions: ReadonlySet<string>, open: number): JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (name: string | undefined, of: unknown, at: string, depth: number, isItem: boolean): void => {
    if (typeof of !== 'object' || of === null) {
      rows.push({ name, isItem, value: of, path: at, depth, size: undefined, isList: false, isOpen: false });
      return;
    }
    const keys = Object.keys(of);
    const isOpen = depth < maxRowDepth && open > depth !== exceptions.has(at);
    const isList = Array.isArray(of);
    rows.push({ name, isItem, value: of, path: at, depth, size: keys.length, isList, isOpen });
    if (!isOpen) {
      return;
    }
    for (const key of keys) {
      const item = (of as Record<string, unknown>)[key];
      add(isList ? `[${key}]` : key, item, `${at}.${key}`, depth + 1, isList);
    }
  };
  add(undefined, value, path, 0, false);
  return rows;
}

const maxText = 2000;
const maxName = 120;

interface JsonTreeProps {
  /** Any value a JSON response can hold. */
  value: unknown;
  /** The path of the value, unique in the mask's scope. */
  path: string;
  /** Shown in the clear, all of it or by path: only for what cannot be personal data. */
  clear?: boolean | ((path: string) => boolean);
  /** Levels open at first. */
  open?: number;
}

/** Members the interface does not name: nested, collapsible, masked, names that may be personal data included. Only the lines in view are in the page. */
export function JsonTree({ value, path, clear = false, open = 1 }: JsonTreeProps) {
  const [exceptions, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => jsonRows(value, path, exceptions, open), [value, path, exceptions, open]);
  const [names] = useState(() => new MemberNames());
  const toggle = (at: string) => {
    const next = new Set(exceptions);
    if (!next.delete(at)) {
      next.add(at);
    }
    setToggled(next);
  };
  return (
    <LongList
      label="Members"
      className={classes.tree}
      items={rows}
      estimate={24}
      row={(row, attributes) => (
        <Row
          row={row}
          number={row.name === undefined || row.isItem ? undefined : names.numberOf(row.name)}
          clear={typeof clear === 'function' ? clear(row.path) : clear}
          onToggle={toggle}
          attributes={attributes}
        />
      )}
    />
  );
}

interface RowProps {
  row: JsonRow;
  /** Shown instead of its name while it is masked. */
  number: number | undefined;
  clear: boolean;
  onToggle(path: string): void;
  attributes: RowAttributes;
}

function Row({ row, number, clear, onToggle, attributes }: RowProps) {
  const { depth, size, isList, isOpen, path } = row;
  const isRevealed = useShown();
  const name = number === undefined || clear || isRevealed ? row.name : undocumentedMember(number);
  const label = name !== undefined && (
    <span className={classes.name}>
      <OutsideText text={name} max={maxName} />
    </span>
  );
  return (
    <div className={classes.row} style={{ '--depth': depth } as CSSProperties} {...attributes}>
      {size === undefined ? (
        <>
          {label}
          <Leaf row={row} label={name ?? 'value'} clear={clear} />
        </>
      ) : (
        <Box
          component="button"
          type="button"
          className={layout.toggle}
          mih={24}
          ml={-4}
          pl={0}
          pr={4}
          aria-expanded={isOpen}
          disabled={depth >= maxRowDepth}
          onClick={() => onToggle(path)}
        >
          <IconChevronRight size={13} className={layout.chevron} aria-hidden />
          {label}
          <span className={layout.quietSmall}>
            {counted(size, isList ? 'item' : 'member')}
            {depth >= maxRowDepth && '; nested too deep to show here, see the raw response'}
          </span>
        </Box>
      )}
    </div>
  );
}

function Leaf({ row: { value }, label, clear }: { row: JsonRow; label: string; clear: boolean }) {
  if (value === null || value === undefined) {
    return <span className={layout.quietSmall}>null</span>;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const content = text === '' ? '(empty)' : <OutsideText text={text} max={maxText} />;
  if (clear) {
    return <span className={layout.anywhere}>{content}</span>;
  }
  return (
    <Masked value={text} label={label}>
      {content}
    </Masked>
  );
}
