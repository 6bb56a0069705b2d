import { Button, Flex } from '@mantine/core';
import { useMemo } from 'react';
import type { CallbackDetails } from '../../../preload/contract/callbacks.ts';
import { useEnvironment, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { Field } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { Time } from '../../ui/time.tsx';
import type { Message } from '../signatures/message.ts';
import { MessagePanel } from '../signatures/message-panel.tsx';
import { answerText, deliveryText, duties, eventText, stateTexts } from './callback-wording.ts';
import { Timeline } from './timeline.tsx';

interface CallbackDetailsProps {
  id: number;
  busy: boolean;
  onSelect(id: number | undefined): void;
  onDelete(id: number): void;
}

/** Shows one callback; the one before until it was read. */
export function CallbackDetailsView({ id, busy, onSelect, onDelete }: CallbackDetailsProps) {
  const environment = useEnvironment();
  const { data, failure } = useEnvironmentQuery('callbacks.get', { id }, { keepPrevious: true });
  const message = useMemo(() => data && messageOf(data), [data]);
  if (data === undefined) {
    return failure && <FailureNotice failure={failure} />;
  }
  const { row } = data;
  const [key] = environment.signingKeys;
  return (
    <Flex
      component="aside"
      className={layout.details}
      __vars={{ '--details-width': '30rem', '--details-share': '55%' }}
      direction="column"
      pt={12}
      pb={28}
      px={16}
      aria-label="Callback"
    >
      <MessagePanel
        message={message}
        searchKey={key && { kind: 'stored', environmentId: environment.id, keyId: key.id }}
        outcome={
          data.verification === undefined
            ? { ...stateTexts[row.state], text: data.unverified ?? stateTexts[row.state].explain }
            : undefined
        }
        duties={duties(data)}
        fields={
          <>
            <Field label="Received">
              <Time at={row.receivedAt} relative={false} />
            </Field>
            <Field label="Answer">{answerText(row)}</Field>
            <Field label="Delivery">{deliveryText(row)}</Field>
          </>
        }
        parts={
          row.conversationId === undefined
            ? []
            : [
                {
                  name: 'Timeline',
                  content: (
                    <Timeline conversationId={row.conversationId} selectedId={row.id} onSelect={onSelect} />
                  ),
                },
              ]
        }
        buttons={
          <Button disabled={busy} onClick={() => onDelete(row.id)}>
            Delete from this console
          </Button>
        }
        onClose={() => onSelect(undefined)}
      />
    </Flex>
  );
}

function messageOf({ row, verification, headers, body, method, path }: CallbackDetails): Message {
  const { conversationId, target, event, receivedAt } = row;
  return {
    name: `callback ${row.id}`,
    title: eventText(row),
    method,
    url: path,
    headers,
    body,
    conversationId,
    target,
    event,
    receivedAt,
    verification: verification && {
      ...verification,
      // The time of a callback that was added by hand is that of the addition.
      time: { ...verification.time, asOf: row.source === 'listener' },
    },
  };
}
