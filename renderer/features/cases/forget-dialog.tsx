import { Button, Group, Modal, Text } from '@mantine/core';
import { counted } from '../../../preload/wording/terms.ts';

interface ForgetDialogProps {
  opened: boolean;
  count: number;
  busy: boolean;
  onClose(): void;
  onForget(): void;
}

/** Confirms deleting cases from this console. The service is not called. */
export function ForgetDialog({ opened, count, busy, onClose, onForget }: ForgetDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Forget ${counted(count, 'case')}?`}>
      <Text mb={14}>
        Decisions, notes, labels and saved reads are deleted from this console. The history only records that{' '}
        {counted(count, 'case')} {count === 1 ? 'was' : 'were'} forgotten. Nothing changes at the service.
      </Text>
      <Group wrap="nowrap" justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button variant="filled" color="red" loading={busy} onClick={onForget}>
          Forget {counted(count, 'case')}
        </Button>
      </Group>
    </Modal>
  );
}
