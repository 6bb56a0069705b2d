import { expect, test, vi } from 'vitest';
import { EarlyTyping } from '../../../renderer/shell/early-typing.ts';

class KeyWindow extends EventTarget {
  readonly setTimeout = setTimeout;
  readonly clearTimeout = clearTimeout;

  press(key: string, modifiers: { ctrlKey?: boolean } = {}): Event {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...modifiers });
    this.dispatchEvent(event);
    return event;
  }
}

function typing() {
  const window = new KeyWindow();
  return { window, typing: new EarlyTyping(window as unknown as Window) };
}

test('what is typed before the field is there is kept for it, and acts on nothing else', () => {
  const { window, typing: early } = typing();
  early.start();
  const pressed = ['s', 'w', 'x', 'Backspace', 'Enter'].map((key) => window.press(key));
  expect(pressed.every((event) => event.defaultPrevented)).toBe(true);
  expect(early.take()).toBe('sw');
  expect(window.press('s').defaultPrevented).toBe(false);
  expect(early.take()).toBe('');
});

test('shortcuts go on, and Escape ends it', () => {
  const { window, typing: early } = typing();
  early.start();
  window.press('a');
  expect(window.press('k', { ctrlKey: true }).defaultPrevented).toBe(false);
  window.press('Escape');
  expect(window.press('b').defaultPrevented).toBe(false);
  expect(early.take()).toBe('');
});

test('a field that never appears gives the keyboard back', () => {
  vi.useFakeTimers();
  try {
    const { window, typing: early } = typing();
    early.start();
    vi.advanceTimersByTime(5000);
    expect(window.press('a').defaultPrevented).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
