import type { Dialog, WebContents } from 'electron';

/** A page that is lost again so soon will be lost a third time, in milliseconds. */
const tooSoonMs = 60_000;

/**
 * Loads the page again when its process is lost, since what it showed can be read again; but not in a circle.
 *
 * @param now milliseconds that only grow
 */
export function recoverFromCrash(
  contents: WebContents,
  dialog: Pick<Dialog, 'showErrorBox'>,
  load: () => void,
  now: () => number,
): void {
  let last: number | undefined;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const again = last !== undefined && now() - last < tooSoonMs;
    last = now();
    if (!again) load();
    else {
      dialog.showErrorBox(
        'The window stopped twice within a minute',
        `Assay does not try a third time by itself (${reason}). Close it and start it again; nothing in the service was changed by this.`,
      );
    }
  });
}
