import type { ReactNode } from 'react';
import classes from './button-label.module.css';

/** Shows the text of a button that shows only its icon where the window is too narrow for the title beside it. The button also needs a `title`. */
export function ButtonLabel({ children }: { children: ReactNode }) {
  return <span className={classes.label}>{children}</span>;
}
