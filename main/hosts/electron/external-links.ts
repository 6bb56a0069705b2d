import type { BaseWindow, Dialog, Shell } from 'electron';

/**
 * Opens an address in the system's browser after the person has seen where it goes and agreed (security checklist 15).
 * Only https, and nobody's name or password in it.
 *
 * @returns false when it was not opened
 */
export async function openExternalLink(
  { dialog, shell }: { dialog: Dialog; shell: Shell },
  window: BaseWindow | undefined,
  address: string,
): Promise<boolean> {
  const url = externalAddress(address);
  if (url === undefined) return false;
  const question = {
    type: 'question' as const,
    message: `Open ${url.host} in your browser?`,
    detail: url.href,
    buttons: ['Open in browser', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await (window
    ? dialog.showMessageBox(window, question)
    : dialog.showMessageBox(question));
  if (response !== 0) return false;
  await shell.openExternal(url.href);
  return true;
}

/** The address as it will be opened, or undefined where it may not be. Its host is written in ASCII, so that no letter can look like another. */
export function externalAddress(address: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return undefined;
  }
  const allowed = url.protocol === 'https:' && url.username === '' && url.password === '' && url.host !== '';
  return allowed ? url : undefined;
}
