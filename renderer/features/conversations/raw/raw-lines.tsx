import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cutText } from '../../../../preload/contract/service/visible-text.ts';
import layout from '../../../ui/layout.module.css';
import { JsonText } from '../../../ui/outside-text.tsx';
import type { Folds } from './folds.ts';
import classes from './raw-lines.module.css';

/** Pixels; the style sheet says the same. */
const lineHeight = 18;
/** So many characters are shown of the current line, and of each other one: laying out sixty long lines takes a browser seconds. */
const maxCurrentLine = 4000;
const maxLine = 240;

export interface ShownLine {
  text: string;
  /** Why it is marked, where it is. */
  mark?: string | undefined;
  tone?: 'bad' | 'caution';
}

interface RawLinesProps {
  /** Names the region. */
  label: string;
  total: number;
  folds: Folds;
  /** The current line. */
  current: number;
  /** Lines of the present form can be folded. */
  canFold: boolean;
  /** Returns the line at an index from 0; undefined while it is being fetched. */
  line(index: number): ShownLine | undefined;
  /** Says which lines are wanted now, each time that changes. */
  onWanted(from: number, count: number): void;
  onCurrent(line: number): void;
  onFold(line: number): void;
}

/** Shows any number of lines of text; only those in view are in the page. Arrow keys move the current line, left and right fold it. */
export function RawLines(props: RawLinesProps) {
  const { label, total, folds, current, canFold, line, onWanted, onCurrent, onFold } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const count = folds.shown(total);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 10,
  });
  const items = virtualizer.getVirtualItems();
  const from = folds.lineAt(items[0]?.index ?? 0);
  const to = folds.lineAt(items.at(-1)?.index ?? 0);
  const wanted = useRef(onWanted);
  useEffect(() => {
    wanted.current = onWanted;
  });
  useEffect(() => {
    if (total > 0) {
      wanted.current(from, Math.min(to - from + 1, 2000));
    }
  }, [from, to, total]);
  const position = folds.positionOf(current);
  useEffect(() => {
    virtualizer.scrollToIndex(position, { align: 'auto' });
  }, [virtualizer, position]);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / lineHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: position + 1,
      ArrowUp: position - 1,
      PageDown: position + page,
      PageUp: position - page,
      Home: 0,
      End: count - 1,
    };
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      onCurrent(folds.lineAt(Math.min(Math.max(step, 0), count - 1)));
      return;
    }
    const isFolded = folds.endAt(current) !== undefined;
    if (canFold && ((event.key === 'ArrowLeft' && !isFolded) || (event.key === 'ArrowRight' && isFolded))) {
      event.preventDefault();
      onFold(current);
    }
  };
  const digits = String(total).length;
  return (
    <section
      className={classes.scroller}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and its lines are chosen by keys, so the keyboard must be able to reach it
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <div className={layout.allLines} style={{ height: virtualizer.getTotalSize() }}>
        <div className={layout.visibleLines} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map((item) => {
            const index = folds.lineAt(item.index);
            const { text, mark, tone } = line(index) ?? { text: '' };
            const end = folds.endAt(index);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the region choose lines too
              // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the region choose lines too
              <div
                key={index}
                className={classes.row}
                data-current={index === current}
                data-marked={tone}
                title={mark}
                onClick={() => onCurrent(index)}
              >
                <span className={classes.number} aria-hidden style={{ width: `${digits + 1}ch` }}>
                  {index + 1}
                </span>
                <span className={classes.gutter}>
                  {canFold && opens(text) && (
                    <button
                      type="button"
                      tabIndex={-1}
                      className={classes.fold}
                      aria-label={`${end === undefined ? 'Fold' : 'Unfold'} line ${index + 1}`}
                      onClick={(event) => {
                        event.stopPropagation();
                        onFold(index);
                      }}
                    >
                      {end === undefined ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
                    </button>
                  )}
                </span>
                <bdi className={classes.text} dir="ltr">
                  {text === '' ? (
                    ' '
                  ) : (
                    <JsonText text={short(text, index === current ? maxCurrentLine : maxLine)} />
                  )}
                </bdi>
                {end !== undefined && (
                  <span className={classes.folded}>… {(end - index).toLocaleString('en')} lines</span>
                )}
                {mark !== undefined && <VisuallyHidden>{mark}</VisuallyHidden>}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** Returns whether a line opens an object or array that is not empty: in the indented form only such a line ends with its bracket. */
function opens(text: string): boolean {
  return text.endsWith('{') || text.endsWith('[');
}

function short(text: string, max: number): string {
  const { text: begin, left } = cutText(text, max);
  return left === 0 ? text : `${begin} … ${left.toLocaleString('en')} more characters`;
}
