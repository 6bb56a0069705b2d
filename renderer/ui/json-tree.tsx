import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './json-tree.module.css';
import { Masked } from './masked.tsx';

/** So many members of one value are shown at once; the rest on request, so many at a time. */
const page = 100;
const deepest = 40;
const longestText = 2000;

interface JsonTreeProps {
  /** Any value a JSON reply can hold. */
  value: unknown;
  /** The path of the value, unique in the mask's scope. */
  path: string;
  /** Shown in the clear: only for what cannot be personal data. */
  clear?: boolean;
  /** Levels open at first. */
  open?: number;
}

/** Members nobody foresaw: nested, collapsible, masked, and never more of them at once than a window can bear. */
export function JsonTree({ value, path, clear = false, open = 1 }: JsonTreeProps) {
  return (
    <div className={classes.tree}>
      <Node value={value} path={path} clear={clear} open={open} depth={0} />
    </div>
  );
}

interface NodeProps {
  name?: string;
  value: unknown;
  path: string;
  clear: boolean;
  open: number;
  depth: number;
}

function Node(props: NodeProps) {
  const { value, name } = props;
  if (typeof value === 'object' && value !== null) return <Branch {...props} value={value} />;
  return (
    <div className={classes.leaf}>
      {name !== undefined && <span className={classes.name}>{name}</span>}
      <Leaf {...props} />
    </div>
  );
}

function Leaf({ value, path, clear, name }: NodeProps) {
  if (value === null || value === undefined) return <span className={classes.quiet}>null</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown =
    text.length > longestText
      ? `${text.slice(0, longestText)} … ${(text.length - longestText).toLocaleString('en')} more characters`
      : text;
  if (clear) return <span className={classes.text}>{shown === '' ? '(empty)' : shown}</span>;
  return (
    <Masked value={text} field={path} label={name ?? path}>
      {shown === '' ? '(empty)' : shown}
    </Masked>
  );
}

function Branch({ name, value, path, clear, open, depth }: NodeProps & { value: object }) {
  const [isOpen, setOpen] = useState(open > depth);
  const [shown, setShown] = useState(page);
  const isList = Array.isArray(value);
  const keys = isOpen ? Object.keys(value) : undefined;
  const count = keys?.length ?? Object.keys(value).length;
  const size = isList ? plural(count, 'item') : plural(count, 'member');
  return (
    <div className={classes.branch}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={13} className={classes.chevron} aria-hidden />
        {name !== undefined && <span className={classes.name}>{name}</span>}
        <span className={classes.quiet}>{size}</span>
      </button>
      {keys && depth >= deepest && (
        <p className={classes.quiet}>Nested too deep to show here; see the raw reply.</p>
      )}
      {keys && depth < deepest && (
        <div className={classes.children}>
          {keys.slice(0, shown).map((key) => (
            <Node
              key={key}
              name={isList ? `[${key}]` : key}
              value={(value as Record<string, unknown>)[key]}
              path={`${path}.${key}`}
              clear={clear}
              open={open}
              depth={depth + 1}
            />
          ))}
          {count > shown && (
            <button type="button" className={classes.more} onClick={() => setShown(shown + page)}>
              Show {Math.min(page, count - shown)} more of {(count - shown).toLocaleString('en')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function plural(count: number, unit: string): string {
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
}
