import { type RefObject, useEffect, useRef } from 'react';
import classes from './media.module.css';
import type { Point, Size, View } from './view.ts';

/** In pixels. */
const diameter = 220;
/** Magnification relative to the picture. */
const enlarges = 3;
const leastFactor = 1;

interface LoupeProps {
  picture: RefObject<HTMLImageElement | HTMLCanvasElement | null>;
  size: Size;
  view: View;
  filter: string | undefined;
  /** Its position, as an offset from the middle of the area. */
  at: Point;
  /** The part of the picture there. */
  point: Point;
  /** The zoom factor of the picture. */
  factor: number;
}

/** Shows a magnified circle of the picture, at the pointer or in the middle. */
export function Loupe({ picture, size, view, filter, at, point, factor }: LoupeProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const loupeFactor = Math.min(16, Math.max(leastFactor, factor * enlarges));
  const { rotation, isMirrored } = view;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const source = picture.current;
    if (!context || !source) {
      return;
    }
    const ratio = window.devicePixelRatio || 1;
    context.canvas.width = diameter * ratio;
    context.canvas.height = diameter * ratio;
    context.setTransform(ratio, 0, 0, ratio, (diameter * ratio) / 2, (diameter * ratio) / 2);
    context.scale(isMirrored ? -loupeFactor : loupeFactor, loupeFactor);
    context.rotate((rotation * Math.PI) / 180);
    // Only the visible part is drawn; a rotated part lies within a square 1.5 times as large.
    const reach = (diameter * 0.75) / loupeFactor;
    const x = point.x * size.width;
    const y = point.y * size.height;
    context.drawImage(
      source,
      x - reach,
      y - reach,
      2 * reach,
      2 * reach,
      -reach,
      -reach,
      2 * reach,
      2 * reach,
    );
  }, [picture, size, rotation, isMirrored, loupeFactor, point.x, point.y]);
  return (
    <canvas
      ref={canvas}
      className={classes.loupe}
      style={{ width: diameter, height: diameter, transform: `translate(${at.x}px, ${at.y}px)`, filter }}
      aria-hidden
    />
  );
}
