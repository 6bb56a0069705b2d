import type { App, Session } from 'electron';

/**
 * Denies every permission a page could ask for, asked or checked, and every device (security checklist 5). The console
 * needs none: the clipboard is written by main, and full screen is the menu's.
 */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
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

/** Bluetooth is chosen per page, not per session. */
export function refuseBluetooth(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('select-bluetooth-device', (event, _devices, callback) => {
      event.preventDefault();
      callback('');
    });
  });
}
