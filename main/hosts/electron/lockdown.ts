import { type App, protocol, type Session, type WebContents } from 'electron';
import { mediaScheme, pageScheme } from './addresses.ts';
import { blockRemoteRequests } from './block-remote-requests.ts';
import { refuseBluetooth, refusePermissions } from './permissions.ts';
import { noSandbox } from './switches.ts';

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

/** Cancels every download started by a page: main saves files where the user chose. */
function refuseDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}

/**
 * Refuses every navigation, redirect and new window (security checklist 13, 14). Main loads the console's only page,
 * which never navigates.
 */
function refuseNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents) => lock(contents));
}

function lock(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Registers the two custom schemes as standard and secure, so that the page has an origin, a policy and secure-context
 * features without `file:` (security checklist 18). Must run once, before `ready`.
 *
 * Neither bypasses the page's policy. Media have another origin than the page, so that no medium can act as the page;
 * `corsEnabled` lets the page read them, and `stream` lets players seek.
 */
function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      // Compiled scripts of the interface are cached for the next start.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
    {
      scheme: mediaScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true },
    },
  ]);
}

/** Refuses every `<webview>` (security checklist 11, 12), in case `webviewTag`, which is off, is ever turned on. */
function refuseWebviews(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event, preferences, params) => {
      event.preventDefault();
      delete preferences.preload;
      params.src = '';
    });
  });
}
