import { ActionIcon, type ActionIconProps, Divider, Flex } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ComponentPropsWithRef, useRef } from 'react';
import { useHint } from './hint.tsx';
import { keyShortcuts, ShortcutHint } from './shortcut-hint.tsx';

interface IconToolProps
  extends ActionIconProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string;
  shortcut?: string | undefined;
}

/** Shows a button of an icon alone, with its name and its shortcut in a tooltip. */
export function IconTool({ label, shortcut, ref, ...button }: IconToolProps) {
  const element = useRef<HTMLButtonElement>(null);
  const { attributes, hint } = useHint(element, () => (
    // Screen readers have both from the button itself.
    <Flex component="span" display="inline-flex" gap={8} align="center" aria-hidden>
      {label} {shortcut !== undefined && <ShortcutHint shortcut={shortcut} isHidden />}
    </Flex>
  ));
  return (
    <>
      <ActionIcon
        ref={useMergedRef(element, ref ?? null)}
        aria-label={label}
        {...(shortcut !== undefined && keyShortcuts(shortcut))}
        {...button}
        {...attributes}
      />
      {hint}
    </>
  );
}

/** Parts of a bar, set apart. */
export function ToolDivider() {
  return <Divider orientation="vertical" color="var(--line-strong)" mx={4} my={6} />;
}
