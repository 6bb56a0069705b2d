import { Box, Button, NumberInput, Switch, Text, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { CallLogPreference } from '../../../preload/contract/application.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { Bar } from '../../ui/bar.tsx';
import layout from '../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { useRowMenu } from '../../ui/row-menu.tsx';
import { useGo } from '../../ui/services.tsx';
import { CallDetails } from './call-details.tsx';
import { CallTable } from './call-table.tsx';
import { type CallsView, filterCalls, useCalls, useCopyCurl } from './use-calls.ts';

interface CallsPageProps {
  /** The filter and the selected call. */
  view: StoreApi<CallsView>;
  keeps: CallLogPreference;
  onKeep(preference: CallLogPreference): void;
  /** Only calls about this conversation are shown. */
  conversationId: string | undefined;
}

/** Shows the calls to the service of the environment, and their outcomes. */
export function CallsPage({ view, keeps, onKeep, conversationId }: CallsPageProps) {
  const go = useGo();
  const { filter, day, selectedId } = useStore(view);
  const select = (id: number | undefined) => view.setState({ selectedId: id });
  const { data, failure: readFailure, refresh } = useCalls();
  const storage = useEnvironmentQuery('cases.status', {});
  const calls = data?.calls ?? [];
  const clearing = useEnvironmentAction('calls.clear', {}, { changes: ['calls.list'] });
  const failure = readFailure ?? clearing.failure;
  const loading = data === undefined && failure === undefined;
  const copy = useCopyCurl();
  const deferredFilter = useDeferredValue(filter);
  const matches = filterCalls(calls, deferredFilter, conversationId, { day });
  const selected = matches.find(({ id }) => id === selectedId);
  const { onContextMenu, menu } = useRowMenu();
  return (
    <Page
      title="Calls"
      subtitle={
        keeps.days === 0 || storage.data?.storage === 'memory'
          ? 'Requests of this session. They are cleared when the console closes.'
          : `Requests of the last ${counted(keeps.days, 'day')}, encrypted on this computer.`
      }
      actions={
        <>
          <Switch
            label="With bodies"
            checked={keeps.bodies}
            onChange={({ currentTarget: { checked } }) => onKeep({ ...keeps, bodies: checked })}
          />
          <NumberInput
            aria-label="Days to keep calls"
            w={150}
            min={0}
            max={90}
            clampBehavior="strict"
            prefix="Keep "
            suffix=" days"
            value={keeps.days}
            onChange={(days) => onKeep({ ...keeps, days: typeof days === 'number' ? days : 0 })}
          />
          <Button disabled={calls.length === 0} onClick={() => void clearing.run()}>
            Clear
          </Button>
        </>
      }
      busy={loading}
      fills
    >
      <Bar>
        <TextInput
          flex="0 1 22rem"
          miw={192}
          aria-label="Filter calls"
          placeholder="Filter: id, path, status, failed, yesterday"
          leftSection={<IconFilter size={14} aria-hidden />}
          value={filter}
          onChange={({ currentTarget }) => view.setState({ filter: currentTarget.value })}
        />
        <TextInput
          type="date"
          aria-label="Day"
          value={day}
          onChange={({ currentTarget }) => view.setState({ day: currentTarget.value })}
        />
        {conversationId !== undefined && (
          <Button
            rightSection={<IconX size={12} aria-hidden />}
            aria-label="Show the calls of all cases"
            onClick={() => go({ page: 'calls' })}
          >
            Case&nbsp;
            <OutsideText text={conversationId} max={24} />
          </Button>
        )}
        <Text span ml="auto" c="dimmed" role="status">
          {counted(matches.length, 'call')}
        </Text>
      </Bar>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {matches.length === 0 && !loading && !failure ? (
        <Box px={20}>
          <EmptyState title={calls.length === 0 ? 'No calls yet' : 'No call matches'}>
            <p>
              {calls.length === 0
                ? 'Each request to the service is listed here as it is made.'
                : 'Change or remove the filter to see others.'}
            </p>
          </EmptyState>
        </Box>
      ) : (
        <div className={layout.listAndDetails}>
          <CallTable
            calls={matches}
            selectedId={selectedId}
            onSelect={select}
            onMenu={(call, event) => {
              select(call.id);
              const about = call.conversationId;
              onContextMenu([
                { label: 'Copy as cURL', run: () => void copy(call, 'bash') },
                ...(about === undefined
                  ? []
                  : [
                      {
                        label: 'Open case',
                        run: () => go({ page: 'conversations', conversationId: about }),
                      },
                      {
                        label: 'Calls of this case',
                        run: () => go({ page: 'calls', conversationId: about }),
                      },
                    ]),
              ])(event);
            }}
          />
          {selected && (
            <CallDetails
              key={selected.id}
              call={selected}
              onClose={() => select(undefined)}
              onCopy={copy}
              isAmongItsCase={conversationId !== undefined}
            />
          )}
        </div>
      )}
      {menu}
    </Page>
  );
}
