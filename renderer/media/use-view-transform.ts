import { useState } from 'react';

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

/** `fit` and `width` follow the available space, whole or in width; a number is a factor of the file's own size. */
export type Zoom = number | 'fit' | 'width';

/** Zoom and rotation of a file. */
export interface ViewTransform {
  zoom: Zoom;
  /** Degrees, clockwise. */
  rotation: 0 | 90 | 180 | 270;
}

export interface ViewTransformControls {
  transform: ViewTransform;
  /** `factor` is the one shown now, from where zooming starts. */
  zoomIn(factor: number): void;
  zoomOut(factor: number): void;
  to(zoom: Zoom): void;
  rotate(): void;
}

export function useViewTransform(first: Zoom): ViewTransformControls {
  const [transform, setTransform] = useState<ViewTransform>({ zoom: first, rotation: 0 });
  const to = (zoom: Zoom) => setTransform({ ...transform, zoom });
  return {
    transform,
    zoomIn: (factor) => to(steps.find((step) => step > factor + 0.001) ?? factor),
    zoomOut: (factor) => to(steps.findLast((step) => step < factor - 0.001) ?? factor),
    to,
    rotate: () =>
      setTransform({
        ...transform,
        rotation: ((transform.rotation + 90) % 360) as ViewTransform['rotation'],
      }),
  };
}
