import { Button, Group, Modal, Text } from '@mantine/core';
import type { TestOutcome } from '../../../preload/contract/test-cases.ts';
import { revealText } from '../../../preload/wording/test-cases.ts';

interface TestRevealProps {
  /** The test case that was just decided. */
  test: TestOutcome | undefined;
  onClose(): void;
}

/** Says right after the decision that a case was a test case, and what was forged in it. */
export function TestReveal({ test, onClose }: TestRevealProps) {
  return (
    <Modal opened={test !== undefined} onClose={onClose} title="This was a test case">
      <Text>{test && revealText(test)}</Text>
      <Text mt={8} c="dimmed">
        The person does not exist. Your decision is counted in Reports, and the case is no longer in the list.
      </Text>
      <Group justify="flex-end" mt={16}>
        <Button variant="filled" data-autofocus onClick={onClose}>
          Go on
        </Button>
      </Group>
    </Modal>
  );
}
