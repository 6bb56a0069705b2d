import { isMac, keysOf, spoken } from './shortcut.ts';
import classes from './shortcut-hint.module.css';

/** The keys of a shortcut, such as `mod+k`, as this machine's keyboard names them. */
export function ShortcutHint({ shortcut }: { shortcut: string }) {
  const mac = isMac(navigator.platform);
  return (
    <span className={classes.root} role="img" aria-label={spoken(shortcut, mac)}>
      {keysOf(shortcut, mac).map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}

/** The label of a tool and its shortcut, for a tooltip. */
export function ShortcutTip({ label, shortcut }: { label: string; shortcut: string }) {
  return (
    <span className={classes.tip}>
      {label} <ShortcutHint shortcut={shortcut} />
    </span>
  );
}
