import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ToolDivider } from '../../ui/icon-tool.tsx';
import layout from '../../ui/layout.module.css';
import { CornerHandles, isCorner } from './corner-handles.tsx';
import { Loupe } from './loupe.tsx';
import classes from './media.module.css';
import { PictureTools, pictureKeys } from './picture-tools.tsx';
import { useContentSize } from './use-content-size.ts';
import { usePanZoom } from './use-pan-zoom.ts';
import type { ViewControls } from './use-view.ts';
import {
  atPortrait,
  boundedCentre,
  boundedZoom,
  centreAfterZoom,
  cssFilter,
  cssTransform,
  factorOf,
  isPortrait,
  type Point,
  pannedBy,
  pointAt,
  type Size,
  shownAt,
  straightenedStyle,
} from './view.ts';
import { WellBar } from './well-parts.tsx';
import { runKey, ZoomTools, zoomKeys } from './zoom-tools.tsx';

interface PictureViewProps {
  /** The title, such as "Passport, front". */
  title: string;
  controls: ViewControls;
  /** The size of the picture, in its own pixels; undefined until it is loaded. */
  size: Size | undefined;
  /** Notices under the bar. */
  notices?: ReactNode;
  /** The picture's element: an image or a canvas. */
  children: (attributes: {
    className: string | undefined;
    style: React.CSSProperties;
    ref: (element: HTMLImageElement | HTMLCanvasElement | null) => void;
  }) => ReactNode;
}

const panStep = 48;
const transparent = { x: 0, y: 0 };

/** Shows a picture that can be zoomed, dragged, rotated and adjusted. */
export function PictureView({ title, controls, size, notices, children }: PictureViewProps) {
  const area = useRef<HTMLElement>(null);
  const picture = useRef<HTMLImageElement | HTMLCanvasElement>(null);
  const sharpenId = useId();
  const [pointer, setPointer] = useState<Point>();
  const available = useContentSize(area);
  const { view, change } = controls;
  const pictureSize = size ?? { width: 1, height: 1 };
  const straight = straightenedStyle(view, pictureSize);
  const shownSize = straight?.size ?? pictureSize;
  const factor = factorOf(view, shownSize, available);
  const nextView = {
    ...view,
    centre: boundedCentre(atPortrait(view, shownSize), factor, shownSize, available),
  };
  const { x, y } = nextView.centre;
  const hasPortrait = size !== undefined && isPortrait(view.zoom);
  const keepCentre = useEffectEvent((centre: Point) => change({ centre }));
  // A step of the zoom goes on from there.
  useEffect(() => {
    if (hasPortrait) {
      keepCentre({ x, y });
    }
  }, [hasPortrait, x, y]);
  const toCentre = (centre: Point, at = factor, zoom = hasPortrait ? factor : view.zoom) =>
    change({ zoom, centre: boundedCentre({ ...view, centre }, at, shownSize, available) });
  const zoomAt = (to: number, at: Point) => {
    const zoomTo = boundedZoom(to);
    toCentre(centreAfterZoom(nextView, factor, zoomTo, shownSize, at), zoomTo, zoomTo);
  };
  const pan = (by: Point) => toCentre(pannedBy(nextView, factor, shownSize, by));
  usePanZoom(area, {
    panBy: pan,
    zoomBy: (by, at) => zoomAt(factor * by, at),
    toggle: (at) => (view.zoom === 'fit' ? zoomAt(1, at) : controls.to('fit')),
    point: view.hasLoupe ? setPointer : undefined,
    ...(view.isPlacing && { isDragged: (event) => !isCorner(event.target) }),
  });
  const keys: Record<string, () => void> = {
    ...zoomKeys(controls, factor),
    ...pictureKeys(controls),
    arrowleft: () => pan({ x: panStep, y: 0 }),
    arrowright: () => pan({ x: -panStep, y: 0 }),
    arrowup: () => pan({ x: 0, y: panStep }),
    arrowdown: () => pan({ x: 0, y: -panStep }),
  };
  const filter = cssFilter(view, sharpenId);
  const loupeAt = pointer ?? transparent;
  return (
    <div className={layout.fillingColumn}>
      <WellBar facts={size && <span className={classes.pixelSize}>{`${size.width} × ${size.height}`}</span>}>
        <ZoomTools controls={controls} factor={factor} />
        <ToolDivider />
        <PictureTools controls={controls} />
      </WellBar>
      {notices}
      <section
        ref={area}
        className={classes.picture}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that is moved by keys must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        aria-description="Arrow keys move the picture."
        data-loupe={view.hasLoupe}
        onKeyDown={(event) => runKey(event, keys)}
      >
        <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
          <filter id={sharpenId}>
            <feConvolveMatrix order="3" kernelMatrix="0 -0.5 0 -0.5 3 -0.5 0 -0.5 0" preserveAlpha="true" />
          </filter>
        </svg>
        {/* As large as the area, so that a filter works on what is visible and not on a picture of 100 million pixels. */}
        <div style={{ position: 'absolute', inset: 0, overflow: 'hidden', filter }}>
          {children({
            className: classes.pixels,
            style: {
              ...pictureSize,
              transform: `${cssTransform(nextView, factor, shownSize)} ${straight?.transform ?? ''}`,
              clipPath: straight?.clipPath,
            },
            ref: (element) => {
              picture.current = element;
            },
          })}
        </div>
        {view.isPlacing && view.corners && (
          <CornerHandles
            corners={view.corners}
            shownAt={(point) => shownAt(nextView, factor, shownSize, point)}
            pointAt={(offset) => pointAt(nextView, factor, shownSize, offset)}
            onMove={(corners) => change({ corners })}
            onEnd={() => {
              keys.s?.();
              area.current?.focus();
            }}
            onCancel={() => {
              change({ isPlacing: false, corners: undefined });
              area.current?.focus();
            }}
          />
        )}
        {view.hasLoupe && size && !straight && (
          <Loupe
            picture={picture}
            size={size}
            view={view}
            filter={filter}
            at={loupeAt}
            point={pointAt(nextView, factor, size, loupeAt)}
            factor={factor}
          />
        )}
      </section>
    </div>
  );
}
