import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { JsonText } from './outside-text.tsx';
import classes from './virtual-lines.module.css';

/** Pixels; the style sheet says the same. */
const lineHeight = 18;
const maxLine = 4000;

export interface VirtualLine {
  text: string;
  /** Why it is marked, where it is. */
  mark?: string | undefined;
}

interface VirtualLinesProps {
  /** Names the region. */
  label: string;
  total: number;
  /** The line at an index from 0; undefined while it is being fetched. */
  line(index: number): VirtualLine | undefined;
  /** Says which lines are wanted now, each time that changes. */
  onWanted?(from: number, count: number): void;
}

/** Any number of lines of text; only those in view are in the page. */
export function VirtualLines({ label, total, line, onWanted }: VirtualLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  });
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const count = items.length;
  const wanted = useRef(onWanted);
  useEffect(() => {
    wanted.current = onWanted;
  });
  useEffect(() => {
    if (count > 0) {
      wanted.current?.(from, count);
    }
  }, [from, count]);
  const digits = String(total).length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
    <section className={classes.scroller} ref={scroller} tabIndex={0} aria-label={label}>
      <div className={classes.all} style={{ height: virtualizer.getTotalSize() }}>
        <div className={classes.sight} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map(({ index }) => {
            const { text, mark } = line(index) ?? { text: '' };
            return (
              <div key={index} className={classes.row} data-marked={mark !== undefined} title={mark}>
                <span className={classes.number} aria-hidden style={{ width: `${digits + 1}ch` }}>
                  {index + 1}
                </span>
                <bdi className={classes.text} dir="ltr">
                  {text === '' ? ' ' : <JsonText text={short(text)} />}
                </bdi>
                {mark !== undefined && <VisuallyHidden>{mark}</VisuallyHidden>}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function short(text: string): string {
  if (text.length <= maxLine) {
    return text;
  }
  return `${text.slice(0, maxLine)} … ${(text.length - maxLine).toLocaleString('en')} more characters`;
}
