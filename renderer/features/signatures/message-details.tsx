import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconArrowsDiff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import type { BodyInput, Verification } from '../../../preload/contract/signatures.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { ComparedMembers } from '../../ui/compared-members.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EnvironmentTag } from '../../ui/environment-tag.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field, FieldList } from '../../ui/field-list.tsx';
import { InterfaceLink } from '../../ui/interface-link.tsx';
import layout from '../../ui/layout.module.css';
import { RevealAll } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { ShortcutHint } from '../../ui/shortcut-hint.tsx';
import { Time } from '../../ui/time.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import shared from './signatures.module.css';

interface MessageDetailsProps {
  verification: Verification;
  /** The environment of its conversation: the one whose key matched, else the one that is selected. */
  environment: EnvironmentView;
  onOpen(): void;
  /** The body that was checked; undefined for a large file. */
  body: BodyInput | undefined;
}

/** Shows the content of the message, and what the receiver must do (interface 6.2). */
export function MessageDetails({ verification, environment, onOpen, body }: MessageDetailsProps) {
  const { message, bodyBytes } = verification;
  const { target, event, created, callbackId, conversationId, sentences } = message;
  const genuine = verification.signature.verdict === 'match';
  return (
    <Section
      title="What the message says"
      aside={<EnvironmentTag kind={environment.settings.kind} name={environment.settings.name} />}
      actions={
        conversationId !== undefined && (
          <Button
            onClick={onOpen}
            leftSection={<IconArrowRight size={14} />}
            rightSection={<ShortcutHint shortcut="mod+shift+o" />}
          >
            Open the conversation
          </Button>
        )
      }
    >
      {!genuine && callbackId !== undefined && (
        <Text className={shared.sentence ?? ''} c="var(--status-caution)" fw={600} mb={6}>
          {verification.signature.verdict === 'unchecked'
            ? 'Not verified: the signature could not be checked.'
            : 'Not verified: the signature does not match.'}
        </Text>
      )}
      <ul className={shared.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <OutsideText text={sentence} max={600} />
          </li>
        ))}
      </ul>
      <FieldList>
        {(target !== undefined || event !== undefined) && (
          <Field label="Event">
            <code>
              <OutsideText text={target ?? '–'} max={80} /> <OutsideText text={event ?? '–'} max={80} />
            </code>
            {!message.known && (
              <span className={layout.quiet}>
                {' '}
                not documented, see <InterfaceLink section="6.2" />
              </span>
            )}
          </Field>
        )}
        {created !== undefined && (
          <Field label="Created">
            <Time at={created} />
          </Field>
        )}
        {conversationId !== undefined && (
          <Field label="Conversation id">
            <Copyable value={conversationId} label="conversation id" />
          </Field>
        )}
        {callbackId !== undefined && (
          <Field label="Callback id">
            {callbackId.trim() === '' ? (
              <span className={layout.quiet}>
                empty, but required: <InterfaceLink section="6.2" />
              </span>
            ) : (
              <Copyable value={callbackId} label="callback id" />
            )}
          </Field>
        )}
        {callbackId !== undefined && <Field label="Seen before">{seenText(message, genuine)}</Field>}
        <Field label="Body">{bodyBytes.toLocaleString('en')} bytes</Field>
      </FieldList>
      {conversationId !== undefined && <Comparison body={body} environment={environment} />}
    </Section>
  );
}

/** Returns when a callback was seen before; only a genuine one would be dropped as a duplicate. */
function seenText({ seen }: Verification['message'], genuine: boolean): ReactNode {
  if (!seen) {
    return 'No, this is the first time in this session';
  }
  return (
    <>
      {seen.sameDelivery
        ? 'Yes, this delivery was first checked in this session '
        : genuine
          ? 'Yes, in another delivery. A receiver drops it as a duplicate. First checked '
          : 'Yes, a callback with this id was first checked in this session '}
      <Time at={seen.firstAt} />
    </>
  );
}

/** Shows the callback's conversation beside what the service says of it now. */
function Comparison({ body, environment }: Pick<MessageDetailsProps, 'body' | 'environment'>) {
  const last = useBridgeAction('signatures.compare', { environmentId: environment.id });
  // The last comparison may be of another body.
  const isOfThis = last.input?.body === body;
  const { busy = false, data, failure }: Partial<typeof last> = isOfThis ? last : {};
  const compare = () => void (body && last.run({ body }));
  return (
    <Stack gap={8} mt={12}>
      <Group>
        <Button leftSection={<IconArrowsDiff size={14} />} loading={busy} onClick={compare}>
          Compare with {visibleText(environment.settings.name)}
        </Button>
        {data && <RevealAll />}
      </Group>
      {busy && <SkeletonLines lines={4} />}
      {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} onRetry={compare} />}
      {data && <ComparedMembers comparison={data} />}
    </Stack>
  );
}
