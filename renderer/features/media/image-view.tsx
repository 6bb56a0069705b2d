import { Box } from '@mantine/core';
import { useState } from 'react';
import { LoadingBar } from '../../ui/waiting.tsx';
import { WaitingForService } from '../../ui/waiting-for-service.tsx';
import { PictureView } from './picture-view.tsx';
import type { ViewControls } from './use-view.ts';
import type { Size } from './view.ts';
import { Bitmap, Flag } from './well-parts.tsx';

interface ImageViewProps {
  address: string;
  title: string;
  controls: ViewControls;
  /** Its data end early. */
  isCut: boolean;
  onBroken(): void;
  /** Called when the user no longer waits for it. */
  onStop(): void;
}

/** Shows an image the browser decodes; it is turned as its EXIF orientation says. */
export function ImageView({ address, title, controls, isCut, onBroken, onStop }: ImageViewProps) {
  const [size, setSize] = useState<Size>();
  return (
    <PictureView
      title={title}
      controls={controls}
      size={size}
      notices={
        isCut ? (
          <Flag>
            This file is incomplete: it ends before the image does. Only the part received is shown.
          </Flag>
        ) : (
          size === undefined && (
            <Box pos="relative" px={12} display="flow-root">
              <LoadingBar busy />
              <WaitingForService what="the file" progress={undefined} onStop={onStop} />
            </Box>
          )
        )
      }
    >
      {(attributes) => (
        <img
          {...attributes}
          src={address}
          alt={title}
          draggable={false}
          data-loaded={size !== undefined}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setSize({ width: naturalWidth || 1, height: naturalHeight || 1 });
          }}
          onError={onBroken}
        />
      )}
    </PictureView>
  );
}

interface StillViewProps {
  still: ImageBitmap;
  title: string;
  controls: ViewControls;
}

/** Shows a frame of a video, kept in memory while it is in its well. */
export function StillView({ still, title, controls }: StillViewProps) {
  const { width, height } = still;
  return (
    <PictureView title={title} controls={controls} size={{ width, height }}>
      {(attributes) => <Bitmap {...attributes} bitmap={still} role="img" aria-label={title} data-still />}
    </PictureView>
  );
}
