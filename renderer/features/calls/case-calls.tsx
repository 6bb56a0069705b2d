import { Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import layout from '../../ui/layout.module.css';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useGo } from '../../ui/services.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Table } from '../../ui/table.tsx';
import { CallDetails } from './call-details.tsx';
import { milliseconds, outcomeOf, timeOfDay, toneOf } from './call-wording.ts';
import { filterCalls, useCalls, useCopyCurl } from './use-calls.ts';

interface CaseCallsProps {
  conversationId: string;
}

/** Shows the calls about one case, next to its data. */
export function CaseCalls({ conversationId }: CaseCallsProps) {
  const go = useGo();
  const { data, failure, refresh } = useCalls();
  const copy = useCopyCurl();
  const [selectedId, setSelectedId] = useState<number>();
  const matches = filterCalls(data?.calls ?? [], '', conversationId);
  const selected = matches.find(({ id }) => id === selectedId);
  return (
    <Stack gap={14} px={14} pt={12} pb={28} className={layout.scrolls}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {data && matches.length === 0 ? (
        <EmptyState title="No calls">
          <p>Each request about this case is listed here as it is made.</p>
        </EmptyState>
      ) : (
        <Table
          label="Calls about this case"
          rows={matches}
          columns={[
            { heading: 'Time', cell: ({ at }) => timeOfDay(at) },
            {
              heading: 'Request',
              cell: ({ id, method, path }) => (
                <Anchor
                  component="button"
                  type="button"
                  ta="left"
                  aria-pressed={id === selectedId}
                  onClick={() => setSelectedId(id === selectedId ? undefined : id)}
                >
                  {method} <OutsideText text={tailOf(path, conversationId)} max={200} />
                </Anchor>
              ),
            },
            {
              heading: 'Status',
              cell: (call) => <StatusBadge status={outcomeOf(call)} tone={toneOf(call)} />,
            },
            {
              heading: 'Duration',
              cell: ({ totalMs }) => (totalMs === undefined ? '–' : milliseconds(totalMs)),
            },
          ]}
        />
      )}
      {selected && (
        <CallDetails
          key={selected.id}
          call={selected}
          onClose={() => setSelectedId(undefined)}
          onCopy={copy}
          isAmongItsCase
        />
      )}
      <div>
        <Button size="compact-sm" onClick={() => go({ page: 'calls' })}>
          Calls of all cases
        </Button>
      </div>
    </Stack>
  );
}

/** Returns a path without the shared prefix, such as “…/identity/metadata”. */
function tailOf(path: string, conversationId: string): string {
  const id = encodeURIComponent(conversationId);
  const at = path.indexOf(id);
  const rest = at === -1 ? path : path.slice(at + id.length);
  return rest === '' ? 'conversation' : at === -1 ? path : `…${rest}`;
}
