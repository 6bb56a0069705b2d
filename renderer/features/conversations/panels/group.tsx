import type { ReactNode } from 'react';
import classes from '../conversations.module.css';

interface GroupProps {
  title: string;
  aside?: ReactNode;
  /** The place in the data that a finding may lead to. */
  evidence?: string;
  children: ReactNode;
}

/** Shows a titled part of a panel. */
export function Group({ title, aside, evidence, children }: GroupProps) {
  return (
    <div className={classes.part} data-evidence={evidence}>
      <div className={classes.group}>
        <h3 className={classes.groupTitle}>{title}</h3>
        {aside}
      </div>
      {children}
    </div>
  );
}
