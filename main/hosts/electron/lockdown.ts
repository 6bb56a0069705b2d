import type { App, Session } from 'electron';
import { blockRemoteRequests } from './block-remote-requests.ts';
import { refuseDownloads } from './downloads.ts';
import { refuseNavigation } from './navigation.ts';
import { refuseBluetooth, refusePermissions } from './permissions.ts';
import { registerSchemes } from './schemes.ts';
import { noSandbox } from './switches.ts';
import { refuseWebviews } from './webview.ts';

/**
 * Security settings before `ready`: every renderer sandboxed (security checklist 4), no navigation and no embedded pages.
 * `enableSandbox` would remove `--no-sandbox` for the processes that follow those it already applies to, which root cannot start.
 */
export function lockApplication(app: App): void {
  if (!app.commandLine.hasSwitch(noSandbox)) {
    app.enableSandbox();
  }
  registerSchemes();
  refuseNavigation(app);
  refuseWebviews(app);
  refuseBluetooth(app);
}

/**
 * Security settings of every session, before a page is loaded in it.
 *
 * @param devServer the origin whose web socket reloads the page; only under `npm run dev`
 */
export function lockSessions(app: App, defaultSession: Session, devServer?: string): void {
  const lockSession = (session: Session) => {
    refusePermissions(session);
    blockRemoteRequests(session, devServer?.replace(/^http/, 'ws'));
    refuseDownloads(session);
    session.setSpellCheckerEnabled(false);
  };
  lockSession(defaultSession);
  app.on('session-created', (session) => {
    if (session !== defaultSession) {
      lockSession(session);
    }
  });
}
