import { ActionIcon, Group, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconAdjustments, IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react';
import { memo, type ReactNode, type RefObject } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../stores.tsx';
import { DataSwitch } from '../ui/data-switch.tsx';
import { keyShortcuts, ShortcutTip } from '../ui/shortcut-hint.tsx';
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
  const dark = useMantineColorScheme();
  return (
    <section className={classes.bar} aria-label="Environment and search">
      <EnvironmentSwitch opened={switchOpened} onChange={onSwitch} />
      <SearchField inputRef={fieldRef} />
      <Group gap={4} wrap="nowrap" ml="auto">
        <Conditions />
        <DataSwitch />
        {selected?.builtIn && (
          <Tool
            name="Sandbox controls"
            shortcut={sandboxShortcut}
            onClick={() => sandbox.setState({ opened: true })}
            icon={<IconAdjustments size={17} stroke={1.7} />}
          />
        )}
        <Tool
          name="Keyboard shortcuts"
          shortcut="mod+/"
          onClick={onShortcuts}
          icon={<IconKeyboard size={18} stroke={1.7} />}
        />
        <ThemeTool scheme={dark} />
      </Group>
    </section>
  );
});

/** A component of its own, since conditions change often. */
function Conditions() {
  return <ConditionChip conditions={useConditions()} />;
}

function ThemeTool({
  scheme: { colorScheme, setColorScheme },
}: {
  scheme: ReturnType<typeof useMantineColorScheme>;
}) {
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <Tool
      name={isDark ? 'Light theme' : 'Dark theme'}
      shortcut={isDark ? 'mod+alt+l' : 'mod+alt+d'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      icon={isDark ? <IconSun size={17} stroke={1.7} /> : <IconMoon size={17} stroke={1.7} />}
    />
  );
}

interface ToolProps {
  name: string;
  shortcut: string;
  icon: ReactNode;
  onClick(): void;
}

function Tool({ name, shortcut, icon, onClick }: ToolProps) {
  return (
    <Tooltip label={<ShortcutTip label={name} shortcut={shortcut} />}>
      <ActionIcon size={32} aria-label={name} {...keyShortcuts(shortcut)} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
