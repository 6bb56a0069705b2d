import { Button, Flex } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { EnvironmentTag } from '../../ui/environment-tag.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { ExportButton, ImportButton, ImportSummary } from './export-import.tsx';
import itemList from './item-list.module.css';
import { PartFailure } from './part-failure.tsx';
import shared from './settings.module.css';
import type { SettingsState } from './settings-store.ts';

interface EnvironmentListProps {
  store: StoreApi<SettingsState>;
  onOpen(environmentId: string): void;
  onAdd(): void;
}

export function EnvironmentList({ store, onOpen, onAdd }: EnvironmentListProps) {
  const { environments } = useStore(store);
  const { environments: all, selected, problem, select } = useStore(environments);
  const own = all.filter(({ builtIn }) => !builtIn);
  return (
    <Section
      title="Environments"
      actions={
        <>
          <ImportButton store={store} />
          <ExportButton store={store} environmentIds={own.map(({ id }) => id)} label="Export all" />
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} />}
            onClick={onAdd}
            disabled={problem !== undefined}
          >
            Add
          </Button>
        </>
      }
    >
      <div className={shared.stack}>
        <ul className={`${layout.plainList} ${shared.wide}`}>
          {all.map((environment) => (
            <Item
              key={environment.id}
              environment={environment}
              isSelected={environment.id === selected?.id}
              onOpen={() => onOpen(environment.id)}
              onSelect={() => void select(environment.id)}
            />
          ))}
        </ul>
        <ImportSummary store={store} />
        <PartFailure store={store} part="transfer" />
        <PartFailure store={store} part="list" />
      </div>
    </Section>
  );
}

interface ItemProps {
  environment: EnvironmentView;
  isSelected: boolean;
  onOpen(): void;
  onSelect(): void;
}

function Item({ environment, isSelected, onOpen, onSelect }: ItemProps) {
  const { settings, apiKey, signingKeys, builtIn } = environment;
  const keys = [
    !apiKey ? 'no API key yet' : apiKey.heldBack ? 'API key must be entered again' : 'API key',
    signingKeys.length === 0
      ? 'no signing key'
      : signingKeys.length === 1
        ? 'one signing key'
        : `${signingKeys.length} signing keys`,
    settings.authentication.scheme === 'basic' ? 'Basic' : 'OAuth 2.0',
  ];
  return (
    <li className={itemList.item} data-environment={settings.name}>
      <span className={itemList.what}>
        <EnvironmentTag kind={settings.kind} name={settings.name} readOnly={settings.readOnly} />
        <span className={layout.quietSmall}>
          {settings.baseUrl} · {keys.join(' · ')}
        </span>
      </span>
      <span className={itemList.buttons}>
        {isSelected ? (
          <Flex component="span" display="inline-flex" gap={4} align="center" c="var(--accent)" fw={600}>
            <IconCheck size={14} aria-hidden />
            In use
          </Flex>
        ) : (
          <Button onClick={onSelect} aria-label={`Use ${visibleText(settings.name)}`}>
            Use
          </Button>
        )}
        <Button onClick={onOpen} aria-label={`${builtIn ? 'View' : 'Edit'} ${visibleText(settings.name)}`}>
          {builtIn ? 'View' : 'Edit'}
        </Button>
      </span>
    </li>
  );
}
