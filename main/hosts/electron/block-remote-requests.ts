import type { Session } from 'electron';
import { mediaScheme, pageScheme } from './addresses.ts';

/** `blob:` is the page's own memory; `devtools:` is the runtime's, and cannot open in a packaged build. */
const ownSchemes = new Set([`${pageScheme}:`, `${mediaScheme}:`, 'blob:', 'devtools:']);

/**
 * Gives the page no network access: requests for anything but the console's own content are cancelled (security
 * checklist 1). Main's requests to the service do not pass here.
 */
export function blockRemoteRequests(session: Session): void {
  session.webRequest.onBeforeRequest((details, callback) => callback({ cancel: !isOwn(details.url) }));
}

function isOwn(address: string): boolean {
  try {
    return ownSchemes.has(new URL(address).protocol);
  } catch {
    return false;
  }
}
