import { type App, protocol, type Session, type WebContents } from 'electron';
import { isConsolePage, mediaScheme, pageScheme } from './addresses.ts';
import { blockRemoteRequests } from './block-remote-requests.ts';
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
  app.on('web-contents-created', (_event, contents) => lock(contents));
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
 * Refuses every navigation, redirect and new window (security checklist 13, 14), every `<webview>` (11, 12), in case `webviewTag`, which is
 * off, is ever turned on, and Bluetooth, which is requested per page. Main loads the console's only page, which never navigates.
 */
function lock(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event, preferences, params) => {
    event.preventDefault();
    delete preferences.preload;
    params.src = '';
  });
  contents.on('select-bluetooth-device', (event, _devices, callback) => {
    event.preventDefault();
    callback('');
  });
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

/**
 * Denies every permission request and check, and every device (security checklist 5), except full screen for the
 * console's own page, used for videos. Main writes the clipboard.
 */
function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(mayFillScreen(permission, requestingUrl, isMainFrame)),
  );
  session.setPermissionCheckHandler((_contents, permission, _origin, { requestingUrl, isMainFrame }) =>
    mayFillScreen(permission, requestingUrl, isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  if (process.platform !== 'darwin') {
    session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  }
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses);
  session.on('select-hid-device', (event, _details, callback) => {
    event.preventDefault();
    callback();
  });
  session.on('select-serial-port', (event, _ports, _contents, callback) => {
    event.preventDefault();
    callback('');
  });
  session.on('select-usb-device', (event, _details, callback) => {
    event.preventDefault();
    callback();
  });
}

function mayFillScreen(permission: string, requestingUrl: string | undefined, isMainFrame: boolean): boolean {
  return (
    permission === 'fullscreen' && isMainFrame && requestingUrl !== undefined && isConsolePage(requestingUrl)
  );
}
