import { useState } from 'react';

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

/** `fit` and `width` follow the room there is, whole or in its width; a number is a factor of the medium's own size. */
export type Zoom = number | 'fit' | 'width';

/** How a medium lies on the table. */
export interface Pose {
  zoom: Zoom;
  /** Degrees, clockwise. */
  turn: 0 | 90 | 180 | 270;
}

export interface Posing {
  pose: Pose;
  /** `factor` is the one shown now, from where zooming starts. */
  zoomIn(factor: number): void;
  zoomOut(factor: number): void;
  to(zoom: Zoom): void;
  rotate(): void;
}

export function usePose(first: Zoom): Posing {
  const [pose, setPose] = useState<Pose>({ zoom: first, turn: 0 });
  const to = (zoom: Zoom) => setPose({ ...pose, zoom });
  return {
    pose,
    zoomIn: (factor) => to(steps.find((step) => step > factor + 0.001) ?? factor),
    zoomOut: (factor) => to(steps.findLast((step) => step < factor - 0.001) ?? factor),
    to,
    rotate: () => setPose({ ...pose, turn: ((pose.turn + 90) % 360) as Pose['turn'] }),
  };
}
