import { Button, Text } from '@mantine/core';
import layout from './layout.module.css';
import { OutsideText } from './outside-text.tsx';

interface ConversationButtonProps {
  conversationId?: string | undefined;
  onOpen(conversationId: string): void;
}

/** Shows the id of a conversation in a table as the button that opens it; nothing without one. */
export function ConversationButton({ conversationId, onOpen }: ConversationButtonProps) {
  return (
    conversationId !== undefined && (
      <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => onOpen(conversationId)}>
        <Text span className={layout.identifier} td="underline">
          <OutsideText text={conversationId} max={100} />
        </Text>
      </Button>
    )
  );
}
