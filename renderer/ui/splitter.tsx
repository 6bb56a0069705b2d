import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './splitter.module.css';

interface SplitterProps {
  /** The size that its position changes, such as “Width of the data”. */
  label: string;
  /** The boundary itself: a vertical one is moved to the left and right. */
  orientation: 'vertical' | 'horizontal';
  /** The size of the part before the boundary, or after it with `after`. Pixels. */
  size: number;
  min: number;
  max: number;
  after?: boolean;
  onResize(size: number): void;
  /** Called when dragging ends. */
  onSettle(): void;
  /** Resets the size. */
  onReset?(): void;
}

/** Pixels for each press of an arrow key; with Shift a tenth of that. */
const step = 40;

/** Shows a boundary between two parts, moved by dragging and by the arrow keys (WAI-ARIA window splitter). */
export function Splitter(props: SplitterProps) {
  const { label, orientation, size, min, max, after = false, onResize, onSettle, onReset } = props;
  const drag = useRef<{ at: number; size: number }>(undefined);
  const sign = after ? -1 : 1;
  const isVertical = orientation === 'vertical';
  const positionOf = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY);
  const to = (size: number) => onResize(Math.min(Math.max(size, min), Math.max(min, max)));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? step / 10 : step;
    const sizes: Record<string, number> = {
      [isVertical ? 'ArrowLeft' : 'ArrowUp']: size - sign * by,
      [isVertical ? 'ArrowRight' : 'ArrowDown']: size + sign * by,
      Home: min,
      End: max,
    };
    const target = event.ctrlKey || event.metaKey || event.altKey ? undefined : sizes[event.key];
    if (target !== undefined) {
      event.preventDefault();
      to(target);
      onSettle();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between two parts cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(size)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(Math.max(min, max))}
      aria-valuetext={`${Math.round(size)} pixels`}
      className={classes.splitter}
      data-orientation={orientation}
      onKeyDown={onKeyDown}
      onDoubleClick={() => {
        onReset?.();
        onSettle();
      }}
      onPointerDown={(event) => {
        if (event.button === 0) {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { at: positionOf(event), size };
        }
      }}
      onPointerMove={(event) => {
        if (drag.current) {
          to(drag.current.size + sign * (positionOf(event) - drag.current.at));
        }
      }}
      onPointerUp={() => {
        if (drag.current) {
          drag.current = undefined;
          onSettle();
        }
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
    />
  );
}
