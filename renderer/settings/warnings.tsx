import { ToneIcon } from '../ui/status-badge.tsx';
import classes from './settings.module.css';

/** What is odd without being wrong. Said aloud, since it comes after the work is done. */
export function Warnings({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <div key={text} className={classes.warning} role="status">
      <ToneIcon tone="caution" size={15} />
      <p>{text}</p>
    </div>
  ));
}
