import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './flag.module.css';

/** Shows a notice above a shown file about what is missing from it. */
export function Flag({ children }: { children: ReactNode }) {
  return (
    <p className={classes.flag} role="status">
      <IconAlertTriangle size={15} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
