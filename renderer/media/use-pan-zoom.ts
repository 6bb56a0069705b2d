import { type RefObject, useEffect, useRef } from 'react';

interface PanZoomHandlers {
  zoomIn(): void;
  zoomOut(): void;
}

/** Drags a picture that is larger than its view, and zooms it with Ctrl and the wheel. */
export function usePanZoom(table: RefObject<HTMLElement | null>, hand: PanZoomHandlers): void {
  const latest = useRef(hand);
  useEffect(() => {
    latest.current = hand;
  });
  useEffect(() => {
    const element = table.current;
    if (!element) {
      return;
    }
    const ends = new AbortController();
    const { signal } = ends;
    element.addEventListener(
      'wheel',
      (event) => {
        // A pinch on a touchpad arrives as a wheel with Ctrl.
        if (!event.ctrlKey) {
          return;
        }
        event.preventDefault();
        if (event.deltaY < 0) {
          latest.current.zoomIn();
        }
        if (event.deltaY > 0) {
          latest.current.zoomOut();
        }
      },
      { passive: false, signal },
    );
    const down = (event: PointerEvent) => {
      const onScrollbar = event.offsetX > element.clientWidth || event.offsetY > element.clientHeight;
      if (event.button !== 0 || event.pointerType === 'touch' || (event.target === element && onScrollbar)) {
        return;
      }
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (!element.hasPointerCapture(event.pointerId)) {
        return;
      }
      element.scrollLeft -= event.movementX;
      element.scrollTop -= event.movementY;
    };
    element.addEventListener('pointerdown', down, { signal });
    element.addEventListener('pointermove', move, { signal });
    return () => ends.abort();
  }, [table]);
}
