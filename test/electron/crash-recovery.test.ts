import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { recoverFromCrash } from '../../main/hosts/electron/crash-recovery.ts';

describe('a lost page', () => {
  function watched() {
    const contents = new EventEmitter();
    const load = vi.fn();
    const showErrorBox = vi.fn();
    const clock = { now: 1000 };
    recoverFromCrash(contents as unknown as WebContents, { showErrorBox }, load, () => clock.now);
    const lose = (reason: string) => contents.emit('render-process-gone', {}, { reason, exitCode: 1 });
    return { load, showErrorBox, clock, lose };
  }

  it('is loaded again', () => {
    const { load, showErrorBox, lose } = watched();
    lose('crashed');
    expect(load).toHaveBeenCalledOnce();
    expect(showErrorBox).not.toHaveBeenCalled();
  });

  it('is not loaded a third time within a minute; the person is told', () => {
    const { load, showErrorBox, clock, lose } = watched();
    lose('crashed');
    clock.now += 59_000;
    lose('oom');
    expect(load).toHaveBeenCalledOnce();
    expect(showErrorBox).toHaveBeenCalledOnce();
  });

  it('is loaded again when the last time is long ago', () => {
    const { load, clock, lose } = watched();
    lose('crashed');
    clock.now += 61_000;
    lose('crashed');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that ended in order is left alone', () => {
    const { load, lose } = watched();
    lose('clean-exit');
    expect(load).not.toHaveBeenCalled();
  });
});
