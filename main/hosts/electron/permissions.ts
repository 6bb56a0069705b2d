import type { App, Session } from 'electron';
import { isConsolePage } from './addresses.ts';

/**
 * Denies every permission request and check, and every device (security checklist 5), except full screen for the
 * console's own page, used for videos. Main writes the clipboard.
 */
export function refusePermissions(session: Session): void {
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

/** Bluetooth is requested per page, not per session. */
export function refuseBluetooth(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('select-bluetooth-device', (event, _devices, callback) => {
      event.preventDefault();
      callback('');
    });
  });
}
