import { Button, Modal } from '@mantine/core';
import { counted } from '../../preload/wording/terms.ts';
import layout from '../ui/layout.module.css';
import classes from './forget-dialog.module.css';

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
      <p className={classes.text}>
        Decisions, notes, labels and saved reads are deleted from this console. The history only records that{' '}
        {counted(count, 'case')} {count === 1 ? 'was' : 'were'} forgotten. Nothing changes at the service.
      </p>
      <div className={layout.dialogButtons}>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button variant="filled" color="red" loading={busy} onClick={onForget}>
          Forget {counted(count, 'case')}
        </Button>
      </div>
    </Modal>
  );
}
