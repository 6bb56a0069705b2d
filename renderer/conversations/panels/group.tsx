import type { ReactNode } from 'react';
import classes from '../conversations.module.css';

/** A titled part of a panel. */
export function Group({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h3 className={classes.group}>
        {title}
        {aside}
      </h3>
      {children}
    </div>
  );
}
