/** A shortcut taken apart: `mod+shift+m`. `mod` is Command on a Mac, Control elsewhere. */
export interface Shortcut {
  mod: boolean;
  alt: boolean;
  shift: boolean;
  key: string;
}

export function isMac(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

export function parseShortcut(text: string): Shortcut {
  const parts = text.toLowerCase().split('+');
  // The plus sign is itself a key: `+`, `mod++`.
  const key = parts.at(-1) || '+';
  return { mod: parts.includes('mod'), alt: parts.includes('alt'), shift: parts.includes('shift'), key };
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns whether the keys pressed are the shortcut. Digits and letters are also known by their place on the keyboard. */
export function matches(text: string, press: KeyPress, mac: boolean): boolean {
  const shortcut = parseShortcut(text);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (mod !== shortcut.mod || other || press.altKey !== shortcut.alt) {
    return false;
  }
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase();
  // A sign such as `?` may itself need Shift: the sign decides.
  const isSign = shortcut.key.length === 1 && !/[a-z0-9]/.test(shortcut.key);
  if (!isSign && press.shiftKey !== shortcut.shift) {
    return false;
  }
  return (
    key === shortcut.key ||
    press.code === `Digit${shortcut.key}` ||
    press.code === `Key${shortcut.key.toUpperCase()}`
  );
}

const names: Record<string, string> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  escape: 'Esc',
  enter: 'Enter',
  pageup: 'Page up',
  pagedown: 'Page down',
};

const spokenNames: Record<string, string> = {
  '←': 'left arrow',
  '→': 'right arrow',
  '↑': 'up arrow',
  '↓': 'down arrow',
  '⌘': 'Command',
  '⌥': 'Option',
  '⇧': 'Shift',
  ',': 'comma',
  '/': 'slash',
  '?': 'question mark',
  '.': 'full stop',
  '+': 'plus',
  '-': 'minus',
};

/** Returns the names of its keys, in the order they are named on this machine. */
export function keysOf(text: string, mac: boolean): string[] {
  const { mod, alt, shift, key } = parseShortcut(text);
  const modifiers: [boolean, string][] = mac
    ? [
        [alt, '⌥'],
        [shift, '⇧'],
        [mod, '⌘'],
      ]
    : [
        [mod, 'Ctrl'],
        [alt, 'Alt'],
        [shift, 'Shift'],
      ];
  return [
    ...modifiers.flatMap(([isHeld, name]) => (isHeld ? [name] : [])),
    names[key] ?? (key.length === 1 ? key.toUpperCase() : (key[0] ?? '').toUpperCase() + key.slice(1)),
  ];
}

/** Returns the shortcut as a screen reader should say it. */
export function spoken(text: string, mac: boolean): string {
  return keysOf(text, mac)
    .map((key) => spokenNames[key] ?? key)
    .join(' ');
}

/** Returns the shortcut as `aria-keyshortcuts` wants it. */
export function ariaShortcut(text: string, mac: boolean): string {
  const { mod, alt, shift, key } = parseShortcut(text);
  return [mod && (mac ? 'Meta' : 'Control'), alt && 'Alt', shift && 'Shift', key].filter(Boolean).join('+');
}
