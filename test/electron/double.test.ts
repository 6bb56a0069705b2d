import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, BrowserWindow, Protocol, Session } from 'electron';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expose } from './double/context-bridge.ts';
import { createElectronDouble, type ElectronDouble } from './double/electron.ts';
import { runPreload } from './double/preload-world.ts';
import { cross } from './double/strict.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-double-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('the double of Electron keeps to its order', () => {
  let double: ElectronDouble;
  let app: App;
  let protocol: Protocol;
  let Window: new (options: object) => BrowserWindow;
  const session = () => (double.module.session as { defaultSession: Session }).defaultSession;
  beforeEach(() => {
    double = createElectronDouble({
      appPath: directory,
      userData: directory,
      downloads: directory,
      isPackaged: false,
      otherInstance: false,
    });
    app = double.module.app as App;
    protocol = double.module.protocol as Protocol;
    Window = double.module.BrowserWindow as typeof Window;
  });

  it('the sandbox, the schemes and the data directory are settled before ready', () => {
    double.app.becomeReady();
    expect(() => app.enableSandbox()).toThrow('before app is ready');
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('before app is ready');
    expect(() => app.setPath('userData', directory)).toThrow('before app is ready');
  });

  it('schemes are registered once, and served only when they were', () => {
    protocol.registerSchemesAsPrivileged([{ scheme: 'own', privileges: {} }]);
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('only once');
    double.app.becomeReady();
    expect(() => session().protocol.handle('other', () => new Response())).toThrow('never registered');
    session().protocol.handle('own', () => new Response());
    expect(() => session().protocol.handle('own', () => new Response())).toThrow('Failed to register');
  });

  it('windows and sessions come after ready', () => {
    expect(() => new Window({})).toThrow('after app is ready');
    expect(() => session()).toThrow('after app is ready');
    double.app.becomeReady();
    expect(new Window({}).isDestroyed()).toBe(false);
  });

  it('a data directory must be there', () => {
    expect(() => app.setPath('userData', join(directory, 'missing'))).toThrow('no such directory');
  });

  it('a window that was closed answers nothing', () => {
    double.app.becomeReady();
    const window = new Window({});
    [...double.windows][0]?.close();
    expect(window.isDestroyed()).toBe(true);
    expect(() => window.show()).toThrow('Object has been destroyed');
    expect(() => window.webContents.send('x')).toThrow('Object has been destroyed');
  });

  it('what is not doubled cannot be used', () => {
    expect(() => app.getGPUInfo('basic')).toThrow('no app.getGPUInfo');
    expect(() => protocol.registerFileProtocol('x', () => undefined)).toThrow(
      'no protocol.registerFileProtocol',
    );
  });
});

describe('what crosses', () => {
  it('crosses by structured clone between processes', () => {
    expect(() => cross([() => undefined])).toThrow('could not be cloned');
    class Point {
      readonly x = 1;
      area() {
        return this.x;
      }
    }
    expect(cross(new Point())).toEqual({ x: 1 });
    expect(cross(new Point())).not.toHaveProperty('area');
  });

  it('crosses the context bridge frozen, as copies, with functions that copy too', async () => {
    const inner = {
      list: [1],
      bytes: new Uint8Array([1, 2]),
      give: async (value: object) => ({ value, extra: 1 }),
    };
    const outer = expose(inner) as typeof inner;
    expect(outer).not.toBe(inner);
    expect(Object.isFrozen(outer) && Object.isFrozen(outer.list)).toBe(true);
    expect(outer.bytes).toEqual(inner.bytes);
    expect(outer.bytes).not.toBe(inner.bytes);
    const given = { a: 1 };
    const got = await outer.give(given);
    expect(got).toEqual({ value: given, extra: 1 });
    expect(got.value).not.toBe(given);
  });

  it('lets only the words of an error across the context bridge', async () => {
    const outer = expose({
      fail: async () => {
        throw Object.assign(new Error('words'), { secret: 'kept' });
      },
    }) as { fail(): Promise<void> };
    await expect(outer.fail()).rejects.toSatisfy((error: object) => !('secret' in error));
  });
});

describe('a preload script', () => {
  const line = { invoke: async () => undefined, send: () => undefined };
  const run = (source: string) => {
    const path = join(directory, 'preload.cjs');
    writeFileSync(path, source);
    return runPreload(path, line);
  };

  it.each(['fs', 'node:child_process', 'path', 'zod', './another.js'])('cannot require %s', (name) => {
    expect(() => run(`require(${JSON.stringify(name)})`)).toThrow('module not found');
  });

  it('has no Node of its own', () => {
    expect(run('require("electron").contextBridge.exposeInMainWorld("a", typeof process)').exposed.a).toBe(
      'undefined',
    );
    expect(() => run('import fs from "node:fs"')).toThrow();
  });

  it('meets only the doubled part of Electron', () => {
    expect(() => run('require("electron").webFrame')).toThrow('no preload electron.webFrame');
    expect(() => run('require("electron").ipcRenderer.sendSync("x")')).toThrow('no ipcRenderer.sendSync');
  });

  it('exposes a name once', () => {
    const twice = 'const { contextBridge: c } = require("electron"); c.exposeInMainWorld("a", 1);';
    expect(() => run(`${twice} c.exposeInMainWorld("a", 2)`)).toThrow('existing property');
  });
});
