import { Text } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowsMaximize,
  IconMinus,
  IconPlus,
  IconRotate,
  IconRotateClockwise,
  IconZoomReset,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useAnnounce } from '../../ui/services.tsx';
import { Tools } from './tool.tsx';
import type { ViewControls } from './use-view.ts';

/** Milliseconds in which the factor of a PDF follows its zoom. */
const followsWithin = 100;

interface ZoomToolsProps {
  controls: ViewControls;
  /** The factor shown now. */
  factor: number;
}

/** Zoom and rotation. The keys act on the active well, and on a focused file also where single keys are turned off. */
export function ZoomTools({ controls, factor }: ZoomToolsProps) {
  const {
    view: { zoom },
    isActive,
  } = controls;
  const keys = zoomKeys(controls, factor);
  const announce = useAnnounce();
  const lastZoom = useRef(zoom);
  // Only what a user changed: the factor also changes with the room for the file.
  useEffect(() => {
    if (lastZoom.current === zoom) {
      return;
    }
    const timer = setTimeout(() => {
      lastZoom.current = zoom;
      announce(`${Math.round(factor * 100)} %`);
    }, followsWithin);
    return () => clearTimeout(timer);
  }, [announce, zoom, factor]);
  return (
    <>
      <Tools
        isActive={isActive}
        keys={keys}
        tools={[{ id: 'out', label: 'Zoom out', shortcut: '-', Icon: IconMinus, repeats: true }]}
      />
      <Text span miw={44} ta="center">
        {Math.round(factor * 100)} %
      </Text>
      <Tools
        isActive={isActive}
        keys={keys}
        tools={[
          { id: 'in', label: 'Zoom in', shortcut: '+', alias: '=', Icon: IconPlus, repeats: true },
          { id: 'fit', label: 'Fit', shortcut: 'v', Icon: IconArrowsMaximize, isPressed: zoom === 'fit' },
          {
            id: 'width',
            label: 'Fit width',
            shortcut: 'd',
            Icon: IconArrowAutofitWidth,
            isPressed: zoom === 'width',
          },
          { id: 'actual', label: 'Actual size', shortcut: 'z', Icon: IconZoomReset, isPressed: zoom === 1 },
          { id: 'turn', label: 'Rotate right', shortcut: 't', Icon: IconRotateClockwise },
          { id: 'turn-left', label: 'Rotate left', shortcut: 'shift+t', Icon: IconRotate },
        ]}
      />
    </>
  );
}

/** Returns the key of a press without other modifiers than Shift, such as `+`, `shift+t`. */
function plainKey(event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return undefined;
  }
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  return event.shiftKey && /^([a-z]|arrow\w+)$/.test(key) ? `shift+${key}` : key;
}

/** Runs the action of the key that was pressed, if it has one. */
export function runKey(event: KeyboardEvent, actions: Readonly<Record<string, () => void>>): void {
  const run = actions[plainKey(event) ?? ''];
  if (run) {
    event.preventDefault();
    event.stopPropagation();
    run();
  }
}

/** Returns the actions of {@link ZoomTools} by their keys, for the element that shows the file. */
export function zoomKeys(controls: ViewControls, factor: number): Record<string, () => void> {
  return {
    '+': () => controls.zoomIn(factor),
    '=': () => controls.zoomIn(factor),
    '-': () => controls.zoomOut(factor),
    v: () => controls.to('fit'),
    d: () => controls.to('width'),
    z: () => controls.to(1),
    t: () => controls.rotate(90),
    'shift+t': () => controls.rotate(-90),
  };
}
