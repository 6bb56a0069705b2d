import { Button, Text } from '@mantine/core';
import layout from './layout.module.css';
import { OutsideText } from './outside-text.tsx';
import { useGo } from './services.tsx';

interface ConversationButtonProps {
  conversationId?: string | undefined;
  /** Its environment, where that may be another than the selected one. */
  environmentId?: string;
}

/** Shows the id of a conversation in a table as the button that opens it; nothing without one. */
export function ConversationButton({ conversationId, environmentId }: ConversationButtonProps) {
  const go = useGo();
  return (
    conversationId !== undefined && (
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        onClick={() => go({ page: 'conversations', conversationId }, environmentId)}
      >
        <Text span className={layout.identifier} td="underline">
          <OutsideText text={conversationId} max={100} />
        </Text>
      </Button>
    )
  );
}
