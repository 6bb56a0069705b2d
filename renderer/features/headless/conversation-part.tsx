import { Button, Flex, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { productTerm } from '../../../preload/wording/products.ts';
import { conversationStatusTerm, productStatusTerm } from '../../../preload/wording/statuses.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field, FieldList } from '../../ui/field-list.tsx';
import { Section } from '../../ui/section.tsx';
import { TermBadge } from '../../ui/term-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { productsOf } from './conversation-changes.ts';
import classes from './headless-page.module.css';
import type { HeadlessState } from './headless-state.ts';

/** Shows the conversation as it is now (interface 4.2): read after each step, and every 20 seconds until it is final. */
export function ConversationPart({ store }: { store: StoreApi<HeadlessState> }) {
  const { beside, readConversation } = useStore(store);
  const { conversation, readAt, nextAt, changes, failure } = beside;
  const now = useTicking(nextAt, () => void readConversation());
  return (
    <Section
      title="Conversation"
      actions={
        <Button size="compact-xs" onClick={() => void readConversation()}>
          Read now
        </Button>
      }
    >
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        {conversation === undefined ? (
          failure === undefined && <SkeletonLines lines={4} />
        ) : (
          <FieldList>
            <Field label="Status">
              <TermBadge term={conversationStatusTerm(conversation.status)} value={conversation.status} />
            </Field>
            {productsOf(conversation).map(({ name, status }) => (
              <Field key={name} label={productTerm(name).label}>
                <TermBadge term={productStatusTerm(name, status)} value={status} />
              </Field>
            ))}
          </FieldList>
        )}
        {changes.length > 0 && (
          <div role="status">
            <p className={classes.quiet}>Last change:</p>
            <Flex component="ul" direction="column" gap={6}>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </Flex>
          </div>
        )}
        {readAt !== undefined && (
          <p className={classes.quiet}>
            {nextAt === undefined ? (
              <>
                Read <Time at={readAt} />. It is final and is not read again.
              </>
            ) : (
              `Read ${seconds(now - readAt)} ago. Next read in ${seconds(nextAt - now)}.`
            )}
          </p>
        )}
      </Stack>
    </Section>
  );
}

const seconds = (ms: number) => `${Math.max(0, Math.round(ms / 1000))} s`;

/** Returns the time, every second until a moment, when `due` is called; while the window is hidden it is not. */
function useTicking(at: number | undefined, due: () => void): number {
  const [now, setNow] = useState(Date.now);
  // A read that has just ended is later than the last tick.
  const [before, setBefore] = useState(at);
  if (before !== at) {
    setBefore(at);
    setNow(Date.now());
  }
  useEffect(() => {
    if (at === undefined) {
      return;
    }
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= at && document.visibilityState === 'visible') {
        due();
      }
    }, 1000);
    return () => clearInterval(timer);
  });
  return now;
}
