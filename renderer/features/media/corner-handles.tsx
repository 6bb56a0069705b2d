import { Button, Group } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Corners } from '../../../preload/shared/perspective.ts';
import classes from './media.module.css';
import type { Point } from './view.ts';

const names = ['Top left corner', 'Top right corner', 'Bottom right corner', 'Bottom left corner'];
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** In pixels of the screen. */
const step = 8;

interface CornerHandlesProps {
  corners: Corners;
  /** Returns the offset from the middle of the area at which a point of the picture is shown, and the reverse. */
  shownAt(point: Point): Point;
  pointAt(offset: Point): Point;
  onMove(corners: Corners): void;
  onEnd(): void;
  onCancel(): void;
}

/** Returns whether an event is about a corner, or a button beside them. */
export function isCorner(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-corners]') !== null;
}

/** Shows the four corners of a document, to be moved by pointer or keys. */
export function CornerHandles({ corners, shownAt, pointAt, onMove, onEnd, onCancel }: CornerHandlesProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const points = corners.map(shownAt);
  const moveBy = (index: number, by: Point) => {
    const offset = points[index] as Point;
    const { x, y } = pointAt({ x: offset.x + by.x, y: offset.y + by.y });
    const target = { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
    onMove(corners.with(index, target) as Corners);
  };
  const onKeyDown = (event: KeyboardEvent, index?: number) => {
    const direction = directions[event.key];
    if (direction && index !== undefined) {
      const length = event.shiftKey ? 1 : step;
      moveBy(index, { x: direction.x * length, y: direction.y * length });
    } else if (event.key === 'Escape') {
      onCancel();
    } else if (event.key === 'Enter' && index !== undefined) {
      onEnd();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>, index: number) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      moveBy(index, { x: event.movementX, y: event.movementY });
    }
  };
  return (
    <div data-corners>
      <div className={classes.corners}>
        <svg className={classes.outline} aria-hidden="true">
          <polygon points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
        {names.map((name, index) => (
          <button
            key={name}
            ref={index === 0 ? first : undefined}
            type="button"
            className={classes.corner}
            style={{ transform: `translate(${points[index]?.x}px, ${points[index]?.y}px)` }}
            aria-label={name}
            aria-description="Arrow keys move it, with Shift by one pixel. Enter straightens the picture."
            onKeyDown={(event) => onKeyDown(event, index)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => onPointerMove(event, index)}
          />
        ))}
      </div>
      <Group
        pos="absolute"
        left={0}
        right={0}
        bottom={0}
        px={12}
        py={6}
        gap={8}
        bg="var(--surface-panel)"
        onKeyDown={(event) => onKeyDown(event)}
      >
        <span>Move the corners to those of the document</span>
        <Button size="compact-sm" variant="filled" onClick={onEnd}>
          Straighten
        </Button>
        <Button size="compact-sm" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </div>
  );
}
