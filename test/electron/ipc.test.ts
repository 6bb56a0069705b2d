import type { IpcMain } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openIpc } from '../../main/hosts/electron/ipc.ts';
import { createElectronDouble, type ElectronDouble } from './double/electron.ts';
import type { DoubleContents } from './double/window.ts';

const address = 'assay-app://console/';
const facts = { appPath: '/', userData: '/', downloads: '/', isPackaged: false, otherInstance: false };

describe('the messages of a page', () => {
  let double: ElectronDouble;
  let contents: DoubleContents;
  const listener = { ready: vi.fn(), unready: vi.fn() };
  /** Clients like those of dispatch: calls wait until their client is closed. */
  const closed = vi.fn();
  const dispatch = {
    client: () => {
      const end = Promise.withResolvers<void>();
      return {
        invoke: async ({ operation }: { operation: string }) => {
          if (operation === 'application.ready') {
            return { ok: true as const, value: {} };
          }
          await end.promise;
          return { ok: true as const, value: 'cancelled' };
        },
        cancel: () => undefined,
        close: () => {
          closed();
          end.resolve();
        },
      };
    },
  };
  const invoke = (operation: string) => {
    const frame = contents.frame ?? null;
    return double.ipc.invoke({ contents: contents.api, frame }, 'assay:invoke', ['1', operation, {}]);
  };

  beforeEach(async () => {
    double = createElectronDouble(facts);
    const protocol = double.module.protocol as Electron.Protocol;
    protocol.registerSchemesAsPrivileged([{ scheme: 'assay-app', privileges: { standard: true } }]);
    double.app.becomeReady();
    double.session.api.protocol.handle('assay-app', () => new Response('<html></html>'));
    const Window = double.module.BrowserWindow as new (options: object) => Electron.BrowserWindow;
    const window = new Window({});
    const [first] = double.windows;
    if (!first) {
      throw new Error('No window.');
    }
    contents = first.contents;
    const ipc = openIpc(double.ipc.api as IpcMain, dispatch, { emit: vi.fn(), subscribe: () => vi.fn() });
    ipc.admit(window.webContents, listener);
    await window.loadURL(address);
    listener.ready.mockClear();
    listener.unready.mockClear();
    closed.mockClear();
  });

  test('counts as listening only when the page reports it', async () => {
    void invoke('conversations.open');
    await vi.waitFor(() => expect(double.ipc.channels).toContain('assay:invoke'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(listener.ready).not.toHaveBeenCalled();
    await invoke('application.ready');
    expect(listener.ready).toHaveBeenCalledOnce();
  });

  test('keep their calls when a navigation is refused or stays within the page', async () => {
    const waiting = invoke('conversations.open');
    contents.events.on('will-frame-navigate', (event: Event) => event.preventDefault());
    contents.navigate('https://example.com/');
    contents.navigateInPage(`${address}#deletion`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).not.toHaveBeenCalled();
    expect(listener.unready).not.toHaveBeenCalled();
    // Without this the call would wait forever.
    contents.crash('crashed');
    await waiting;
  });

  test('end with their calls once another page has replaced it', async () => {
    const waiting = invoke('conversations.open');
    await new Promise((resolve) => setImmediate(resolve));
    await contents.load(address);
    expect(await waiting).toEqual({ ok: true, value: 'cancelled' });
    expect(listener.unready).toHaveBeenCalledOnce();
  });

  test.each(['crash', 'destroy'] as const)('end with their calls when the page is gone (%s)', async (end) => {
    const waiting = invoke('conversations.open');
    await new Promise((resolve) => setImmediate(resolve));
    contents[end]('crashed');
    expect(await waiting).toEqual({ ok: true, value: 'cancelled' });
  });
});
