import { Flex } from '@mantine/core';
import { isMac, keysOf, spoken } from './shortcut.ts';
import classes from './shortcut-hint.module.css';

/** Shows the keys of a shortcut, such as `mod+k`, as this machine's keyboard names them. */
export function ShortcutHint({ shortcut }: { shortcut: string }) {
  const mac = isMac(navigator.platform);
  return (
    <Flex
      component="span"
      display="inline-flex"
      gap={4}
      flex="none"
      role="img"
      aria-label={spoken(shortcut, mac)}
    >
      {keysOf(shortcut, mac).map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </Flex>
  );
}

/** Shows the label of a tool and its shortcut, for a tooltip. */
export function ShortcutTip({ label, shortcut }: { label: string; shortcut: string }) {
  return (
    <Flex component="span" display="inline-flex" gap={8} align="center">
      {label} <ShortcutHint shortcut={shortcut} />
    </Flex>
  );
}
