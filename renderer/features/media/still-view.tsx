import { useEffect, useRef } from 'react';
import { drawBitmap } from './draw-bitmap.ts';
import { PictureView } from './picture-view.tsx';
import type { ViewControls } from './use-view.ts';

interface StillViewProps {
  still: ImageBitmap;
  title: string;
  controls: ViewControls;
}

/** Shows a frame of a video, kept in memory while it is in its well. */
export function StillView({ still, title, controls }: StillViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = still;
  useEffect(() => {
    drawBitmap(canvas.current, still);
  }, [still]);
  return (
    <PictureView title={title} controls={controls} size={{ width, height }} facts={`${width} × ${height}`}>
      {({ ref, ...attributes }) => (
        <canvas
          {...attributes}
          ref={(element) => {
            canvas.current = element;
            ref(element);
          }}
          width={width}
          height={height}
          role="img"
          aria-label={title}
          data-still
        />
      )}
    </PictureView>
  );
}
