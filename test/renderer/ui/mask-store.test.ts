import { beforeEach, describe, expect, test } from 'vitest';
import { createMaskStore, isShown, maskAfter } from '../../../renderer/ui/mask-store.ts';

let now = 0;
let timers: { at: number; run(): void }[] = [];
const after = (ms: number, run: () => void) => {
  const timer = { at: now + ms, run };
  timers.push(timer);
  return () => {
    timers = timers.filter((each) => each !== timer);
  };
};
function pass(ms: number) {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { run } of due) {
    run();
  }
}
let window: EventTarget;
const make = () => createMaskStore(window as Window, { after });
beforeEach(() => {
  now = 0;
  timers = [];
  window = new EventTarget();
});

describe('personal data', () => {
  test('is masked until requested, and again ten minutes after the last request', () => {
    const mask = make();
    expect(isShown(mask.getState())).toBe(false);
    mask.getState().show();
    pass(maskAfter - 1);
    mask.getState().show();
    pass(maskAfter - 1);
    expect(isShown(mask.getState())).toBe(true);
    pass(1);
    expect(isShown(mask.getState())).toBe(false);
    expect(mask.getState().timesMasked).toBe(1);
  });

  test.each(['keydown', 'pointerdown', 'wheel'])('stays while the window is used, by %s', (event) => {
    const mask = make();
    mask.getState().show();
    pass(maskAfter - 1);
    window.dispatchEvent(new Event(event));
    pass(maskAfter - 1);
    expect(isShown(mask.getState())).toBe(true);
    pass(1);
    expect(isShown(mask.getState())).toBe(false);
    // Using the window does not show what is masked.
    window.dispatchEvent(new Event(event));
    expect(isShown(mask.getState())).toBe(false);
    expect(timers).toEqual([]);
  });

  test('stays after ten minutes from now at most, which can be read', () => {
    expect(maskAfter).toBe(600_000);
    const before = Date.now();
    const mask = make();
    mask.getState().show();
    const until = mask.getState().shownUntil ?? 0;
    expect(until).toBeGreaterThanOrEqual(before + maskAfter);
    expect(until).toBeLessThanOrEqual(Date.now() + maskAfter);
  });

  test('stays also where what is used lets no event go on, and delays none', () => {
    const options: unknown[] = [];
    const listening = { addEventListener: (...[, , given]: unknown[]) => options.push(given) };
    createMaskStore(listening as Pick<Window, 'addEventListener'>, { after });
    const one = { capture: true, passive: true };
    expect(options).toEqual([one, one, one]);
  });

  test('stays masked where the system refuses, which is asked only while it is masked', async () => {
    const answers = [false, true];
    let asked = 0;
    const mask = createMaskStore(window as Window, { after }, async () => {
      asked += 1;
      return answers.shift() ?? false;
    });
    expect(await mask.getState().show()).toBe(false);
    expect(isShown(mask.getState())).toBe(false);
    expect(await mask.getState().show()).toBe(true);
    window.dispatchEvent(new Event('keydown'));
    expect([isShown(mask.getState()), asked]).toEqual([true, 2]);
  });

  test('is masked at once on request, and its timer is stopped', () => {
    const mask = make();
    mask.getState().show();
    mask.getState().mask();
    expect(isShown(mask.getState())).toBe(false);
    expect(timers).toEqual([]);
    // A value that was shown by itself is hidden, too.
    mask.getState().mask();
    expect(mask.getState().timesMasked).toBe(2);
  });
});
