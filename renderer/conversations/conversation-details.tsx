import type { ReactNode } from 'react';
import type { ConversationReading } from '../../preload/contract/conversations.ts';
import { conversationStatusTerm } from '../../preload/wording/statuses.ts';
import { Copyable } from '../ui/copyable.tsx';
import { Masked } from '../ui/masked.tsx';
import { OutsideText } from '../ui/outside-text.tsx';
import { TermBadge } from '../ui/term-badge.tsx';
import { Time } from '../ui/time.tsx';
import { UserKey } from '../ui/user-key.tsx';
import classes from './conversations.module.css';

interface ConversationFactsProps {
  /** The id that was opened. */
  conversationId: string;
  reading: ConversationReading | undefined;
}

/** Below the summary: the conversation's ids, when it was read and by which request. */
export function ConversationDetails({ conversationId, reading }: ConversationFactsProps) {
  const { conversation, notes } = reading ?? {};
  return (
    <dl className={classes.facts}>
      {conversation && (
        <Fact label="Status">
          <TermBadge word={conversationStatusTerm(conversation.status)} value={conversation.status} />
        </Fact>
      )}
      <Fact label="Id">
        <Copyable value={conversationId} label="conversation id" />
      </Fact>
      {conversation?.id !== undefined && conversation.id !== conversationId && (
        <Fact label="Id in the reply">
          <Copyable value={conversation.id} label="id in the reply" />
        </Fact>
      )}
      {conversation?.userKey !== undefined && (
        <Fact label="User key">
          <UserKey userKey={conversation.userKey} />
        </Fact>
      )}
      {notes && (
        <Fact label="Received">
          {/* Remounted at each reading, so that its current time is not older than the reading. */}
          <Time key={notes.receivedAt} at={notes.receivedAt} />
        </Fact>
      )}
      {notes?.requestId !== undefined && (
        <Fact label="Request id">
          <Copyable value={notes.requestId} label="request id" />
        </Fact>
      )}
      {conversation?.url !== undefined && (
        <Fact label="User’s link">
          <Masked value={conversation.url} field="url" label="the user’s link">
            <code className={classes.address}>
              <OutsideText text={conversation.url} />
            </code>
          </Masked>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
