import { useState } from 'react';
import { IncompleteNotice } from './incomplete-notice.tsx';
import { PictureView } from './picture-view.tsx';
import type { ViewControls } from './use-view.ts';
import type { Size } from './view.ts';
import { WaitingFile } from './waiting-file.tsx';

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
      facts={size && `${size.width} × ${size.height}`}
      notices={
        isCut ? <IncompleteNotice what="image" /> : size === undefined && <WaitingFile onStop={onStop} />
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
