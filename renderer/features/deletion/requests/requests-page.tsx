import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type StoreApi, useStore } from 'zustand';
import type { ErasureRequest } from '../../../../preload/contract/erasure.ts';
import { rolesAtService } from '../../../../preload/contract/team-roles.ts';
import { deadlineText } from '../../../../preload/wording/erasure.ts';
import { useEnvironment, useEnvironmentQuery } from '../../../environments/use-environment.ts';
import { EnvironmentTag } from '../../../ui/environment-tag.tsx';
import { Masked } from '../../../ui/masked.tsx';
import { EmptyState, FailureNotice } from '../../../ui/notices.tsx';
import { useRoleRefusal } from '../../../ui/policy.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { CalendarDate } from '../../../ui/time.tsx';
import { LoadingBar } from '../../../ui/waiting.tsx';
import type { DeletionState, From } from '../deletion-state.ts';
import { RequestForm } from './request-form.tsx';
import { RequestView } from './request-view.tsx';

interface RequestsPageProps {
  state: StoreApi<DeletionState>;
  /** Previews the deletion of the data of these conversations. */
  onDelete(from: From, ticket: string | undefined): void;
}

/** Shows the requests of people for erasure, from the letter to the receipts. */
export function RequestsPage({ state, onDelete }: RequestsPageProps) {
  const { settings } = useEnvironment();
  const list = useEnvironmentQuery('erasure.list', {});
  const refusal = useRoleRefusal(rolesAtService, 'enter or change requests');
  const requestShown = useStore(state, (one) => one.request);
  const setShown = (request?: string) => state.setState({ request });
  const requests = list.data?.requests ?? [];
  const today = list.data?.today ?? '';
  const request = requests.find(({ requestId }) => requestId === requestShown);
  const columns: Column<ErasureRequest>[] = [
    { heading: 'Asked by', isName: true, cell: ({ person }) => <Masked value={person} label="name" shape /> },
    { heading: 'Received', cell: ({ receivedOn }) => <CalendarDate date={receivedOn} /> },
    { heading: 'Found', align: 'right', cell: ({ items }) => items.length.toLocaleString('en') },
    { heading: 'Period', cell: deadlineText },
    {
      heading: 'Open',
      isHeadingHidden: true,
      cell: ({ requestId, receivedOn }) => (
        <Button
          aria-label={`Open the request of ${receivedOn}`}
          aria-pressed={requestId === requestShown}
          onClick={() => setShown(requestId)}
        >
          Open
        </Button>
      ),
    },
  ];
  return (
    <>
      <LoadingBar busy={list.busy} />
      <Section
        title="Requests for erasure"
        aside={<EnvironmentTag kind={settings.kind} name={settings.name} readOnly={settings.readOnly} />}
        actions={
          refusal !== undefined ? (
            <Text c="dimmed">{refusal}</Text>
          ) : (
            <Button
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={list.data === undefined}
              onClick={() => setShown('new')}
            >
              New request
            </Button>
          )
        }
      >
        {list.failure && <FailureNotice failure={list.failure} />}
        {list.data !== undefined && requests.length === 0 && (
          <EmptyState title="No requests">
            A request is entered when a person asks to have their data erased. The answer is due within a
            month.
          </EmptyState>
        )}
        {requests.length > 0 && <Table label="Requests for erasure" columns={columns} rows={requests} />}
      </Section>
      {requestShown === 'new' && (
        <Section title="New request">
          <RequestForm today={today} onSaved={setShown} onClose={() => setShown()} />
        </Section>
      )}
      {request && (
        <RequestView
          key={request.requestId}
          request={request}
          today={today}
          mayChange={refusal === undefined}
          onDelete={onDelete}
          onRemoved={() => setShown()}
        />
      )}
    </>
  );
}
