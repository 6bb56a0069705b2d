import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './media.module.css';
import { useContentSize } from './use-content-size.ts';
import { usePanZoom } from './use-pan-zoom.ts';
import { useViewTransform } from './use-view-transform.ts';
import { ZoomBar, zoomKeys } from './zoom-bar.tsx';

interface ImageViewProps {
  address: string;
  /** What it shows, such as "Passport, front". */
  title: string;
  /** Its data end early. */
  isCut: boolean;
  onLoaded(): void;
  onBroken(): void;
}

/** An image with zoom, rotation, and scrolling where it is larger than the view. */
export function ImageView({ address, title, isCut, onLoaded, onBroken }: ImageViewProps) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const table = useRef<HTMLElement>(null);
  const { width, height } = useContentSize(table);
  const posing = useViewTransform('fit');
  const { zoom, rotation } = posing.transform;
  const lying = rotation % 180 !== 0;
  const across = width / ((lying ? size?.height : size?.width) ?? width) || 1;
  const down = height / ((lying ? size?.width : size?.height) ?? height) || 1;
  const factor = zoom === 'fit' ? Math.min(1, across, down) : zoom === 'width' ? across : zoom;
  const shown = size && {
    width: Math.floor(size.width * factor),
    height: Math.floor(size.height * factor),
  };
  usePanZoom(table, { zoomIn: () => posing.zoomIn(factor), zoomOut: () => posing.zoomOut(factor) });
  return (
    <div className={classes.viewer}>
      <div className={classes.bar}>
        <ZoomBar posing={posing} factor={factor} />
        {size && (
          <span className={classes.facts}>
            {size.width} × {size.height}
          </span>
        )}
      </div>
      {isCut && (
        <p className={classes.flag} role="status">
          <IconAlertTriangle size={15} aria-hidden />
          This file is incomplete: it ends before the image does. Only the part received is shown.
        </p>
      )}
      <section
        ref={table}
        className={classes.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        onKeyDown={zoomKeys(posing, factor)}
      >
        <div
          className={classes.sheet}
          style={
            shown && { width: lying ? shown.height : shown.width, height: lying ? shown.width : shown.height }
          }
        >
          <img
            src={address}
            alt={title}
            draggable={false}
            className={classes.image}
            data-loaded={size !== undefined}
            style={{ ...shown, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              setSize({ width: naturalWidth || 1, height: naturalHeight || 1 });
              onLoaded();
            }}
            onError={onBroken}
          />
        </div>
      </section>
    </div>
  );
}
