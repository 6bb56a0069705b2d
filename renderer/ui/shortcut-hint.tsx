import { Flex } from '@mantine/core';
import { ariaShortcut, isMac, keysOf, spoken } from './shortcut.ts';
import classes from './shortcut-hint.module.css';

/** Shows the keys of a shortcut, such as `mod+k`, as this machine's keyboard names them. In a control, `withShortcut` names them. */
export function ShortcutHint({ shortcut, isHidden = false }: { shortcut: string; isHidden?: boolean }) {
  const mac = isMac(navigator.platform);
  return (
    <Flex
      component="span"
      display="inline-flex"
      gap={4}
      flex="none"
      {...(isHidden ? { 'aria-hidden': true } : { role: 'img', 'aria-label': spoken(shortcut, mac) })}
    >
      {keysOf(shortcut, mac).map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </Flex>
  );
}

/** Returns the attributes of a control that a shortcut presses, for screen readers; its name stays without the keys. */
export function keyShortcuts(shortcut: string): { 'aria-keyshortcuts': string } {
  return { 'aria-keyshortcuts': ariaShortcut(shortcut, isMac(navigator.platform)) };
}

/** Returns the attributes of a button that shows the keys of its shortcut behind its label. */
export function withShortcut(shortcut: string) {
  return { rightSection: <ShortcutHint shortcut={shortcut} isHidden />, ...keyShortcuts(shortcut) };
}
