import { Button, Flex } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import { Time } from '../../ui/time.tsx';
import classes from './creation-page.module.css';
import type { CreationState } from './creation-store.ts';

/** Requests that were sent, also before a restart, and of which it is not known whether they created a conversation. */
export function UnsettledNotice({ store }: { store: StoreApi<CreationState> }) {
  const { unsettled, failure, settle } = useStore(store);
  // The failure that is shown says it already.
  if (
    unsettled.length === 0 ||
    failure?.code === 'outcome-unknown' ||
    failure?.code === 'creation-repeated'
  ) {
    return null;
  }
  return (
    <div className={classes.unsettled} role="status">
      <p>
        <strong>
          {unsettled.length === 1
            ? 'It is not known whether a request created a conversation.'
            : `It is not known whether ${unsettled.length} requests created a conversation.`}
        </strong>{' '}
        Look for a callback, or for the conversation in your own system or in the administration panel.
      </p>
      <Flex component="ul" direction="column" gap={4}>
        {unsettled.map(({ id, sentAt }) => (
          <li key={id}>
            Sent <Time at={sentAt} />{' '}
            <Button size="compact-xs" onClick={() => void settle(id)}>
              Mark as settled
            </Button>
          </li>
        ))}
      </Flex>
    </div>
  );
}
