import { Button, Group, Stack, Text } from '@mantine/core';

interface QuestionProps {
  /** The consequence of the act. */
  text: string;
  /** The label of the button that does it. */
  action: string;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something that cannot be taken back, in place of the button that asked for it. “Cancel” has the focus. In a grid it takes a row of its own. */
export function Question({ text, action, busy, onConfirm, onCancel }: QuestionProps) {
  return (
    <Stack align="flex-start" gap={10} style={{ gridColumn: '1 / -1' }}>
      <Text maw={736} role="alert">
        {text}
      </Text>
      <Group gap={10}>
        <Button variant="filled" color="red" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
