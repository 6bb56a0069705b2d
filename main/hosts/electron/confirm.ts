import type { BaseWindow, Dialog } from 'electron';
import type { Question } from '../../bridge/host.ts';

/** Asks in a dialog of the system. Enter and Escape cancel. */
export async function confirm(
  dialog: Dialog,
  window: BaseWindow | undefined,
  { message, detail, accept }: Question,
): Promise<boolean> {
  const question = {
    type: 'question' as const,
    message,
    detail,
    buttons: [accept, 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await (window
    ? dialog.showMessageBox(window, question)
    : dialog.showMessageBox(question));
  return response === 0;
}
