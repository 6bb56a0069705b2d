import { Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { ConversationReading } from '../../../preload/contract/conversations.ts';
import { conversationStatusTerm } from '../../../preload/wording/statuses.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Masked } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { TermBadge } from '../../ui/term-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { UserKey } from '../../ui/user-key.tsx';
import classes from './conversation-details.module.css';

interface ConversationDetailsProps {
  /** The id that was opened. */
  conversationId: string;
  reading: ConversationReading | undefined;
  /** The summary sentence of the conversation; the head may show only its beginning. */
  sentence?: string | undefined;
}

/** Shows in one line below the summary the conversation's names, the time of the read and its request; the rest on request. */
export function ConversationDetails({ conversationId, reading, sentence }: ConversationDetailsProps) {
  const [open, setOpen] = useState(false);
  const restId = useId();
  const { conversation, notes } = reading ?? {};
  const otherId = conversation?.id !== undefined && conversation.id !== conversationId;
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <>
      <div className={classes.line}>
        <dl className={classes.facts}>
          <Fact label="Id">
            <Copyable value={conversationId} label="conversation id" />
          </Fact>
          {otherId && (
            <Fact label="Id in the reply">
              <Copyable value={conversation.id ?? ''} label="id in the reply" />
            </Fact>
          )}
          {conversation?.userKey !== undefined && (
            <Fact label="User key">
              <UserKey userKey={conversation.userKey} />
            </Fact>
          )}
          {notes && (
            <Fact label="Received" whole>
              {/* Remounted at each reading, so that its current time is not older than the reading. */}
              <Time key={notes.receivedAt} at={notes.receivedAt} />
            </Fact>
          )}
          {notes?.requestId !== undefined && (
            <Fact label="Request id">
              <Copyable value={notes.requestId} label="request id" />
            </Fact>
          )}
        </dl>
        {conversation && (
          <button
            type="button"
            className={classes.more}
            aria-expanded={open}
            aria-controls={restId}
            onClick={() => setOpen(!open)}
          >
            Details
            <Chevron size={14} aria-hidden />
          </button>
        )}
      </div>
      {conversation && (
        <div id={restId} className={classes.rest} hidden={!open}>
          {open && sentence !== undefined && (
            <Text maw={960} fz={13} c="var(--text)">
              {sentence}
            </Text>
          )}
          <dl className={classes.facts} data-wraps="true">
            <Fact label="Status" whole>
              <TermBadge term={conversationStatusTerm(conversation.status)} value={conversation.status} />
            </Fact>
            {conversation.url !== undefined && (
              <Fact label="User’s link">
                <Masked value={conversation.url} field="url" label="the user’s link">
                  <code className={classes.address}>
                    <OutsideText text={conversation.url} />
                  </code>
                </Masked>
              </Fact>
            )}
          </dl>
        </div>
      )}
    </>
  );
}

/** @param whole it is never cut to fit */
function Fact({ label, children, whole = false }: { label: string; children: ReactNode; whole?: boolean }) {
  return (
    <div className={classes.fact} data-whole={whole}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
