import { useState } from 'react';

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];

/** How a medium lies on the table: `fit` follows the room there is; a number is a factor of its own size. */
export interface Pose {
  zoom: number | 'fit';
  /** Degrees, clockwise. */
  turn: 0 | 90 | 180 | 270;
}

export interface Posing {
  pose: Pose;
  /** `fitted` is the factor that fits now, from where zooming starts. */
  zoomIn(fitted: number): void;
  zoomOut(fitted: number): void;
  fit(): void;
  actualSize(): void;
  rotate(): void;
}

export function usePose(): Posing {
  const [pose, setPose] = useState<Pose>({ zoom: 'fit', turn: 0 });
  const factor = (fitted: number) => (pose.zoom === 'fit' ? fitted : pose.zoom);
  return {
    pose,
    zoomIn: (fitted) =>
      setPose({ ...pose, zoom: steps.find((step) => step > factor(fitted) + 0.001) ?? factor(fitted) }),
    zoomOut: (fitted) =>
      setPose({ ...pose, zoom: steps.findLast((step) => step < factor(fitted) - 0.001) ?? factor(fitted) }),
    fit: () => setPose({ ...pose, zoom: 'fit' }),
    actualSize: () => setPose({ ...pose, zoom: 1 }),
    rotate: () => setPose({ ...pose, turn: ((pose.turn + 90) % 360) as Pose['turn'] }),
  };
}
