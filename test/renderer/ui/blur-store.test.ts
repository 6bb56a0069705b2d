import { expect, test } from 'vitest';
import { createBlurStore } from '../../../renderer/ui/blur-store.ts';

function harness(hasFocus: boolean) {
  const target = new EventTarget();
  const due: { ms: number; run(): void }[] = [];
  const window = Object.assign(target, { document: { hasFocus: () => hasFocus } });
  const store = createBlurStore(window as never, {
    after(ms, run) {
      const entry = { ms, run };
      due.push(entry);
      return () => due.splice(due.indexOf(entry), 1);
    },
  });
  return {
    isBlurred: () => store.getState().isBlurred,
    blur: () => store.getState().blur(),
    send: (name: string) => target.dispatchEvent(new Event(name)),
    pass: () => {
      for (const { run } of due.splice(0)) {
        run();
      }
    },
    waits: () => due.map(({ ms }) => ms),
  };
}

test('the contents are blurred until the window has the focus', () => {
  const window = harness(false);
  expect(window.isBlurred()).toBe(true);
  window.send('focus');
  expect(window.isBlurred()).toBe(false);
  expect(harness(true).isBlurred()).toBe(false);
});

test('and again when it has been without it for a minute, not before', () => {
  const window = harness(true);
  window.send('blur');
  expect(window.isBlurred()).toBe(false);
  expect(window.waits()).toEqual([60_000]);
  window.send('focus');
  expect(window.waits()).toEqual([]);
  window.send('blur');
  window.pass();
  expect(window.isBlurred()).toBe(true);
});

test.each(['focus', 'keydown', 'pointerdown'])('a locked screen blurs it until the next %s', (event) => {
  const window = harness(true);
  window.blur();
  expect(window.isBlurred()).toBe(true);
  window.send(event);
  expect(window.isBlurred()).toBe(false);
});
