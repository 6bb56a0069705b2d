import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import layout from './layout.module.css';

interface EmptyStateProps {
  title: string;
  icon?: ReactNode;
  /** Why it is empty and what would fill it. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ title, icon, children, actions }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      {icon !== undefined && (
        <span className={layout.quiet} aria-hidden>
          {icon}
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
