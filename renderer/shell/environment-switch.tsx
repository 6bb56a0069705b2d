import { Box, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus, IconSettings } from '@tabler/icons-react';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { useStores } from '../stores.tsx';
import { EnvironmentTag } from '../ui/environment-tag.tsx';
import layout from '../ui/layout.module.css';
import { useGo } from '../ui/services.tsx';
import { withShortcut } from '../ui/shortcut-hint.tsx';
import { usePick } from '../ui/use-pick.ts';
import classes from './environment-switch.module.css';

interface EnvironmentSwitchProps {
  opened: boolean;
  onChange(opened: boolean): void;
}

/** Shows the selected environment and switches to another. */
export function EnvironmentSwitch({ opened, onChange }: EnvironmentSwitchProps) {
  const store = useStores().environments;
  const { environments, selected, select } = usePick(store, 'environments', 'selected', 'select');
  const go = useGo();
  if (!selected) {
    return <Box w={144} h={32} aria-hidden />;
  }
  const { name, kind, readOnly } = selected.settings;
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-start" width={340} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.button ?? ''}
          data-kind={kind}
          aria-label={`Environment: ${visibleText(name)} (${readOnly ? `${kind}, read-only` : kind}). Switch`}
        >
          <EnvironmentTag kind={kind} name={name} readOnly={readOnly} />
          <IconChevronDown size={14} aria-hidden className={layout.quietAside} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="80vh" className={layout.scrolls ?? ''}>
        {environments.map(({ id, settings }, index) => (
          <Menu.Item
            key={id}
            onClick={() => void select(id)}
            leftSection={
              id === selected.id ? (
                <IconCheck size={14} aria-label="In use" />
              ) : (
                <Box component="span" display="inline-block" w={14} />
              )
            }
            {...(index < 9 && withShortcut(`mod+alt+${index + 1}`))}
          >
            <EnvironmentTag kind={settings.kind} name={settings.name} readOnly={settings.readOnly} />
            <Text span display="block" mt={2} fz={12} c="dimmed" className={layout.anywhere}>
              {addressOf(settings.baseUrl)}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider role="separator" />
        <Menu.Item
          leftSection={<IconPlus size={14} />}
          onClick={() => go({ page: 'settings', section: 'new' })}
        >
          Add environment
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={14} />} onClick={() => go({ page: 'settings' })}>
          Manage environments
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function addressOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}
