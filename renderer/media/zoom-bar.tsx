import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
  IconZoomReset,
} from '@tabler/icons-react';
import type { Posing } from './zoom.ts';

interface ZoomBarProps {
  posing: Posing;
  fitted: number;
  children?: React.ReactNode;
}

/** Zoom and rotation, with the keys that do the same while the picture has the focus. */
export function ZoomBar({ posing, fitted, children }: ZoomBarProps) {
  const factor = posing.pose.zoom === 'fit' ? fitted : posing.pose.zoom;
  return (
    <Group gap={4} wrap="nowrap" role="toolbar" aria-label="View">
      {children}
      <Act label="Zoom out" keys="−" onClick={() => posing.zoomOut(fitted)} icon={<IconMinus size={16} />} />
      <Text size="xs" w={44} ta="center" aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {Math.round(factor * 100)} %
      </Text>
      <Act label="Zoom in" keys="+" onClick={() => posing.zoomIn(fitted)} icon={<IconPlus size={16} />} />
      <Act label="Fit" keys="0" onClick={posing.fit} icon={<IconArrowsMaximize size={16} />} />
      <Act label="Actual size" keys="1" onClick={posing.actualSize} icon={<IconZoomReset size={16} />} />
      <Act label="Rotate" keys="R" onClick={posing.rotate} icon={<IconRotateClockwise size={16} />} />
    </Group>
  );
}

interface ActProps {
  label: string;
  keys: string;
  icon: React.ReactNode;
  onClick(): void;
}

function Act({ label, keys, icon, onClick }: ActProps) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** Keys of the bar, for the element that shows the medium. */
export function zoomKeys(posing: Posing, fitted: number): (event: React.KeyboardEvent) => void {
  const keys: Record<string, () => void> = {
    '+': () => posing.zoomIn(fitted),
    '=': () => posing.zoomIn(fitted),
    '-': () => posing.zoomOut(fitted),
    '0': posing.fit,
    '1': posing.actualSize,
    r: posing.rotate,
  };
  return (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}
