import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconAdjustments,
  IconAdjustmentsOff,
  IconBrightnessDown,
  IconBrightnessUp,
  IconContrast,
  IconContrast2,
  IconContrast2Off,
  IconFlipVertical,
  IconPerspective,
  IconTriangle,
  IconZoomScan,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Corners } from '../../../preload/shared/perspective.ts';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { ToolAction, Tools } from './tool.tsx';
import type { ViewControls } from './use-view.ts';
import { firstView, type View } from './view.ts';

const min = 0.2;
const max = 3;

function step(value: number, by: number): number {
  return Math.round(Math.min(max, Math.max(min, value + by)) * 10) / 10;
}

/** Returns the actions of the picture tools by their keys. */
export function pictureKeys({ view, change }: ViewControls): Record<string, () => void> {
  return {
    m: () => change({ isMirrored: !view.isMirrored }),
    i: () => change({ isInverted: !view.isInverted }),
    h: () => change({ isSharpened: !view.isSharpened }),
    l: () => change({ hasLoupe: !view.hasLoupe }),
    s: () => change(view.isPlacing ? straighten(view) : placing(view)),
    ']': () => change({ brightness: step(view.brightness, 0.1) }),
    '[': () => change({ brightness: step(view.brightness, -0.1) }),
    '}': () => change({ contrast: step(view.contrast, 0.1) }),
    '{': () => change({ contrast: step(view.contrast, -0.1) }),
    u: () => change({ ...firstView, hasLoupe: view.hasLoupe }),
  };
}

/** The corners before they are placed. */
const firstCorners: Corners = [
  { x: 0.1, y: 0.1 },
  { x: 0.9, y: 0.1 },
  { x: 0.9, y: 0.9 },
  { x: 0.1, y: 0.9 },
];

const straighten = ({ corners }: View): Partial<View> => ({
  isPlacing: false,
  isStraight: true,
  corners,
  ...fit,
});

const fit = { zoom: 'fit', centre: firstView.centre } as const;

function placing({ corners = firstCorners }: View): Partial<View> {
  return { isPlacing: true, isStraight: false, corners, ...fit };
}

/** Returns whether anything but zoom and position differs from the initial view. */
function isAdjusted(view: View): boolean {
  const { brightness, contrast, isInverted, isSharpened, isMirrored, rotation, isStraight } = view;
  return (
    isStraight ||
    brightness !== 1 ||
    contrast !== 1 ||
    isInverted ||
    isSharpened ||
    isMirrored ||
    rotation !== 0
  );
}

interface Adjustment {
  id: string;
  label: string;
  shortcut: string;
  icon: ReactNode;
  isPressed?: boolean;
  isDisabled?: boolean;
  repeats?: boolean;
}

function adjustmentsOf(view: View): Adjustment[] {
  const { brightness, contrast } = view;
  return [
    {
      id: 'brighter',
      label: 'Brighter',
      shortcut: ']',
      icon: <IconBrightnessUp size={16} />,
      isDisabled: brightness >= max,
      repeats: true,
    },
    {
      id: 'darker',
      label: 'Darker',
      shortcut: '[',
      icon: <IconBrightnessDown size={16} />,
      isDisabled: brightness <= min,
      repeats: true,
    },
    {
      id: 'more-contrast',
      label: 'More contrast',
      shortcut: '}',
      icon: <IconContrast2 size={16} />,
      isDisabled: contrast >= max,
      repeats: true,
    },
    {
      id: 'less-contrast',
      label: 'Less contrast',
      shortcut: '{',
      icon: <IconContrast2Off size={16} />,
      isDisabled: contrast <= min,
      repeats: true,
    },
    {
      id: 'invert',
      label: 'Invert colours',
      shortcut: 'i',
      icon: <IconContrast size={16} />,
      isPressed: view.isInverted,
    },
    {
      id: 'sharpen',
      label: 'Sharpen',
      shortcut: 'h',
      icon: <IconTriangle size={16} />,
      isPressed: view.isSharpened,
    },
    {
      id: 'reset',
      label: 'Reset',
      shortcut: 'u',
      icon: <IconAdjustmentsOff size={16} />,
      isDisabled: !isAdjusted(view),
    },
  ];
}

/** Mirroring, the loupe, and a menu for brightness and contrast. */
export function PictureTools({ controls }: { controls: ViewControls }) {
  const { view, isActive } = controls;
  const keys = pictureKeys(controls);
  const run = (shortcut: string) => () => keys[shortcut]?.();
  const adjustments = adjustmentsOf(view);
  return (
    <>
      <Tools
        isActive={isActive}
        keys={keys}
        tools={[
          {
            id: 'mirror',
            label: 'Mirror',
            shortcut: 'm',
            Icon: IconFlipVertical,
            isPressed: view.isMirrored,
          },
          { id: 'loupe', label: 'Loupe', shortcut: 'l', Icon: IconZoomScan, isPressed: view.hasLoupe },
          {
            id: 'straighten',
            label: view.isStraight ? 'Show the original with its corners' : 'Straighten by its corners',
            shortcut: 's',
            Icon: IconPerspective,
            isPressed: view.isStraight,
          },
        ]}
      />
      {isActive &&
        adjustments.map(({ id, label, shortcut, isDisabled = false, repeats = false }) => (
          <ToolAction
            key={id}
            id={id}
            label={label}
            shortcut={shortcut}
            disabled={isDisabled}
            repeats={repeats}
            onClick={run(shortcut)}
          />
        ))}
      <Menu closeOnItemClick={false} position="bottom-start" width="14rem">
        <Menu.Target>
          <ActionIcon
            size={26}
            aria-label="Adjust the picture"
            title="Brightness, contrast, colours and sharpness"
            data-on={isAdjusted(view)}
          >
            <IconAdjustments size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {adjustments.map(({ id, label, shortcut, icon, isPressed, isDisabled = false }) => (
            <Menu.Item
              key={id}
              leftSection={icon}
              {...withShortcut(shortcut)}
              disabled={isDisabled}
              onClick={run(shortcut)}
              {...(isPressed !== undefined && { role: 'menuitemcheckbox', 'aria-checked': isPressed })}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {(view.brightness !== 1 || view.contrast !== 1) && (
        <Text span fz={12} c="dimmed">
          {Math.round(view.brightness * 100)} % light, {Math.round(view.contrast * 100)} % contrast
        </Text>
      )}
    </>
  );
}
