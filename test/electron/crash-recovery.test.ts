import { EventEmitter } from 'node:events';
import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { recoverFromCrash } from '../../main/hosts/electron/crash-recovery.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a crashed page', () => {
  function watched(answer = 0) {
    const contents = Object.assign(new EventEmitter(), { forcefullyCrashRenderer: vi.fn() });
    const window = Object.assign(new EventEmitter(), {
      webContents: contents,
      isDestroyed: () => false,
      isVisible: () => true,
    });
    const asked: MessageBoxOptions[] = [];
    const clock = { now: 1000 };
    const parts = {
      load: vi.fn(async () => undefined),
      failed: vi.fn(),
      quit: vi.fn(),
      now: () => clock.now,
      dialog: {
        showMessageBox: async (...given: unknown[]) => {
          asked.push(given.at(-1) as MessageBoxOptions);
          return { response: answer, checkboxChecked: false };
        },
      },
    };
    recoverFromCrash(window as unknown as BrowserWindow, parts);
    const lose = (reason: string) => contents.emit('render-process-gone', {}, { reason, exitCode: 1 });
    return { ...parts, window, contents, asked, clock, lose };
  }

  test('is reloaded, in a later task', async () => {
    const { load, asked, lose } = watched();
    lose('crashed');
    expect(load).not.toHaveBeenCalled();
    await nextTurn();
    expect(load).toHaveBeenCalledOnce();
    expect(asked).toEqual([]);
  });

  test('is not reloaded a third time within a minute unless the user agrees', async () => {
    const quits = watched(1);
    quits.lose('crashed');
    await nextTurn();
    quits.clock.now += 59_000;
    quits.lose('oom');
    await vi.waitFor(() => expect(quits.quit).toHaveBeenCalledOnce());
    expect(quits.load).toHaveBeenCalledOnce();
    expect(quits.asked).toMatchObject([{ buttons: ['Reload', 'Quit'] }]);
    const reloads = watched(0);
    reloads.lose('crashed');
    reloads.lose('crashed');
    await vi.waitFor(() => expect(reloads.load).toHaveBeenCalledTimes(2));
    expect(reloads.quit).not.toHaveBeenCalled();
  });

  test('is reloaded if the last crash was long ago', async () => {
    const { load, clock, lose } = watched();
    lose('crashed');
    clock.now += 61_000;
    lose('crashed');
    await nextTurn();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('that ended normally is left alone', async () => {
    const { load, lose } = watched();
    lose('clean-exit');
    await nextTurn();
    expect(load).not.toHaveBeenCalled();
  });

  test('that cannot be reloaded is a failure', async () => {
    const { load, failed, lose } = watched();
    load.mockRejectedValueOnce(new Error('gone'));
    lose('crashed');
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
  });

  test('that does not respond is ended if the user agrees, after one question', async () => {
    const waits = watched(0);
    waits.window.emit('unresponsive');
    waits.window.emit('unresponsive');
    await nextTurn();
    expect(waits.asked).toMatchObject([{ buttons: ['Wait', 'Reload'] }]);
    expect(waits.contents.forcefullyCrashRenderer).not.toHaveBeenCalled();
    const reloads = watched(1);
    reloads.window.emit('unresponsive');
    await vi.waitFor(() => expect(reloads.contents.forcefullyCrashRenderer).toHaveBeenCalledOnce());
  });

  test('that responds again closes the question', () => {
    const { window, asked } = watched();
    window.emit('unresponsive');
    expect(asked[0]?.signal?.aborted).toBe(false);
    window.emit('responsive');
    expect(asked[0]?.signal?.aborted).toBe(true);
  });
});
