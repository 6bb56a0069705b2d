import type { Session } from 'electron';
import { mediaScheme, pageScheme } from './addresses.ts';

/** `blob:` is the page's own memory; `devtools:` is the runtime's, and cannot open in a packaged build. */
const ownSchemes = new Set([`${pageScheme}:`, `${mediaScheme}:`, 'blob:', 'devtools:']);

/**
 * Gives a session's pages no network access: requests for anything but the console's own content are cancelled (security checklist 1), web
 * sockets and `net.request` included. Main's requests to the service do not pass here. A second call replaces the first, as
 * `onBeforeRequest` keeps only the last listener.
 *
 * @param origin the one remote origin it may reach, such as `https://updates.example`
 */
export function blockRemoteRequests(session: Session, origin?: string): void {
  session.webRequest.onBeforeRequest((details, callback) =>
    callback({ cancel: !isAllowed(details.url, origin) }),
  );
}

function isAllowed(address: string, origin: string | undefined): boolean {
  const url = URL.parse(address);
  return url !== null && (ownSchemes.has(url.protocol) || (origin !== undefined && url.origin === origin));
}
