import { EmptyState } from '../ui/empty-state.tsx';
import classes from './media.module.css';

/** In place of the list while the conversation cannot be read. The page already shows why. */
export function NotListed() {
  return (
    <div className={classes.alone}>
      <EmptyState title="The files are not listed">
        They are listed once the conversation can be read.
      </EmptyState>
    </div>
  );
}
