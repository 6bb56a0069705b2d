import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import classes from './media.module.css';
import { usePose } from './zoom.ts';
import { ZoomBar, zoomKeys } from './zoom-bar.tsx';

interface ImageViewProps {
  address: string;
  /** What it shows, such as "Passport, front". */
  title: string;
  onBroken(): void;
}

/** An image on a table: zoom, rotation, and scrolling where it is larger than the room. */
export function ImageView({ address, title, onBroken }: ImageViewProps) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const { ref, width, height } = useElementSize();
  const posing = usePose();
  const { zoom, turn } = posing.pose;
  const lying = turn % 180 !== 0;
  const fitted = size
    ? Math.min(
        1,
        width / (lying ? size.height : size.width) || 1,
        height / (lying ? size.width : size.height) || 1,
      )
    : 1;
  const factor = zoom === 'fit' ? fitted : zoom;
  const shown = size && { width: size.width * factor, height: size.height * factor };
  return (
    <div className={classes.viewer}>
      <div className={classes.bar}>
        <ZoomBar posing={posing} fitted={fitted} />
        {size && (
          <span className={classes.facts}>
            {size.width} × {size.height}
          </span>
        )}
      </div>
      <section
        ref={ref}
        className={classes.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        onKeyDown={zoomKeys(posing, fitted)}
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
            style={{ ...shown, transform: `translate(-50%, -50%) rotate(${turn}deg)` }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth || 1, height: naturalHeight || 1 })
            }
            onError={onBroken}
          />
        </div>
      </section>
    </div>
  );
}
