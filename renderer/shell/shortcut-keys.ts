import { useEffect } from 'react';
import type { Action } from '../actions/action-store.ts';
import { useStores } from '../stores.tsx';
import { isMac, matches, parseShortcut } from '../ui/shortcut.ts';

/** Returns the action of a key press; of several with the shortcut, the one registered last. */
export function actionFor(
  actions: readonly Action[],
  press: KeyboardEvent,
  context: { mac: boolean; typing: boolean; inDialog: boolean; singleKeys: boolean },
): Action | undefined {
  const means = (shortcut: string | undefined) => {
    if (shortcut === undefined) {
      return false;
    }
    const { mod, alt, key } = parseShortcut(shortcut);
    const isCharacter = !mod && !alt && (key.length === 1 || key === 'space');
    // A screen reader keeps single letters for itself: with Alt they always reach the page. On a Mac, Option types other letters.
    if (isCharacter && /[a-z]/.test(key) && matches(`alt+${shortcut}`, press, context.mac)) {
      return !(context.mac && context.typing);
    }
    if (!matches(shortcut, press, context.mac)) {
      return false;
    }
    // In a text field they take back and select what was typed.
    if (mod && /^[az]$/.test(key) && context.typing) {
      return false;
    }
    return !isCharacter || (context.singleKeys && !context.typing);
  };
  return actions.findLast(
    ({ shortcut, alias, disabled, always }) =>
      !disabled && (always || !context.inDialog) && (means(shortcut) || means(alias)),
  );
}

/** Listens for the shortcut of every action. */
export function useShortcutKeys(singleKeys: boolean): void {
  const { actions } = useStores();
  useEffect(() => {
    const mac = isMac(navigator.platform);
    // A dialog that the same key press closes, such as by Escape, is already closed when the event arrives here.
    const pressedInDialog = new WeakSet<KeyboardEvent>();
    const noteDialog = (press: KeyboardEvent) => {
      if (document.querySelector('[role=dialog][aria-modal=true]') !== null) {
        pressedInDialog.add(press);
      }
    };
    const hear = (press: KeyboardEvent) => {
      // AltGr looks like Control and Alt together, and types letters.
      if (press.defaultPrevented || press.isComposing || press.getModifierState('AltGraph')) {
        return;
      }
      // Escape closes only what opened over the page.
      if (press.key === 'Escape' && press.target instanceof Element && press.target.closest(overlay)) {
        return;
      }
      const field = press.key === 'Escape' ? document.querySelector(withoutFocus) : null;
      if (field !== null) {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: press.key, bubbles: true }));
        return;
      }
      if (press.key === ' ' && press.target instanceof Element && press.target.matches(pressedBySpace)) {
        return;
      }
      const typing = isTyping(press.target);
      // Nothing changes behind a dialog, such as the environment behind a confirmation.
      const inDialog = pressedInDialog.has(press);
      const action = actionFor(actions.getState().actions, press, { mac, typing, inDialog, singleKeys });
      if (!action || (press.repeat && !action.repeats)) {
        return;
      }
      press.preventDefault();
      action.run();
    };
    window.addEventListener('keydown', noteDialog, true);
    // On the document, where the library's tooltips stop the Escape that hides them.
    document.addEventListener('keydown', hear);
    return () => {
      window.removeEventListener('keydown', noteDialog, true);
      document.removeEventListener('keydown', hear);
    };
  }, [actions, singleKeys]);
}

/** Elements that open over the page and are closed by Escape. */
const overlay = '[role=dialog], [role=menu]';

/** Those that open without the focus: they get it a moment later. */
const withoutFocus = '[role=dialog]:not([aria-modal=true]), [role=menu]';

/** Controls that Space presses, but for the thumbnail of a file that is shown. */
const pressedBySpace = 'button:not([data-shown=true]), summary, input, [role=button]';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
