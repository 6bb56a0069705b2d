import { beforeEach, describe, expect, test } from 'vitest';
import {
  createMaskStore,
  hideAfterBlur,
  isAllRevealed,
  isRevealed,
  revealFor,
} from '../../../renderer/ui/mask-store.ts';

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
  test('is masked until requested, one field or all of a case', () => {
    const mask = make();
    expect(isRevealed(mask.getState(), 'a', 'name')).toBe(false);
    mask.getState().reveal('a', 'name');
    expect(isRevealed(mask.getState(), 'a', 'name')).toBe(true);
    expect(isRevealed(mask.getState(), 'a', 'birth')).toBe(false);
    mask.getState().revealAll('a');
    expect(isRevealed(mask.getState(), 'a', 'birth')).toBe(true);
    expect(isAllRevealed(mask.getState(), 'a')).toBe(true);
    expect(isRevealed(mask.getState(), 'b', 'name')).toBe(false);
  });

  test('is masked again five minutes after the last request', () => {
    const mask = make();
    mask.getState().reveal('a', 'name');
    pass(revealFor - 1);
    mask.getState().reveal('a', 'name');
    pass(revealFor - 1);
    expect(isRevealed(mask.getState(), 'a', 'name')).toBe(true);
    pass(1);
    expect(isRevealed(mask.getState(), 'a', 'name')).toBe(false);
  });

  test.each(['keydown', 'pointerdown', 'wheel'])('stays while the window is used, by %s', (event) => {
    const mask = make();
    mask.getState().revealAll('a');
    mask.getState().reveal('b', 'name');
    pass(revealFor - 1);
    window.dispatchEvent(new Event(event));
    pass(revealFor - 1);
    expect(isAllRevealed(mask.getState(), 'a')).toBe(true);
    expect(isRevealed(mask.getState(), 'b', 'name')).toBe(true);
    pass(1);
    expect(mask.getState().revealed.size).toBe(0);
    window.dispatchEvent(new Event(event));
    expect(timers).toEqual([]);
  });

  test('is masked after a minute without focus, and not before', () => {
    const mask = make();
    mask.getState().revealAll('a');
    window.dispatchEvent(new Event('blur'));
    pass(hideAfterBlur - 1);
    window.dispatchEvent(new Event('focus'));
    pass(hideAfterBlur);
    expect(isAllRevealed(mask.getState(), 'a')).toBe(true);
    window.dispatchEvent(new Event('blur'));
    pass(hideAfterBlur);
    expect(isAllRevealed(mask.getState(), 'a')).toBe(false);
  });

  test('is masked at once on request, everything or one case', () => {
    const mask = make();
    mask.getState().reveal('case 1', 'name');
    mask.getState().revealAll('case 12');
    mask.getState().hideAll('case 1');
    expect(isRevealed(mask.getState(), 'case 1', 'name')).toBe(false);
    expect(isAllRevealed(mask.getState(), 'case 12')).toBe(true);
    mask.getState().hideAll();
    expect(mask.getState().revealed.size).toBe(0);
    expect(timers).toEqual([]);
  });

  test('reports masking only if something was revealed', () => {
    const mask = make();
    let changes = 0;
    mask.subscribe(() => changes++);
    mask.getState().hideAll('a');
    expect(changes).toBe(0);
  });
});

describe('masking one field', () => {
  test('masks only that field and stops its timer', () => {
    const store = make();
    store.getState().reveal('case', 'name');
    store.getState().reveal('case', 'number');
    store.getState().hide('case', 'name');
    expect(isRevealed(store.getState(), 'case', 'name')).toBe(false);
    expect(isRevealed(store.getState(), 'case', 'number')).toBe(true);
    expect(timers).toHaveLength(1);
  });

  test('that is masked changes nothing', () => {
    const store = make();
    store.getState().hide('case', 'name');
    expect(store.getState().revealed.size).toBe(0);
  });
});

test('a window that gets the focus first is not masked', () => {
  const store = make();
  store.getState().reveal('case', 'name');
  window.dispatchEvent(new Event('focus'));
  pass(hideAfterBlur);
  expect(isRevealed(store.getState(), 'case', 'name')).toBe(true);
});
