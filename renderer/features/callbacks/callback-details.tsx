import { Box, Button, Flex, Group, Title } from '@mantine/core';
import { IconArrowsDiff, IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { CallbackDetails } from '../../../preload/contract/callbacks.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { ComparedMembers } from '../../ui/compared-members.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field, FieldList } from '../../ui/field-list.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { InterfaceLink } from '../../ui/interface-link.tsx';
import layout from '../../ui/layout.module.css';
import { MaskScope } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { CallbackBody } from './callback-body.tsx';
import { answerText, deliveryText, duties, eventText, stateTexts } from './callback-wording.ts';
import { Timeline } from './timeline.tsx';

interface CallbackDetailsProps {
  environment: EnvironmentView;
  id: number;
  busy: boolean;
  onSelect(id: number | undefined): void;
  onDelete(id: number): void;
  onOpen(conversationId: string): void;
  onSend(received: { id: number; label: string }): void;
}

/** Shows one callback; the one before until it was read. */
export function CallbackDetailsView(props: CallbackDetailsProps) {
  const { environment, id } = props;
  const { data, failure } = useBridgeQuery(
    'callbacks.get',
    { environmentId: environment.id, id },
    { keepPrevious: true },
  );
  if (data === undefined) {
    return failure && <FailureNotice failure={failure} />;
  }
  return <Details key={data.row.id} {...props} details={data} />;
}

/** Shows the content of a callback, whether it is genuine, and what its receiver must do with it. */
function Details({ details, ...props }: CallbackDetailsProps & { details: CallbackDetails }) {
  const { environment, busy, onSelect, onDelete, onOpen, onSend } = props;
  const { row, verification, headers, body } = details;
  const { conversationId } = row;
  const state = stateTexts[row.state];
  return (
    <MaskScope scope={`callback ${row.id}`}>
      <Flex
        component="aside"
        className={layout.details}
        __vars={{ '--details-width': '27rem', '--details-share': '55%' }}
        direction="column"
        gap={16}
        pt={12}
        pb={28}
        px={16}
        aria-label="Callback"
      >
        <Flex component="header" align="center" justify="space-between" gap={8}>
          <Flex
            component="h2"
            wrap="wrap"
            align="center"
            gap={8}
            m={0}
            fz={15}
            fw={600}
            className={layout.anywhere}
          >
            <OutsideText text={eventText(row)} max={80} />{' '}
            <StatusBadge status={state.label} tone={state.tone} explain={state.explain} section="6.4" />
          </Flex>
          <Button
            variant="subtle"
            size="compact-sm"
            px={6}
            aria-label="Close"
            onClick={() => onSelect(undefined)}
          >
            <IconX size={14} aria-hidden />
          </Button>
        </Flex>
        <Flex
          component="section"
          direction="column"
          gap={6}
          miw={0}
          aria-label="What your receiver must do with it"
        >
          <Title order={3}>What your receiver must do with it</Title>
          {duties(details).map((duty) => (
            <p key={duty} className={layout.anywhere}>
              {visibleText(duty, 600)}
            </p>
          ))}
          <p className={layout.quietParagraph}>
            <InterfaceLink section="6" />
          </p>
        </Flex>
        {verification && (
          <Flex component="section" direction="column" gap={6} miw={0} aria-label="Verification">
            <Title order={3}>Verification</Title>
            <p className={layout.anywhere}>{visibleText(verification.signature.sentence, 600)}</p>
            {verification.signature.key && (
              <p className={layout.quietParagraph}>Key: {visibleText(verification.signature.key.label)}</p>
            )}
            <p className={layout.anywhere}>{visibleText(verification.time.sentence, 600)}</p>
            {row.source !== 'listener' && (
              <p className={layout.quietParagraph}>
                The time says nothing about a callback that was added by hand.
              </p>
            )}
          </Flex>
        )}
        <Group>
          {conversationId !== undefined && <Button onClick={() => onOpen(conversationId)}>Open case</Button>}
          <Button onClick={() => onSend({ id: row.id, label: eventText(row) })}>Send to a receiver</Button>
          <Button disabled={busy} onClick={() => onDelete(row.id)}>
            Delete from this console
          </Button>
        </Group>
        <FieldList>
          <Field label="Received">
            <Time at={row.receivedAt} relative={false} />
          </Field>
          <Field label="Answer">{answerText(row)}</Field>
          <Field label="Delivery">{deliveryText(row)}</Field>
          {row.callbackId !== undefined && (
            <Field label="Callback id" code="id">
              <Copyable value={row.callbackId} label="callback id" />
            </Field>
          )}
          {conversationId !== undefined && (
            <Field label="Conversation id">
              <Copyable value={conversationId} label="conversation id" />
            </Field>
          )}
          {row.created !== undefined && (
            <Field label="Occurred" code="created">
              <Time at={row.created} relative={false} />
            </Field>
          )}
          <Field label="Size">{formatBytes(row.bytes)}</Field>
          {details.path !== undefined && (
            <Field label="Path">
              <OutsideText text={details.path} max={300} />
            </Field>
          )}
        </FieldList>
        {conversationId !== undefined && (
          <>
            <Timeline
              environmentId={environment.id}
              conversationId={conversationId}
              selectedId={row.id}
              onSelect={onSelect}
            />
            <Drift environment={environment} body={body} />
          </>
        )}
        <CallbackBody body={body} id={row.id} />
        <Flex component="section" direction="column" gap={6} miw={0} aria-label="Headers">
          <Title order={3}>Headers</Title>
          <Box
            component="dl"
            className={layout.facts}
            fz={12}
            ff="monospace"
            __vars={{ '--names': 'minmax(8rem, 12rem)' }}
          >
            {headers.map(([name, value], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
              <Fragment key={index}>
                <dt>
                  <OutsideText text={name} max={100} />
                </dt>
                <dd>
                  <OutsideText text={value} max={1000} />
                </dd>
              </Fragment>
            ))}
          </Box>
        </Flex>
      </Flex>
    </MaskScope>
  );
}

/** Shows the changes since the callback was sent. */
function Drift({ environment: { id, settings }, body }: { environment: EnvironmentView; body: Uint8Array }) {
  const { run, input, busy, data, failure } = useBridgeAction('signatures.compare', { environmentId: id });
  // The last comparison may be of another body.
  const isOfThis = input?.body === body;
  const comparison = isOfThis ? data : undefined;
  const compare = () => void run({ body });
  return (
    <Flex component="section" direction="column" gap={6} miw={0} aria-label="Compared with the service">
      <Title order={3}>Compared with the service</Title>
      <Group>
        <Button leftSection={<IconArrowsDiff size={14} />} loading={isOfThis && busy} onClick={compare}>
          Read the conversation now and compare
        </Button>
      </Group>
      {isOfThis && busy && <SkeletonLines lines={3} />}
      {isOfThis && failure && failure.code !== 'cancelled' && (
        <FailureNotice failure={failure} onRetry={compare} />
      )}
      {comparison ? (
        <ComparedMembers comparison={comparison} />
      ) : (
        <p className={layout.quietParagraph}>Reads it from {visibleText(settings.name)}.</p>
      )}
    </Flex>
  );
}
