import type { BaseWindow, Dialog, Shell } from 'electron';
import { Failure } from '../../failure.ts';
import { confirm } from './confirm.ts';

/**
 * Opens an address in the system's browser after the user confirmed it (security checklist 15). Only https, without user
 * name and password.
 *
 * @returns false when it was not opened
 * @throws Failure not-supported-here when the system has no browser for it, or refuses
 */
export async function openExternalLink(
  { dialog, shell }: { dialog: Dialog; shell: Shell },
  window: BaseWindow | undefined,
  address: string,
): Promise<boolean> {
  const url = externalAddress(address);
  if (url === undefined) {
    return false;
  }
  const message = `Open ${url.host} in your browser?`;
  if (!(await confirm(dialog, window, { message, detail: url.href, accept: 'Open in browser' }))) {
    return false;
  }
  try {
    await shell.openExternal(url.href);
  } catch (error) {
    throw new Failure({
      code: 'not-supported-here',
      message: `The system could not open ${url.host} in a browser.`,
      hint: 'Copy the address and open it in a browser yourself.',
      retryable: true,
      details: { address: url.href },
      cause: error,
    });
  }
  return true;
}

/**
 * The address as it will be opened, or undefined when it may not be. Its host is in ASCII, so that no look-alike letters
 * appear.
 */
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
