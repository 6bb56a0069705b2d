import { describe, expect, test } from 'vitest';
import { type Action, createActionStore } from '../../../renderer/actions/action-store.ts';
import { actionFor } from '../../../renderer/shell/shortcut-keys.ts';
import { ariaShortcut, keysOf, matches, spoken } from '../../../renderer/ui/shortcut.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  }) as KeyboardEvent;
const ctrl = { ctrlKey: true };

describe('a shortcut', () => {
  test('is Control here and Command on a Mac', () => {
    expect(matches('mod+k', press('k', ctrl), false)).toBe(true);
    expect(matches('mod+k', press('k', ctrl), true)).toBe(false);
    expect(matches('mod+k', press('k', { metaKey: true }), true)).toBe(true);
    expect(matches('mod+k', press('k'), false)).toBe(false);
  });

  test('requires exactly its modifiers', () => {
    expect(matches('mod+m', press('M', { ...ctrl, shiftKey: true }), false)).toBe(false);
    expect(matches('mod+shift+m', press('M', { ...ctrl, shiftKey: true }), false)).toBe(true);
    expect(matches('alt+1', press('1', { altKey: true, ...ctrl }), false)).toBe(false);
  });

  test('is recognised by its position on other keyboard layouts', () => {
    expect(matches('alt+1', press('¡', { altKey: true, code: 'Digit1' }), true)).toBe(true);
    expect(matches('mod+k', press('л', { ...ctrl, code: 'KeyK' }), false)).toBe(true);
  });

  test('of a symbol ignores how the symbol is typed', () => {
    expect(matches('?', press('?', { shiftKey: true }), false)).toBe(true);
    expect(matches('mod+/', press('/', { ...ctrl, shiftKey: true }), false)).toBe(true);
  });

  test('is displayed and announced to assistive technology', () => {
    expect(keysOf('mod+shift+m', false)).toEqual(['Ctrl', 'Shift', 'M']);
    expect(keysOf('mod+shift+m', true)).toEqual(['⇧', '⌘', 'M']);
    expect(spoken('alt+arrowleft', false)).toBe('Alt left arrow');
    expect(ariaShortcut('mod+,', true)).toBe('Meta+,');
  });
});

const action = (id: string, more: Partial<Action> = {}): Action => ({
  id,
  label: id,
  run: () => undefined,
  ...more,
});
const context = { mac: false, typing: false, inDialog: false, singleKeys: true };

describe('an action', () => {
  test('is the last one registered for its keys', () => {
    const { getState } = createActionStore();
    getState().register([action('a', { shortcut: 'mod+s' })]);
    const leave = getState().register([action('b', { shortcut: 'mod+s' })]);
    expect(actionFor(getState().actions, press('s', ctrl), context)?.id).toBe('b');
    leave();
    expect(actionFor(getState().actions, press('s', ctrl), context)?.id).toBe('a');
  });

  test('does nothing while it is not registered', () => {
    expect(
      actionFor([action('a', { shortcut: 'mod+s', disabled: true })], press('s', ctrl), context),
    ).toBeUndefined();
  });

  test('does nothing behind a dialog unless it must always act', () => {
    const actions = [
      action('go', { shortcut: 'mod+1' }),
      action('mask', { shortcut: 'mod+m', always: true }),
    ];
    const inDialog = { ...context, inDialog: true };
    expect(actionFor(actions, press('1', ctrl), inDialog)).toBeUndefined();
    expect(actionFor(actions, press('m', ctrl), inDialog)?.id).toBe('mask');
  });

  test('of a single letter also has it with Alt, while typing and when single keys are turned off', () => {
    const actions = [action('refresh', { shortcut: 'r' }), action('help', { shortcut: '?' })];
    const alt = { altKey: true };
    const without = { ...context, typing: true, singleKeys: false };
    expect(actionFor(actions, press('r', alt), without)?.id).toBe('refresh');
    expect(actionFor(actions, press('?', alt), without)).toBeUndefined();
    // Option and a letter type another letter on a Mac.
    expect(actionFor(actions, press('r', alt), { ...context, mac: true })?.id).toBe('refresh');
    expect(actionFor(actions, press('r', alt), { ...without, mac: true })).toBeUndefined();
  });

  test('of a single key does nothing while typing, and when turned off', () => {
    const actions = [action('refresh', { shortcut: 'mod+r', alias: 'r' })];
    expect(actionFor(actions, press('r'), context)?.id).toBe('refresh');
    expect(actionFor(actions, press('r'), { ...context, typing: true })).toBeUndefined();
    expect(actionFor(actions, press('r'), { ...context, singleKeys: false })).toBeUndefined();
    expect(actionFor(actions, press('r', ctrl), { ...context, typing: true, singleKeys: false })?.id).toBe(
      'refresh',
    );
  });
});
