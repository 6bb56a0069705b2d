import { Button, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { ConversationReading } from '../../../preload/contract/conversations.ts';
import { conversationStatusTerm } from '../../../preload/wording/statuses.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { isUnknown } from '../../ui/field-list.tsx';
import layout from '../../ui/layout.module.css';
import { Masked } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { TermBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { UserKey } from '../../ui/user-key.tsx';
import { CasePerson } from './case-head.tsx';
import classes from './conversation-details.module.css';

interface ConversationDetailsProps {
  /** The id that was opened. */
  conversationId: string;
  reading: ConversationReading | undefined;
  /** Shown in the same line. */
  children?: ReactNode;
}

/** Shows in one line whose case it is; ids, times and the status on request. */
export function ConversationDetails({ conversationId, reading, children }: ConversationDetailsProps) {
  const [open, setOpen] = useState(false);
  const restId = useId();
  const { conversation, notes } = reading ?? {};
  const otherId = conversation?.id !== undefined && conversation.id !== conversationId;
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <>
      <div className={classes.line}>
        {conversation && <CasePerson conversation={conversation} />}
        <dl className={classes.facts}>
          <Fact label="Id">
            {!conversation && <Copyable value={conversationId} label="conversation id" />}
          </Fact>
          <Fact label="User key">
            {conversation?.userKey !== undefined && <UserKey userKey={conversation.userKey} />}
          </Fact>
        </dl>
        {children}
        {conversation && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            flex="none"
            ml="auto"
            c="dimmed"
            rightSection={<Chevron size={14} aria-hidden />}
            aria-expanded={open}
            aria-controls={restId}
            onClick={() => setOpen(!open)}
          >
            Details
          </Button>
        )}
      </div>
      {conversation && (
        <div id={restId} className={classes.rest} hidden={!open}>
          <dl className={classes.facts} data-wraps="true">
            <Fact label="Id">
              <Copyable value={conversationId} label="conversation id" />
            </Fact>
            <Fact label="Id in the response">
              {otherId && <Copyable value={conversation.id ?? ''} label="id in the response" />}
            </Fact>
            {notes && (
              <Fact label="Received" whole>
                {/* Remounted at each reading, so that its current time is not older than the reading. */}
                <Time key={notes.receivedAt} at={notes.receivedAt} />
              </Fact>
            )}
            <Fact label="Request id">
              {notes?.requestId !== undefined && <Copyable value={notes.requestId} label="request id" />}
            </Fact>
            <Fact label="Status" whole>
              <TermBadge term={conversationStatusTerm(conversation.status)} value={conversation.status} />
            </Fact>
            <Fact label="User’s link">
              {conversation.url !== undefined && (
                <Masked value={conversation.url} label="the user’s link">
                  <Text component="code" display="block" maw="34rem" className={layout.smallMono}>
                    <OutsideText text={conversation.url} />
                  </Text>
                </Masked>
              )}
            </Fact>
          </dl>
        </div>
      )}
    </>
  );
}

/** Shows a name and its value; nothing without the value. @param whole it is never cut to fit */
function Fact({ label, children, whole = false }: { label: string; children: ReactNode; whole?: boolean }) {
  return isUnknown(children) ? null : (
    <div className={classes.fact} data-whole={whole}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
