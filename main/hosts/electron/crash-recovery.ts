import type { BrowserWindow, Dialog } from 'electron';

/** A second crash within this time is not recovered automatically, in milliseconds. */
const tooSoonMs = 60_000;

/**
 * The time after a refused close in which Electron may report that the page does not respond, in milliseconds. It starts a timer of five
 * seconds at `close`, which only closing or `responsive` ends (lib/browser/api/browser-window.ts).
 */
const falseReportMs = 6000;

export interface Recovery {
  dialog: Pick<Dialog, 'showMessageBox'>;
  /** Loads the page; rejects only when it cannot be loaded. */
  load(): Promise<void>;
  failed(error: unknown): void;
  quit(): void;
  /** Milliseconds on a monotonic clock. */
  now(): number;
}

/**
 * Reloads the page after its process crashed. After two crashes within a minute, and when the page does not respond, the
 * user decides.
 */
export function recoverFromCrash(window: BrowserWindow, { dialog, load, failed, quit, now }: Recovery): void {
  const contents = window.webContents;
  let last: number | undefined;
  const again = () => {
    if (!window.isDestroyed()) {
      load().catch(failed);
    }
  };
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') {
      return;
    }
    const isSecond = last !== undefined && now() - last < tooSoonMs;
    last = now();
    // In a later task: `did-stop-loading` of the crashed page follows this event and would end the new load as well.
    if (!isSecond) {
      setImmediate(again);
    } else {
      void decide(window, dialog, reason).then((reload) => (reload ? again() : quit()), failed);
    }
  });

  let dialogAbort: AbortController | undefined;
  const answered = () => {
    dialogAbort?.abort();
    dialogAbort = undefined;
  };
  // Undefined unless a close was refused; infinite while the question is open, in which that timer may run as well.
  let reportsAreFalseUntil: number | undefined;
  contents.prependListener('will-prevent-unload', () => {
    reportsAreFalseUntil = Number.POSITIVE_INFINITY;
  });
  contents.on('will-prevent-unload', () => {
    reportsAreFalseUntil = now() + falseReportMs;
  });
  window.on('unresponsive', () => {
    const isFalse = reportsAreFalseUntil !== undefined && now() < reportsAreFalseUntil;
    reportsAreFalseUntil = undefined;
    if (isFalse || dialogAbort) {
      return;
    }
    dialogAbort = new AbortController();
    void waitOrReload(window, dialog, dialogAbort.signal).then((reload) => {
      dialogAbort = undefined;
      // The process may hang for good, and a reload would wait for it. Ending it triggers the recovery above.
      if (reload && !window.isDestroyed()) {
        contents.forcefullyCrashRenderer();
      }
    }, failed);
  });
  window.on('responsive', answered);
  window.once('closed', answered);
}

async function decide(window: BrowserWindow, dialog: Recovery['dialog'], reason: string): Promise<boolean> {
  const question = {
    type: 'error' as const,
    message: 'The window stopped working twice within a minute',
    detail: `Nothing in the service was changed by this (${reason}).`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  };
  // A hidden window cannot show a dialog.
  const isShown = !window.isDestroyed() && window.isVisible();
  const { response } = await (isShown
    ? dialog.showMessageBox(window, question)
    : dialog.showMessageBox(question));
  return response === 0;
}

async function waitOrReload(
  window: BrowserWindow,
  dialog: Recovery['dialog'],
  signal: AbortSignal,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The window is not responding',
    detail: 'You can wait, or reload it. Reloading discards unsaved input.',
    buttons: ['Wait', 'Reload'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1;
}
