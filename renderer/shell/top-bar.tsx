import { Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconAdjustments, IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react';
import { memo, type RefObject } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../stores.tsx';
import { DataSwitch } from '../ui/data-switch.tsx';
import { IconTool } from '../ui/icon-tool.tsx';
import { ConditionChip } from './condition-chip.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { sandboxShortcut } from './sandbox-controls.tsx';
import { SearchField } from './search-field.tsx';
import classes from './top-bar.module.css';
import { useConditions } from './use-conditions.ts';

interface TopBarProps {
  fieldRef: RefObject<HTMLInputElement | null>;
  switchOpened: boolean;
  onSwitch(opened: boolean): void;
  onShortcuts(): void;
}

export const TopBar = memo(function TopBar({ fieldRef, switchOpened, onSwitch, onShortcuts }: TopBarProps) {
  const { environments, sandbox } = useStores();
  const selected = useStore(environments, (state) => state.selected);
  return (
    <section className={classes.bar} aria-label="Environment and search">
      <EnvironmentSwitch opened={switchOpened} onChange={onSwitch} />
      <SearchField inputRef={fieldRef} />
      <Group gap={4} wrap="nowrap" ml="auto">
        <Conditions />
        <DataSwitch />
        {selected?.builtIn && (
          <IconTool
            size={32}
            label="Sandbox controls"
            shortcut={sandboxShortcut}
            onClick={() => sandbox.setState({ opened: true })}
          >
            <IconAdjustments size={17} stroke={1.7} />
          </IconTool>
        )}
        <IconTool size={32} label="Keyboard shortcuts" shortcut="mod+/" onClick={onShortcuts}>
          <IconKeyboard size={18} stroke={1.7} />
        </IconTool>
        <ThemeTool />
      </Group>
    </section>
  );
});

/** A component of its own, since conditions change often. */
function Conditions() {
  return <ConditionChip conditions={useConditions()} />;
}

function ThemeTool() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return (
    <IconTool
      size={32}
      label={isDark ? 'Light theme' : 'Dark theme'}
      shortcut={isDark ? 'mod+alt+l' : 'mod+alt+d'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={17} stroke={1.7} /> : <IconMoon size={17} stroke={1.7} />}
    </IconTool>
  );
}
