import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowsMaximize,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
  IconZoomReset,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { useAction } from '../actions/use-action.ts';
import { ShortcutTip } from '../ui/shortcut-hint.tsx';
import classes from './media.module.css';
import type { ViewTransformControls } from './use-view-transform.ts';

interface ZoomBarProps {
  posing: ViewTransformControls;
  /** The factor shown now. */
  factor: number;
  children?: ReactNode;
}

/** Zoom and rotation. The keys act anywhere in the view, and on the picture also where single keys are turned off. */
export function ZoomBar({ posing, factor, children }: ZoomBarProps) {
  return (
    <div className={classes.tools} role="toolbar" aria-label="View">
      {children}
      <Tool
        id="out"
        label="Zoom out"
        shortcut="-"
        onClick={() => posing.zoomOut(factor)}
        icon={<IconMinus size={16} />}
      />
      <span className={classes.percent} aria-live="polite">
        {Math.round(factor * 100)} %
      </span>
      <Tool
        id="in"
        label="Zoom in"
        shortcut="+"
        alias="="
        onClick={() => posing.zoomIn(factor)}
        icon={<IconPlus size={16} />}
      />
      <Tool
        id="fit"
        label="Fit"
        shortcut="0"
        pressed={posing.transform.zoom === 'fit'}
        onClick={() => posing.to('fit')}
        icon={<IconArrowsMaximize size={16} />}
      />
      <Tool
        id="width"
        label="Fit width"
        shortcut="w"
        pressed={posing.transform.zoom === 'width'}
        onClick={() => posing.to('width')}
        icon={<IconArrowAutofitWidth size={16} />}
      />
      <Tool
        id="actual"
        label="Actual size"
        shortcut="1"
        pressed={posing.transform.zoom === 1}
        onClick={() => posing.to(1)}
        icon={<IconZoomReset size={16} />}
      />
      <Tool
        id="turn"
        label="Rotate"
        shortcut="t"
        onClick={posing.rotate}
        icon={<IconRotateClockwise size={16} />}
      />
    </div>
  );
}

interface ToolProps {
  id: string;
  label: string;
  shortcut: string;
  alias?: string;
  icon: ReactNode;
  pressed?: boolean;
  disabled?: boolean;
  onClick(): void;
}

/** A button of the view's bar, with its key in its tooltip, in the palette and in the list of shortcuts. */
export function Tool({ id, label, shortcut, alias, icon, pressed, disabled = false, onClick }: ToolProps) {
  useAction({
    id: `medium.${id}`,
    group: 'File',
    label,
    shortcut,
    disabled,
    run: onClick,
    ...omitUndefined({ alias }),
  });
  return (
    <Tooltip label={<ShortcutTip label={label} shortcut={shortcut} />}>
      <ActionIcon
        aria-label={label}
        disabled={disabled}
        onClick={onClick}
        {...omitUndefined({ 'aria-pressed': pressed })}
        className={classes.tool ?? ''}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** Keys of the bar, for the element that shows the medium: with the focus there they act whatever was chosen for single keys. */
export function zoomKeys(posing: ViewTransformControls, factor: number): (event: KeyboardEvent) => void {
  const keys: Record<string, () => void> = {
    '+': () => posing.zoomIn(factor),
    '=': () => posing.zoomIn(factor),
    '-': () => posing.zoomOut(factor),
    '0': () => posing.to('fit'),
    w: () => posing.to('width'),
    '1': () => posing.to(1),
    t: posing.rotate,
  };
  return (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key.toLowerCase()];
    if (!act) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}
