import { Button, Group, Stack } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { conversationStatusTerm } from '../../../preload/wording/statuses.ts';
import { useEnvironment } from '../../environments/use-environment.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Field } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page.tsx';
import { ReadingNotesView } from '../../ui/reading-notes.tsx';
import { Section } from '../../ui/section.tsx';
import { useGo } from '../../ui/services.tsx';
import { TermBadge } from '../../ui/status-badge.tsx';
import { UserKey } from '../../ui/user-key.tsx';
import { MailText } from './mail-text.tsx';

interface CreatedViewProps {
  creation: OperationOutput<'creation.create'>;
  onWatch(conversationId: string): Promise<boolean>;
  onSameAgain(): void;
  onNew(): void;
}

/** The longest address drawn as a QR code, in UTF-16 units; a longer one is hard to scan. */
const maxCodeLength = 1000;

/** Shows a conversation that was just created: the address for the user, and what comes next. */
export function CreatedView({
  creation: { conversation, notes },
  onWatch,
  onSameAgain,
  onNew,
}: CreatedViewProps) {
  const environment = useEnvironment();
  const { id, url, userKey } = conversation;
  const go = useGo();
  const [isWatched, setWatched] = useState(false);
  const address = webAddress(url);
  return (
    <Page
      title="Conversation created"
      actions={
        <>
          <Button size="compact-sm" onClick={onSameAgain}>
            Create another like this
          </Button>
          <Button size="compact-sm" onClick={onNew}>
            New conversation
          </Button>
        </>
      }
    >
      <Stack maw={864}>
        <Section title="Address for the user">
          {address === undefined ? (
            <p className={layout.quietParagraph}>
              {url === undefined
                ? 'The response has no address (interface 4.1).'
                : 'The response’s address is not a web address. It is shown as received, and is in the raw response.'}
            </p>
          ) : (
            <Group gap={16} align="stretch">
              {address.length <= maxCodeLength && (
                <QRCodeSVG value={address} size={168} marginSize={4} title="QR code of the address" />
              )}
              <Stack gap={8} flex="1 1 20rem" miw={0}>
                <Copyable value={address} label="address" clearAfterMs={60_000} />
                <p className={layout.quietParagraph}>
                  Anyone with this address can take part as the user.
                  {environment.settings.kind === 'sandbox' &&
                    ' Open it in a browser on this computer to act as the user.'}
                </p>
                <MailText address={address} />
              </Stack>
            </Group>
          )}
        </Section>
        <Section title="Conversation">
          <dl>
            <Field label="Conversation id">
              {id !== undefined && <Copyable value={id} label="conversation id" />}
            </Field>
            <Field label="User key">{userKey !== undefined && <UserKey userKey={userKey} />}</Field>
            <Field label="Status">
              <TermBadge term={conversationStatusTerm(conversation.status)} value={conversation.status} />
            </Field>
          </dl>
          <ReadingNotesView notes={notes} />
          {id === undefined ? (
            <p className={layout.quietParagraph}>
              The response has no conversation id, so it cannot be opened.
            </p>
          ) : (
            <Group mt={12}>
              <Button variant="filled" onClick={() => go({ page: 'conversations', conversationId: id })}>
                Open the case
              </Button>
              <Button disabled={isWatched} onClick={async () => setWatched(await onWatch(id))}>
                {isWatched ? 'Watched' : 'Watch until it is final'}
              </Button>
              <Button onClick={() => go({ page: 'headless', conversationId: id })}>
                Start headless flow
              </Button>
            </Group>
          )}
        </Section>
      </Stack>
    </Page>
  );
}

/** Returns the address if it is a web address; undefined for anything else. */
function webAddress(url: string | undefined): string | undefined {
  const address = url === undefined ? null : URL.parse(url);
  return address && ['https:', 'http:'].includes(address.protocol) ? url : undefined;
}
