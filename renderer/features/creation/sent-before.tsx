import { Button } from '@mantine/core';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';

interface SentBeforeProps {
  /** `creation-repeated`. */
  failure: FailureView;
  onOpen(conversationId: string): void;
  onAgain(): void;
}

/** Shows the result of the same request if it was sent less than five minutes ago, and offers to create a second conversation. */
export function SentBefore({ failure, onOpen, onAgain }: SentBeforeProps) {
  const { conversationId, outcome } = failure.details ?? {};
  return (
    <FailureNotice failure={failure}>
      {typeof conversationId === 'string' && (
        <Button onClick={() => onOpen(conversationId)}>Open that conversation</Button>
      )}
      {outcome !== 'running' && (
        <Button color="red" variant="light" onClick={onAgain}>
          Create a second one
        </Button>
      )}
    </FailureNotice>
  );
}
