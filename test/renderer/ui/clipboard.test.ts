import { beforeEach, describe, expect, test } from 'vitest';
import { clearCopiesAfter, createClipboard } from '../../../renderer/ui/clipboard.ts';

let content = '';
let focus = true;
let timers: (() => void)[] = [];
let onNextFocus: (() => void)[] = [];
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
  onFocus: (run: () => void) => void onNextFocus.push(run),
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
  onNextFocus = [];
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
    expect([content, copyListeners.size]).toEqual(['', 0]);
  });

  test('is cleared as soon as the window has the focus again', async () => {
    await createClipboard(byPage).copy('Jane', personal);
    focus = false;
    passAMinute();
    expect(content).toBe('Jane');
    focus = true;
    for (const run of onNextFocus) {
      run();
    }
    expect(content).toBe('');
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
