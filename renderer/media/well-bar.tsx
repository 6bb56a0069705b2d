import type { ReactNode } from 'react';
import classes from './well-bar.module.css';

interface WellBarProps {
  children: ReactNode;
  /** Such as the size of a picture. */
  facts?: ReactNode;
}

/** The tools of a file in a well. */
export function WellBar({ children, facts }: WellBarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.tools} role="toolbar" aria-label="View">
        {children}
      </div>
      {facts !== undefined && <span className={classes.facts}>{facts}</span>}
    </div>
  );
}
