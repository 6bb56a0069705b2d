import { VisuallyHidden } from '@mantine/core';
import { spokenShape } from '../../preload/wording/mask-shape.ts';
import { OutsideText } from './outside-text.tsx';

/** Shows the shape of a masked value, in words for screen readers. */
export function MaskShape({ shape }: { shape: string }) {
  return (
    <>
      <span aria-hidden>
        <OutsideText text={shape} max={120} />
      </span>
      <VisuallyHidden component="span">{spokenShape(shape)}</VisuallyHidden>
    </>
  );
}
