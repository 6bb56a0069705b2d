import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, BrowserWindow, Event, Protocol, Session, Shell } from 'electron';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProcessEnded } from './double/app.ts';
import { expose } from './double/context-bridge.ts';
import { createElectronDouble, type ElectronDouble } from './double/electron.ts';
import { runPreload } from './double/preload-world.ts';
import { cross } from './double/strict.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-double-'));
afterAll(() => rmSync(directory, { recursive: true }));

const facts = {
  appPath: directory,
  userData: directory,
  downloads: directory,
  isPackaged: false,
  otherInstance: false,
};

describe('the double of Electron enforces its order of calls', () => {
  let double: ElectronDouble;
  let app: App;
  let protocol: Protocol;
  let Window: new (options: object) => BrowserWindow;
  const session = () => (double.module.session as { defaultSession: Session }).defaultSession;
  beforeEach(() => {
    double = createElectronDouble(facts);
    app = double.module.app as App;
    protocol = double.module.protocol as Protocol;
    Window = double.module.BrowserWindow as typeof Window;
  });

  test('the sandbox, the schemes and the data directory are set before ready', () => {
    double.app.becomeReady();
    expect(() => app.enableSandbox()).toThrow('before app is ready');
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('before app is ready');
    expect(() => app.setPath('userData', directory)).toThrow('before app is ready');
  });

  test('schemes are registered once, and served only if they were', () => {
    protocol.registerSchemesAsPrivileged([{ scheme: 'own', privileges: {} }]);
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('only once');
    double.app.becomeReady();
    expect(() => session().protocol.handle('other', () => new Response())).toThrow('never registered');
    session().protocol.handle('own', () => new Response());
    expect(() => session().protocol.handle('own', () => new Response())).toThrow('Failed to register');
  });

  test('windows and sessions come after ready', () => {
    expect(() => new Window({})).toThrow('after app is ready');
    expect(() => session()).toThrow('after app is ready');
    double.app.becomeReady();
    expect(new Window({}).isDestroyed()).toBe(false);
  });

  test('a data directory must exist', () => {
    expect(() => app.setPath('userData', join(directory, 'missing'))).toThrow('no such directory');
  });

  test('a closed window cannot be used', async () => {
    double.app.becomeReady();
    const window = new Window({});
    await [...double.windows][0]?.close();
    expect(window.isDestroyed()).toBe(true);
    expect(() => window.show()).toThrow('Object has been destroyed');
    expect(() => window.webContents.send('x')).toThrow('Object has been destroyed');
  });

  test('members that are not doubled cannot be used', () => {
    expect(() => app.getGPUInfo('basic')).toThrow('no app.getGPUInfo');
    expect(() => protocol.registerFileProtocol('x', () => undefined)).toThrow(
      'no protocol.registerFileProtocol',
    );
  });
});

describe('messages', () => {
  test('cross by structured clone between processes', () => {
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

  test('cross the context bridge frozen, as copies, with functions that copy too', async () => {
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

  test('lose symbols at the context bridge, as keys and as values', () => {
    const outer = expose({ [Symbol('key')]: 1, mark: Symbol('value'), kept: 2 }) as Record<
      PropertyKey,
      unknown
    >;
    expect(Reflect.ownKeys(outer).filter((key) => typeof key === 'symbol')).toEqual([]);
    expect(outer).toEqual({ mark: undefined, kept: 2 });
  });

  test('carry only the message of an error across the context bridge', async () => {
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

  test.each(['fs', 'node:child_process', 'path', 'zod', './another.js'])('cannot require %s', (name) => {
    expect(() => run(`require(${JSON.stringify(name)})`)).toThrow('module not found');
  });

  test('has only polyfilled parts of Node: a process without access to Node, Buffer and immediates', () => {
    const facts = `[process.type, process.sandboxed, typeof process.versions.node, typeof process.binding,
      typeof process.getBuiltinModule, typeof process.exit, typeof Buffer.from, typeof setImmediate]`;
    const { exposed } = run(`require("electron").contextBridge.exposeInMainWorld("a", ${facts})`);
    expect(exposed.a).toEqual([
      ...['renderer', true, 'string', 'undefined', 'undefined', 'undefined', 'function', 'function'],
    ]);
    expect(() => run('import fs from "node:fs"')).toThrow();
  });

  test('has only the doubled part of Electron', () => {
    expect(() => run('require("electron").webFrame')).toThrow('no preload electron.webFrame');
    expect(() => run('require("electron").ipcRenderer.sendSync("x")')).toThrow('no ipcRenderer.sendSync');
  });

  test('exposes a name only once', () => {
    const twice = 'const { contextBridge: c } = require("electron"); c.exposeInMainWorld("a", 1);';
    expect(() => run(`${twice} c.exposeInMainWorld("a", 2)`)).toThrow('existing property');
  });
});

describe('a request of a page', () => {
  let double: ElectronDouble;
  const own = 'own://page';
  beforeEach(() => {
    double = createElectronDouble(facts);
    const privileges = { standard: true, supportFetchAPI: true, corsEnabled: true };
    (double.module.protocol as Protocol).registerSchemesAsPrivileged([{ scheme: 'own', privileges }]);
    double.app.becomeReady();
  });
  const handle = (handler: (request: Request) => Response | Promise<Response>) =>
    double.session.api.protocol.handle('own', handler);

  test('passes no signal of the page to its handler, and cancels only the response body', async () => {
    const gate = Promise.withResolvers<void>();
    const cancelled = vi.fn();
    let seen: Request | undefined;
    handle(async (request) => {
      seen = request;
      await gate.promise;
      return new Response(new ReadableStream({ cancel: cancelled }));
    });
    const stopped = new AbortController();
    const answer = double.session.request(`${own}/a`, { signal: stopped.signal }, own);
    await vi.waitFor(() => expect(seen).toBeDefined());
    stopped.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect(seen?.signal.aborted).toBe(false);
    expect(cancelled).not.toHaveBeenCalled();
    gate.resolve();
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled());
  });

  test('stops a started body when the page cancels it', async () => {
    const cancelled = vi.fn();
    handle(() => new Response(new ReadableStream({ cancel: cancelled })));
    const stopped = new AbortController();
    const response = await double.session.request(`${own}/a`, { signal: stopped.signal }, own);
    const read = response.text();
    stopped.abort();
    await expect(read).rejects.toThrow();
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled());
  });

  test("receives the handler's response whatever its CORS headers: only the handler can refuse an origin", async () => {
    handle(
      (request) => new Response(String((request as Request & { initiatorOrigin?: string }).initiatorOrigin)),
    );
    const response = await double.session.request(`${own}/a`, {}, 'https://example.com');
    expect(await response.text()).toBe('https://example.com');
    expect(await (await double.session.request(`${own}/a`)).text()).toBe('undefined');
  });

  test('fails if its handler throws or returns no response', async () => {
    handle((request) => {
      if (request.url.endsWith('throws')) {
        throw new Error('a defect');
      }
      return {} as Response;
    });
    await expect(double.session.request(`${own}/throws`)).rejects.toThrow('ERR_UNEXPECTED');
    await expect(double.session.request(`${own}/nothing`)).rejects.toThrow('ERR_UNEXPECTED');
  });
});

describe('a page in a window', () => {
  let double: ElectronDouble;
  let window: BrowserWindow;
  const heard: string[] = [];
  const address = 'own://page/';
  const contents = () => {
    const [first] = double.windows;
    if (!first) {
      throw new Error('No window.');
    }
    return first.contents;
  };
  beforeEach(() => {
    double = createElectronDouble(facts);
    const protocol = double.module.protocol as Protocol;
    protocol.registerSchemesAsPrivileged([{ scheme: 'own', privileges: { standard: true } }]);
    double.app.becomeReady();
    double.session.api.protocol.handle('own', () => new Response('<html></html>'));
    window = new (double.module.BrowserWindow as new (options: object) => BrowserWindow)({});
    heard.length = 0;
    for (const name of [
      ...['did-start-navigation', 'will-frame-navigate', 'will-navigate', 'will-redirect', 'did-navigate'],
      ...[
        'did-navigate-in-page',
        'did-fail-load',
        'did-finish-load',
        'did-stop-loading',
        'render-process-gone',
      ],
      'destroyed',
    ]) {
      contents().events.on(name, () => heard.push(name));
    }
  });

  test('is loaded by main without a permission event', async () => {
    await window.loadURL(address);
    expect(heard).toEqual(['did-start-navigation', 'did-navigate', 'did-finish-load', 'did-stop-loading']);
  });

  test('stays until another has arrived', async () => {
    await window.loadURL(address);
    const before = contents().frame;
    const gate = Promise.withResolvers<void>();
    double.schemes.beforeAnswer = () => gate.promise;
    const loading = window.loadURL(address);
    expect(contents().frame).toBe(before);
    gate.resolve();
    await loading;
    expect(before?.detached).toBe(true);
    expect(contents().frame).not.toBe(before);
  });

  test('starts a navigation before it can be refused, and stops after a refusal', async () => {
    await window.loadURL(address);
    heard.length = 0;
    contents().navigate('https://example.com/');
    expect(heard).toEqual(['did-start-navigation', 'will-frame-navigate', 'will-navigate']);
    heard.length = 0;
    contents().events.on('will-frame-navigate', (event: Event) => event.preventDefault());
    expect(contents().navigate('https://example.com/')).toEqual({ stopped: 'will-frame-navigate' });
    contents().navigateInPage(`${address}#there`);
    expect(heard).toEqual([
      ...['did-start-navigation', 'will-frame-navigate', 'did-start-navigation', 'did-navigate-in-page'],
    ]);
  });

  const rejections: [string, string, () => void][] = [
    ['destroyed', 'ERR_FAILED', () => [...double.windows][0]?.close()],
    ['lost', 'ERR_FAILED', () => contents().crash('crashed')],
    ['loaded again', 'ERR_ABORTED', () => void window.loadURL(address)],
  ];
  test.each(rejections)('rejects its load if it is %s meanwhile', async (_what, code, act) => {
    double.schemes.beforeAnswer = () => new Promise(() => undefined);
    const loading = window.loadURL(address);
    act();
    await expect(loading).rejects.toMatchObject({ code, url: address });
    expect(heard).not.toContain('did-finish-load');
  });

  test('rejects its load with the failure, which need not be awaited', async () => {
    await expect(window.loadURL('other://page/')).rejects.toMatchObject({
      code: 'ERR_UNKNOWN_URL_SCHEME',
      errno: -302,
    });
    expect(heard).toEqual(['did-start-navigation', 'did-fail-load']);
    void window.loadURL('other://page/');
  });

  test('that crashes while loading stops loading only after the crash was reported', async () => {
    double.schemes.beforeAnswer = () => new Promise(() => undefined);
    let again: Promise<void> | undefined;
    contents().events.once('render-process-gone', () => {
      again = window.loadURL(address);
    });
    void window.loadURL(address);
    contents().crash('crashed');
    await expect(again).rejects.toMatchObject({ code: 'ERR_FAILED' });
  });
});

describe('the exit of the application', () => {
  const ends = () => {
    const double = createElectronDouble(facts);
    const heard: string[] = [];
    for (const name of ['before-quit', 'will-quit', 'quit', 'window-all-closed']) {
      double.app.events.on(name, () => heard.push(name));
    }
    return { double, heard, app: double.module.app as App };
  };

  test('by exit before ready emits no event', async () => {
    const { double, heard, app } = ends();
    expect(() => app.exit(3)).toThrow(ProcessEnded);
    expect(await double.app.exited).toBe(3);
    expect(heard).toEqual([]);
  });

  test('by exit after ready asks no window and closes none', async () => {
    const { double, heard, app } = ends();
    double.app.becomeReady();
    const Window = double.module.BrowserWindow as new (options: object) => BrowserWindow;
    const window = new Window({});
    const asked = vi.fn();
    window.on('close', asked);
    app.exit(1);
    expect(await double.app.exited).toBe(1);
    expect(window.isDestroyed()).toBe(true);
    expect(asked).not.toHaveBeenCalled();
    expect(heard).toEqual(['quit']);
  });
});

test('a link may fail to open in the system', async () => {
  const double = createElectronDouble(facts);
  const shell = double.module.shell as Shell;
  double.person.cannotOpen = 'Failed to open: no application found';
  await expect(shell.openExternal('https://example.com/')).rejects.toThrow('Failed to open');
});

test('a new session is announced, and is the same on later requests', () => {
  const double = createElectronDouble(facts);
  const made: Session[] = [];
  double.app.events.on('session-created', (session: Session) => made.push(session));
  double.app.becomeReady();
  const { fromPartition } = double.module.session as { fromPartition(name: string): Session };
  const first = fromPartition('assay');
  expect(made).toEqual([first]);
  expect(fromPartition('assay')).toBe(first);
  expect(fromPartition('')).toBe((double.module.session as { defaultSession: Session }).defaultSession);
});
