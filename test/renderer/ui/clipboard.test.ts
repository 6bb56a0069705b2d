import { beforeEach, describe, expect, test } from 'vitest';
import { clearCopiesAfter, createClipboard } from '../../../renderer/ui/clipboard.ts';

let content = '';
let focus = true;
let timers: (() => void)[] = [];
let blurListeners: Set<() => void> = new Set();
let copyListeners: Set<() => void> = new Set();
const byPage = () => ({
  byHost: undefined,
  page: {
    async writeText(text: string) {
      if (!focus) {
        throw new Error('the document does not have the focus');
      }
      content = text;
    },
  },
  hasFocus: () => focus,
  onBlur(run: () => void) {
    blurListeners.add(run);
    return () => blurListeners.delete(run);
  },
  onCopyByHand(run: () => void) {
    copyListeners.add(run);
    return () => copyListeners.delete(run);
  },
  after(ms: number, run: () => void) {
    expect(ms).toBe(clearCopiesAfter);
    timers.push(run);
    return () => {
      timers = timers.filter((each) => each !== run);
    };
  },
});
const passAMinute = () => {
  const due = timers;
  timers = [];
  for (const run of due) {
    run();
  }
};
beforeEach(() => {
  content = '';
  focus = true;
  timers = [];
  blurListeners = new Set();
  copyListeners = new Set();
});
const personal = { clearAfterMs: clearCopiesAfter };

describe('a copy made by the page', () => {
  test('of an id is kept', async () => {
    await createClipboard(byPage).copy('id-1');
    expect([content, timers.length]).toEqual(['id-1', 0]);
  });

  test('of personal data is cleared from the clipboard', async () => {
    await createClipboard(byPage).copy('Jane', personal);
    expect(content).toBe('Jane');
    passAMinute();
    expect([content, copyListeners.size, blurListeners.size]).toEqual(['', 0, 0]);
  });

  test('is not cleared once another program may have written the clipboard', async () => {
    await createClipboard(byPage).copy('Jane', personal);
    for (const run of [...blurListeners]) {
      run();
    }
    content = 'of another program';
    passAMinute();
    expect(content).toBe('of another program');
    expect([blurListeners.size, copyListeners.size, timers.length]).toEqual([0, 0, 0]);
  });

  test('is not cleared if something else was copied after it', async () => {
    const clipboard = createClipboard(byPage);
    await clipboard.copy('Jane', personal);
    await clipboard.copy('id-1');
    passAMinute();
    expect(content).toBe('id-1');
    await clipboard.copy('Jane', personal);
    content = 'selected by hand';
    for (const run of [...copyListeners]) {
      run();
    }
    passAMinute();
    expect(content).toBe('selected by hand');
  });
});

test('is made by the host if possible, including clearing', async () => {
  const asked: unknown[] = [];
  const clipboard = createClipboard(() => ({
    ...byPage(),
    byHost: async (...all: unknown[]) => void asked.push(all),
  }));
  await clipboard.copy('Jane', personal);
  expect([asked, content, timers.length]).toEqual([[['Jane', clearCopiesAfter]], '', 0]);
});
