import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './media.module.css';

/** The file's data ends before its content does. */
export function IncompleteNotice({ what }: { what: 'image' | 'video' }) {
  return (
    <p className={classes.flag} role="status">
      <IconAlertTriangle size={15} aria-hidden />
      This file is incomplete: it ends before the {what} does. Only the part received is shown.
    </p>
  );
}
