import { Button, Flex, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import {
  conversationEnded,
  conversationStatusTerm,
  productStatusTerm,
} from '../../../preload/wording/statuses.ts';
import { Field } from '../../ui/field-list.tsx';
import { FailureNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { TermBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import type { Flow } from './use-flow.ts';

/** Shows the conversation as it is now (interface 4.2): read after each step, and every 20 seconds until it is final. */
export function ConversationPart({ read }: { read: Flow['conversation'] }) {
  const { failure } = read;
  const conversation = read.data?.conversation;
  const [last, setLast] = useState({ conversation, changes: [] as readonly string[] });
  if (conversation !== last.conversation) {
    const changes = conversation && last.conversation ? changesOf(last.conversation, conversation) : [];
    setLast({ conversation, changes: changes.length > 0 ? changes : last.changes });
  }
  const { changes } = last;
  return (
    <Section
      title="Conversation"
      actions={
        <Button size="compact-xs" onClick={read.refresh}>
          Read now
        </Button>
      }
    >
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        {conversation === undefined ? (
          failure === undefined && <SkeletonLines lines={4} />
        ) : (
          <dl>
            <Field label="Status">
              <TermBadge term={conversationStatusTerm(conversation.status)} value={conversation.status} />
            </Field>
            {productsOf(conversation).map(({ name, status }) => (
              <Field key={name} label={productTerm(name).label}>
                <TermBadge term={productStatusTerm(name, status)} value={status} />
              </Field>
            ))}
          </dl>
        )}
        {changes.length > 0 && (
          <div role="status">
            <Text c="dimmed">Last change:</Text>
            <Flex component="ul" direction="column" gap={6}>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </Flex>
          </div>
        )}
        {conversation && (
          <Text c="dimmed">
            Read <Time key={read.readAt} at={read.readAt} />
            {conversationEnded(conversation.status)
              ? '. It is final and is not read again.'
              : ', and again every 20 seconds until it is final.'}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

const maxChanges = 12;

/** Returns the changes of a conversation between two reads, as short sentences. */
function changesOf(before: Conversation, after: Conversation): string[] {
  const changes: string[] = [];
  if (before.status !== after.status) {
    changes.push(
      `Conversation: ${conversationStatusTerm(before.status).label} → ${conversationStatusTerm(after.status).label}`,
    );
  }
  const old = new Map(productsOf(before).map(({ name, status }) => [name, status]));
  for (const { name, status } of productsOf(after)) {
    if (old.get(name) !== status) {
      const label = (one: string | undefined) => productStatusTerm(name, one).label;
      changes.push(`${productTerm(name).label}: ${label(old.get(name))} → ${label(status)}`);
    }
  }
  return changes.slice(0, maxChanges);
}

/** Returns the products of a conversation with their status (interface 2.2). */
function productsOf({ result }: Conversation): { name: string; status: string | undefined }[] {
  return Object.entries(result ?? {})
    .slice(0, 50)
    .map(([name, product]) => {
      const status = (product as { status?: unknown } | undefined)?.status;
      return { name, status: typeof status === 'string' ? status : undefined };
    });
}
