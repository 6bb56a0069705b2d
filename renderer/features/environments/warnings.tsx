import { ToneIcon } from '../../ui/status-badge.tsx';
import classes from './warnings.module.css';

/** Remarks that are not errors; announced, because they appear after saving. */
export function Warnings({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <div key={text} className={classes.warning} role="status">
      <ToneIcon tone="caution" size={15} />
      <p>{text}</p>
    </div>
  ));
}
