import { SkeletonBlock } from '../../ui/waiting.tsx';
import classes from '../conversations.module.css';

/** A placeholder for the panels while a conversation is loaded. */
export function ResultSkeleton() {
  return (
    <div className={classes.columns} data-two="true">
      <div className={classes.column}>
        <SkeletonBlock height={22} />
        <SkeletonBlock height={6} />
      </div>
      <div className={classes.column}>
        <SkeletonBlock height={9} />
        <SkeletonBlock height={9} />
      </div>
    </div>
  );
}
