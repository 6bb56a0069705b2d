import { Box, Button, FileButton, Flex, Stack, Text } from '@mantine/core';
import { IconCheck, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import type { StoreApi } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import type { EnvironmentState } from '../../environments/environment-store.ts';
import { EnvironmentTag } from '../../ui/environment-tag.tsx';
import layout from '../../ui/layout.module.css';
import { SetBy, UnderPolicy, usePolicy } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { useGo } from '../../ui/services.tsx';
import { usePick } from '../../ui/use-pick.ts';
import itemList from './item-list.module.css';
import { PartFailure } from './part-failure.tsx';

export function EnvironmentList({ environments }: { environments: StoreApi<EnvironmentState> }) {
  const go = useGo();
  const {
    environments: all,
    selected,
    problem,
  } = usePick(environments, 'environments', 'selected', 'problem');
  const { select } = environments.getState();
  const own = all.filter(({ builtIn }) => !builtIn);
  const policy = usePolicy();
  const file = useExport(own);
  const importing = useBridgeAction('environments.import', {});
  return (
    <Section
      title="Environments"
      actions={
        <>
          <UnderPolicy rule="copy">
            <FileButton
              accept="application/json,.json"
              onChange={async (file) => file && importing.run({ text: await file.text() })}
            >
              {(props) => (
                <Button
                  {...props}
                  leftSection={<IconUpload size={14} />}
                  loading={importing.busy}
                  disabled={problem !== undefined}
                >
                  Import…
                </Button>
              )}
            </FileButton>
          </UnderPolicy>
          <Button
            leftSection={<IconDownload size={14} />}
            disabled={own.length === 0}
            onClick={() => void file.save()}
          >
            Export all
          </Button>
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} />}
            onClick={() => go({ page: 'settings', section: 'new' })}
            disabled={problem !== undefined || policy?.ownEnvironments.length === 0}
          >
            Add
          </Button>
        </>
      }
    >
      <Stack align="flex-start" gap={10}>
        <Box component="ul" w="100%" className={`${layout.plainList} ${layout.lines}`}>
          {all.map((environment) => (
            <Item
              key={environment.id}
              environment={environment}
              isSelected={environment.id === selected?.id}
              onSelect={() => void select(environment.id)}
            />
          ))}
        </Box>
        {importing.data && <ImportSummary importResult={importing.data} />}
        <PartFailure failure={importing.failure ?? file.failure} />
      </Stack>
    </Section>
  );
}

interface ItemProps {
  environment: EnvironmentView;
  isSelected: boolean;
  onSelect(): void;
}

function Item({ environment, isSelected, onSelect }: ItemProps) {
  const go = useGo();
  const { settings, apiKey, signingKeys, builtIn, setByPolicy } = environment;
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
      <Flex component="span" direction="column" gap={2} miw={0} className={layout.anywhere}>
        <EnvironmentTag kind={settings.kind} name={settings.name} readOnly={settings.readOnly} />
        <span className={layout.quietSmall}>
          {settings.baseUrl} · {keys.join(' · ')}
        </span>
        {setByPolicy && <SetBy />}
      </Flex>
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
        <Button
          onClick={() => go({ page: 'settings', section: 'environment', environmentId: environment.id })}
          aria-label={`${builtIn ? 'View' : 'Edit'} ${visibleText(settings.name)}`}
        >
          {builtIn ? 'View' : 'Edit'}
        </Button>
      </span>
    </li>
  );
}

/** Exports the settings of environments, without secrets. */
export function useExport(environments: readonly EnvironmentView[]) {
  const { run, failure } = useBridgeAction('environments.export', {}, { saves: ', without secrets' });
  const save = () => run({ environmentIds: environments.map(({ id }) => id) });
  return { save, failure };
}

/** Shows what an import added, and why the rest was refused. */
function ImportSummary({
  importResult: { added, refused },
}: {
  importResult: OperationOutput<'environments.import'>;
}) {
  return (
    <Stack align="flex-start" gap={10} role="status" data-imported={added.length}>
      <Text maw={736}>
        {added.length === 0
          ? 'Nothing was added.'
          : `Added: ${added.map(({ settings }) => visibleText(settings.name)).join(', ')}. Enter their keys next.`}
      </Text>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ name, reason }) => (
            <li key={`${name} ${reason}`}>
              <strong>{visibleText(name)}</strong> was not imported: {visibleText(reason)}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
