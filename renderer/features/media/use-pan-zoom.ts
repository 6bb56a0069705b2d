import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Point } from './view.ts';

export interface PanZoomHandlers {
  /** Called with the pixels of a drag. */
  panBy(by: Point): void;
  /** Called with a factor of the zoom, and its offset from the middle of the area. */
  zoomBy(by: number, at: Point): void;
  /** Called on a double click. */
  toggle?(at: Point): void;
  /** True if the wheel zooms only with Ctrl, and otherwise scrolls. */
  isScrolled?: boolean;
  /** Returns whether a press may drag; otherwise it is left to the page, such as for selecting text. */
  isDragged?(event: MouseEvent): boolean;
  /** Called with the pointer's offset from the middle; undefined when it left. */
  point?: ((at: Point | undefined) => void) | undefined;
}

/** The zoom by the wheel for each pixel it would scroll. */
const zoomPerPixel = 0.002;

/** Drags a picture, zooms it with the wheel at the pointer, and follows the pointer. */
export function usePanZoom(area: RefObject<HTMLElement | null>, handlers: PanZoomHandlers): void {
  const latest = useEffectEvent(() => handlers);
  useEffect(() => {
    const element = area.current;
    if (!element) {
      return;
    }
    const ending = new AbortController();
    const { signal } = ending;
    const offsetOf = (event: MouseEvent): Point => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
    };
    const wheel = (event: WheelEvent) => {
      if (latest().isScrolled && !event.ctrlKey) {
        return;
      }
      event.preventDefault();
      // A wheel that counts lines, as some mice do, moves about 16 pixels a line.
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      if (event.shiftKey) {
        latest().panBy({ x: -(event.deltaX || event.deltaY) * pixels, y: 0 });
        return;
      }
      // A pinch on a touchpad arrives as a wheel with Ctrl, in smaller steps.
      const strength = event.ctrlKey && Math.abs(event.deltaY) < 50 ? 5 : 1;
      latest().zoomBy(Math.exp(-event.deltaY * pixels * zoomPerPixel * strength), offsetOf(event));
    };
    const isDragged = (event: MouseEvent) => {
      const { left, top } = element.getBoundingClientRect();
      const isScrollBar =
        event.clientX - left > element.clientWidth || event.clientY - top > element.clientHeight;
      return !isScrollBar && latest().isDragged?.(event) !== false;
    };
    const down = (event: PointerEvent) => {
      if (event.button === 0 && event.pointerType !== 'touch' && isDragged(event)) {
        element.setPointerCapture(event.pointerId);
      }
    };
    const mouseDown = (event: MouseEvent) => {
      // Otherwise dragging would also select text.
      if (latest().isDragged && event.button === 0 && isDragged(event)) {
        event.preventDefault();
        element.focus({ preventScroll: true });
      }
    };
    const move = (event: PointerEvent) => {
      latest().point?.(offsetOf(event));
      if (element.hasPointerCapture(event.pointerId)) {
        latest().panBy({ x: event.movementX, y: event.movementY });
      }
    };
    element.addEventListener('wheel', wheel, { passive: false, signal });
    element.addEventListener('pointerdown', down, { signal });
    element.addEventListener('mousedown', mouseDown, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerleave', () => latest().point?.(undefined), { signal });
    element.addEventListener('dblclick', (event) => latest().toggle?.(offsetOf(event)), { signal });
    return () => ending.abort();
  }, [area]);
}
