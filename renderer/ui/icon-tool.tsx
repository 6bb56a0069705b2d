import { ActionIcon, type ActionIconProps, Flex, Tooltip } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { keyShortcuts, ShortcutHint } from './shortcut-hint.tsx';

interface IconToolProps
  extends ActionIconProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  label: string;
  shortcut?: string | undefined;
}

/** Shows a button of an icon alone, with its name and its shortcut in a tooltip. */
export function IconTool({ label, shortcut, ...button }: IconToolProps) {
  return (
    <Tooltip
      // Screen readers have both from the button itself.
      label={
        <Flex component="span" display="inline-flex" gap={8} align="center" aria-hidden>
          {label} {shortcut !== undefined && <ShortcutHint shortcut={shortcut} isHidden />}
        </Flex>
      }
    >
      <ActionIcon aria-label={label} {...(shortcut !== undefined && keyShortcuts(shortcut))} {...button} />
    </Tooltip>
  );
}
