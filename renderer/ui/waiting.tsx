import { Button, Flex, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { waitText } from '../../preload/wording/terms.ts';
import layout from './layout.module.css';
import classes from './waiting.module.css';

/** Widths of lines one below the other, in percent. */
const widths = [72, 54, 83, 41];

/** Shows a thin bar at the top of the nearest positioned ancestor. Shows nothing for the first 100 ms (by its animation's delay). */
export function LoadingBar({ busy, label = 'Loading' }: { busy: boolean; label?: string }) {
  return busy ? <div className={classes.bar} role="progressbar" aria-label={label} /> : null;
}

/** Holds the place of lines to come. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className={classes.skeleton} aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are alike and do not move
        <Skeleton key={index} h={12} w={`${widths[index % 4]}%`} animate={false} />
      ))}
    </div>
  );
}

/** Holds the place of a block, of a height in rem. */
export function SkeletonBlock({ height }: { height: number }) {
  return <div className={classes.block} aria-hidden style={{ height: `${height}rem` }} />;
}

interface LongWorkProps {
  label: string;
  done: number;
  /** Unknown where the service does not say. */
  total?: number;
  /** Formats a count, such as "12 of 40" or "3.1 MB". */
  format?: (count: number) => string;
  onStop?: () => void;
  /** The milliseconds after which it is cancelled. */
  maxMs?: number;
  /** The start of the work, by `performance.now()`; the time it was first shown if not given. */
  since?: number;
}

/** Longer work: a count, a rate, the time left, and a way to stop. */
export function Progress({ label, done, total, format = String, onStop, maxMs, since }: LongWorkProps) {
  const [shownAt] = useState(() => performance.now());
  const elapsedMs = performance.now() - (since ?? shownAt);
  const rate = elapsedMs > 0 ? done / (elapsedMs / 1000) : 0;
  const max = maxMs === undefined ? Number.POSITIVE_INFINITY : (maxMs - elapsedMs) / 1000;
  const left =
    total !== undefined && rate > 0 ? Math.max(0, Math.min(max, (total - done) / rate)) : undefined;
  return (
    <div className={classes.work}>
      <Flex columnGap={12} wrap="wrap" justify="space-between">
        <span>{label}</span>
        <span className={layout.quiet}>
          {total === undefined ? format(done) : `${format(done)} of ${format(total)}`}
          {elapsedMs > 1000 && ` · ${format(Math.round(rate))}/s`}
          {left !== undefined &&
            elapsedMs > 1000 &&
            ` · ${left < 1 ? 'almost done' : `${waitText(left)} left`}`}
        </span>
      </Flex>
      <progress
        className={classes.progress}
        aria-hidden
        value={total === undefined ? undefined : done}
        max={total}
      />
      {onStop && <Button onClick={onStop}>Stop</Button>}
    </div>
  );
}
