import { Text } from '@mantine/core';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { useVirtualRows } from '../../../ui/virtual-rows.ts';
import type { RawTools } from './raw-tools.ts';
import classes from './raw-view.module.css';

/** Pixels; the style sheet says the same. */
const rowHeight = 26;

interface FilterListProps {
  filtered: NonNullable<RawTools['filtered']>;
  current: number;
  onGo(line: number): void;
}

/** Shows the paths that a JSONPath query selected; each leads to its line. */
export function FilterList({ filtered: { matches, total }, current, onGo }: FilterListProps) {
  const { scroller, indexes, before, after } = useVirtualRows({
    ...{ count: matches.length, height: rowHeight, isFixed: true },
  });
  if (matches.length === 0) {
    return (
      <Text px={12} py={4} fz={12} c="dimmed">
        Nothing matches.
      </Text>
    );
  }
  return (
    <section className={classes.matches} ref={scroller} aria-label="Matches">
      <ul className={layout.plainList} style={{ margin: 0, padding: `${before}px 0 ${after}px` }}>
        {indexes.map((index) => {
          const { path = '', line = 0 } = matches[index] ?? {};
          return (
            <li key={index} className={classes.matchItem}>
              <button
                type="button"
                className={classes.match}
                aria-current={line === current}
                onClick={() => onGo(line)}
              >
                <code>
                  <OutsideText text={path} max={300} />
                </code>
                <span>line {(line + 1).toLocaleString('en')}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {total > matches.length && (
        <Text px={12} py={4} fz={12} c="dimmed">
          The first {matches.length.toLocaleString('en')} are listed.
        </Text>
      )}
    </section>
  );
}
