import type { App, Session } from 'electron';
import { blockRemoteRequests } from './block-remote-requests.ts';
import { refuseDownloads } from './downloads.ts';
import { refuseNavigation } from './navigation.ts';
import { refuseBluetooth, refusePermissions } from './permissions.ts';
import { registerSchemes } from './schemes.ts';
import { refuseWebviews } from './webview.ts';

/** Security settings before `ready`: every renderer sandboxed (security checklist 4), no navigation and no embedded pages. */
export function lockApplication(app: App): void {
  app.enableSandbox();
  registerSchemes();
  refuseNavigation(app);
  refuseWebviews(app);
  refuseBluetooth(app);
}

/** Security settings of every session, before a page is loaded in it. */
export function lockSessions(app: App, defaultSession: Session): void {
  lockSession(defaultSession);
  app.on('session-created', (session) => {
    if (session !== defaultSession) {
      lockSession(session);
    }
  });
}

function lockSession(session: Session): void {
  refusePermissions(session);
  blockRemoteRequests(session);
  refuseDownloads(session);
  session.setSpellCheckerEnabled(false);
}
