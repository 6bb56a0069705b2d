import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BridgeMessage } from '../../preload/contract/bridge.ts';
import {
  type ElectronConsole,
  launch,
  type StartOptions,
  startElectronConsole,
} from './double/start-console.ts';

describe('the console as an application', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) {
      await one.close();
    }
  });
  async function start(options?: StartOptions): Promise<ElectronConsole> {
    const assay = await startElectronConsole(options);
    open.push(assay);
    return assay;
  }
  const heardBy = (assay: ElectronConsole) => {
    const heard: BridgeMessage[] = [];
    assay.subscribe((message) => heard.push(message));
    return heard;
  };
  const firstCall = (assay: ElectronConsole) => assay.invoke(crypto.randomUUID(), 'application.info', {});
  const ready = (assay: ElectronConsole) => assay.invoke(crypto.randomUUID(), 'application.ready', {});
  const quit = (assay: ElectronConsole) => (assay.double.module.app as { quit(): void }).quit();

  test("reports the host's capabilities and versions to the page", async () => {
    const assay = await start();
    expect(await firstCall(assay)).toMatchObject({
      ok: true,
      value: {
        capabilities: { clipboard: true },
        versions: { electron: '45.4.1', chromium: '152.0.0.0', node: process.versions.node },
      },
    });
  });

  test("refuses messages that do not have the bridge's format", async () => {
    const assay = await start();
    for (const [callId, operation] of [
      ['', 'application.info'],
      ['x'.repeat(200), 'application.info'],
      ['1', ''],
      [{}, 'application.info'],
    ]) {
      const answer = await assay.invoke(callId as string, operation as string, {});
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    }
    expect(await assay.invoke('1', 'constructor', {})).toMatchObject({
      ok: false,
      error: { code: 'unknown-operation' },
    });
  });

  test('delivers a deep link from the command line once the page listens', async () => {
    const assay = await start({ arguments: ['assay://conversation/4f1c-22'] });
    // Like the interface: it requests its preferences first, and listens only once its shell is mounted.
    await firstCall(assay);
    const heard = heardBy(assay);
    await ready(assay);
    const wanted = {
      kind: 'event',
      name: 'application.openConversation',
      payload: { conversationId: '4f1c-22' },
    };
    await vi.waitFor(() => expect(heard).toContainEqual(wanted));
  });

  test('delivers links of a second start and of the system, and comes to the foreground', async () => {
    const assay = await start();
    const heard = heardBy(assay);
    await ready(assay);
    assay.window.minimized = true;
    assay.double.app.events.emit('second-instance', {}, ['assay', '--flag', 'assay://conversation/one'], '/');
    expect(assay.window).toMatchObject({ minimized: false, focused: true });
    const preventDefault = vi.fn();
    assay.double.app.events.emit('open-url', { preventDefault }, 'assay://conversation/two');
    expect(preventDefault).toHaveBeenCalled();
    assay.double.app.events.emit('open-url', { preventDefault }, 'assay://settings/delete-everything');
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(2));
    const opened = heard.filter(
      (message) => message.kind === 'event' && message.name === 'application.openConversation',
    );
    expect(opened).toMatchObject([
      { payload: { conversationId: 'one' } },
      { payload: { conversationId: 'two' } },
    ]);
  });

  test('exits at once if another instance is running', async () => {
    const { double, directory } = await launch({ otherInstance: true });
    expect(await double.app.exited).toBe(0);
    expect(double.windows.size).toBe(0);
    expect(double.person.errors).toEqual([]);
    await directory.remove();
  });

  test.runIf(process.platform !== 'win32')(
    'names the file of a lock that a program left behind, instead of ending without a word',
    async () => {
      const { double, directory } = await launch({ otherInstance: 'ended' });
      expect(await double.app.exited).toBe(1);
      expect(double.person.errors).toMatchObject([
        { words: expect.stringContaining(join(directory.userData, 'SingletonLock')) },
      ]);
      await directory.remove();
    },
  );

  test('shows its window a second after the page is loaded if the first frame never comes', async () => {
    const assay = await start({
      before: (double) => {
        double.shared.readyToShow = false;
      },
    });
    expect(assay.window.visible).toBe(false);
    await vi.waitFor(() => expect(assay.window.visible).toBe(true));
  });

  test('shows its window when the page says that it is ready, at the latest', async () => {
    const assay = await start({
      before: (double) => {
        double.shared.readyToShow = false;
      },
    });
    await assay.invoke('1', 'application.ready', {});
    expect(assay.window.visible).toBe(true);
  });

  test('creates its window before it builds the object graph, so that the window’s process starts meanwhile', async () => {
    const assay = await start({
      before: (double) => {
        const reads: number[] = [];
        double.app.events.once('web-contents-created', () => reads.push(double.ipc.channels.length));
        Object.assign(double, { reads });
      },
    });
    expect(assay.double).toMatchObject({ reads: [0] });
  });

  test("registers for the system's links only when packaged", async () => {
    expect((await start()).double.app.record.protocolClients).toEqual([]);
    expect((await start({ isPackaged: true })).double.app.record.protocolClients).toEqual(['assay']);
  });

  test('stores its data in the given directory', async () => {
    const assay = await start();
    const elsewhere = join(assay.downloads, 'profile');
    const other = await start({ arguments: [`--data-dir=${elsewhere}`] });
    await firstCall(other);
    expect(await readdir(elsewhere)).not.toEqual([]);
  });

  test('shows its window once it has content, at its last position', async () => {
    const state = { x: 200, y: 80, width: 1100, height: 700, maximized: true };
    const first = await start();
    const before = first.userData;
    quit(first);
    await first.double.app.exited;
    await writeFile(join(before, 'window.json'), JSON.stringify(state));
    const assay = await start({ arguments: [`--data-dir=${before}`] });
    expect(assay.window.options).toMatchObject({ x: 200, y: 80, width: 1100, height: 700, show: false });
    expect(assay.window).toMatchObject({ visible: true, maximized: true });
  });

  test("saves the window's position on quitting", async () => {
    const assay = await start();
    assay.window.bounds = { x: 10, y: 20, width: 1000, height: 700 };
    quit(assay);
    expect(await assay.double.app.exited).toBe(0);
    expect(JSON.parse(await readFile(join(assay.userData, 'window.json'), 'utf8'))).toEqual({
      ...assay.window.bounds,
      maximized: false,
    });
  });

  test('has the standard roles in its menu, and delivers its own commands to the page', async () => {
    const assay = await start();
    const heard = heardBy(assay);
    const items = flat(assay.double.menu.template());
    for (const role of [
      'undo',
      'redo',
      'cut',
      'copy',
      'paste',
      'selectAll',
      'resetZoom',
      'zoomIn',
      'zoomOut',
      'minimize',
      'quit',
      'about',
    ]) {
      expect(items.map((item) => item.role)).toContain(role);
    }
    for (const command of ['open', 'palette', 'settings', 'mask', 'find']) {
      const item = items.find(({ id }) => id === command);
      expect(item?.click).toBeTypeOf('function');
      const click = item?.click as (() => void) | undefined;
      click?.();
      await vi.waitFor(() =>
        expect(heard).toContainEqual({ kind: 'event', name: 'application.command', payload: { command } }),
      );
    }
  });

  test('offers reloading and the developer tools only unpackaged', async () => {
    const roles = (assay: ElectronConsole) => flat(assay.double.menu.template()).map(({ role }) => role);
    const checkout = await start();
    expect(roles(checkout)).toContain('toggleDevTools');
    expect(checkout.window.options.webPreferences?.devTools).toBe(true);
    const packaged = await start({ isPackaged: true });
    expect(roles(packaged)).not.toContain('toggleDevTools');
    expect(roles(packaged)).not.toContain('reload');
    expect(packaged.window.options.webPreferences?.devTools).toBe(false);
  });

  test('reloads a crashed page, but not repeatedly', async () => {
    const assay = await start();
    const { contents } = assay.window;
    contents.crash('crashed');
    await vi.waitFor(() => expect(contents.world).toBeDefined());
    expect(await firstCall(assay)).toMatchObject({ ok: true });
    assay.double.person.answers = 1;
    contents.crash('crashed');
    await vi.waitFor(() => expect(assay.double.person.asked).toHaveLength(1));
    expect(contents.world).toBeUndefined();
    expect(await assay.double.app.exited).toBe(0);
  });

  test('clears copied text after its time, and at once on quitting', async () => {
    const assay = await start();
    const copy = (text: string, clearAfterMs: number) =>
      assay.invoke(crypto.randomUUID(), 'application.copy', { text, clearAfterMs });
    await copy('a passport number', 1000);
    expect(assay.double.clipboard.text()).toBe('a passport number');
    await vi.waitFor(() => expect(assay.double.clipboard.text()).toBe(''));
    await copy('one', 1000);
    assay.double.clipboard.put('somebody else’s text');
    await copy('two', 600_000);
    quit(assay);
    await assay.double.app.exited;
    expect(assay.double.clipboard.text()).toBe('');
  });

  test('does not clear text that was copied again without a limit', async () => {
    const assay = await start();
    await assay.invoke('1', 'application.copy', { text: 'the same', clearAfterMs: 600_000 });
    await assay.invoke('2', 'application.copy', { text: 'the same' });
    quit(assay);
    await assay.double.app.exited;
    expect(assay.double.clipboard.text()).toBe('the same');
  });

  test('does not clear text that another program has copied', async () => {
    const assay = await start();
    await assay.invoke('1', 'application.copy', { text: 'mine', clearAfterMs: 600_000 });
    assay.double.clipboard.put('theirs');
    quit(assay);
    await assay.double.app.exited;
    expect(assay.double.clipboard.text()).toBe('theirs');
  });

  describe('while the page loads', () => {
    /** The console while its page is requested but not loaded. */
    async function startLoading(options: StartOptions = {}) {
      const gate = Promise.withResolvers<void>();
      const broken = await launch({
        ...options,
        before: (double) => {
          double.schemes.beforeAnswer = () => gate.promise;
        },
      });
      open.push(broken);
      await vi.waitFor(() => expect([...broken.double.windows][0]?.contents.isLoading).toBe(true));
      const [window] = broken.double.windows;
      if (!window) {
        throw new Error('No window.');
      }
      return { ...broken, window, arrive: gate.resolve };
    }

    test('can be closed without an error', async () => {
      const { double, window } = await startLoading();
      await window.close();
      expect(await double.app.exited).toBe(0);
      expect(double.person.errors).toEqual([]);
    });

    test('can quit without an error, and everything is closed', async () => {
      const { double } = await startLoading();
      (double.module.app as { quit(): void }).quit();
      expect(await double.app.exited).toBe(0);
      expect(double.person.errors).toEqual([]);
      expect(double.ipc.channels).toEqual([]);
    });

    test('recovers if the page crashes while loading', async () => {
      const { double, window, arrive } = await startLoading();
      window.contents.crash('crashed');
      arrive();
      await vi.waitFor(() => expect(window.contents.world).toBeDefined());
      await vi.waitFor(() => expect(window.visible).toBe(true));
      expect(double.app.record.exitCode).toBeUndefined();
      expect(double.person.errors).toEqual([]);
    });
  });

  test('closes everything before it exits after a failed start', async () => {
    const broken = await launch({
      before: (double) => {
        double.schemes.beforeAnswer = () => Promise.reject(new Error('the page could not be loaded'));
      },
    });
    expect(await broken.double.app.exited).toBe(1);
    expect(broken.double.ipc.channels).toEqual([]);
    await broken.directory.remove();
  });

  describe('on macOS', () => {
    beforeEach(() => vi.stubGlobal('process', Object.create(process, { platform: { value: 'darwin' } })));
    afterEach(() => vi.unstubAllGlobals());

    test('stays open without a window, and a link opens one', async () => {
      const assay = await start();
      await assay.window.close();
      expect(assay.double.app.record.exitCode).toBeUndefined();
      const preventDefault = vi.fn();
      assay.double.app.events.emit('open-url', { preventDefault }, 'assay://conversation/two');
      await vi.waitFor(() => expect([...assay.double.windows][0]?.contents.world).toBeDefined());
    });

    test('opens one window, however often it is activated meanwhile', async () => {
      const assay = await start();
      await assay.window.close();
      assay.double.app.events.emit('activate', {}, false);
      assay.double.app.events.emit('activate', {}, false);
      await vi.waitFor(() => expect([...assay.double.windows][0]?.contents.world).toBeDefined());
      expect(assay.double.windows.size).toBe(1);
    });
  });

  describe('a start that fails', () => {
    test.each(['a file', 'a directory that cannot be made'])(
      'names the data directory and the reason: %s',
      async (kind) => {
        const parent = await mkdtemp(join(tmpdir(), 'assay-no-directory-'));
        const file = join(parent, 'file');
        await writeFile(file, '');
        const dataDir = kind === 'a file' ? file : join(file, 'below');
        const { double, directory } = await launch({ arguments: [`--data-dir=${dataDir}`] });
        expect(await double.app.exited).toBe(1);
        expect(double.person.errors).toMatchObject([
          { title: 'Assay could not start', words: expect.stringContaining(dataDir) },
        ]);
        expect(double.windows.size).toBe(0);
        await directory.remove();
        await rm(parent, { recursive: true });
      },
    );

    test.each([
      ['the preload script', ['out', 'preload', 'index.cjs']],
      ['the page', ['out', 'renderer', 'index.html']],
    ])('says that a file of it is missing, instead of an empty window: %s', async (_name, file) => {
      const { double, directory } = await launch({
        before: (made) => rmSync(join(made.app.api.getAppPath(), ...file)),
      });
      expect(await double.app.exited).toBe(1);
      expect(double.person.errors).toMatchObject([{ words: expect.stringContaining('Install Assay again') }]);
      await directory.remove();
    });
  });

  test('quits in order while it still builds its object graph', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-early-quit-'));
    const { double, directory } = await launch({ arguments: [`--data-dir=${dataDir}`] });
    await vi.waitUntil(() => double.windows.size === 1);
    double.app.api.quit();
    expect(await double.app.exited).toBe(0);
    expect(double.person.errors).toEqual([]);
    // Released by the object graph when it is closed.
    expect(await readdir(dataDir)).not.toContain('console.json');
    expect(double.ipc.channels).toEqual([]);
    await directory.remove();
    await rm(dataDir, { recursive: true });
  });

  test('goes on when the terminal that started it is closed', async () => {
    const assay = await start();
    for (const output of [process.stdout, process.stderr]) {
      expect(() =>
        output.emit('error', Object.assign(new Error('write EIO'), { code: 'EIO' })),
      ).not.toThrow();
    }
    expect(await firstCall(assay)).toMatchObject({ ok: true });
  });

  test('never shows its window with the runtime’s own menu, which has developer tools and links', async () => {
    const menus: number[] = [];
    await start({
      before: (double) => {
        double.app.events.once('web-contents-created', () => menus.push(double.menu.template().length));
      },
    });
    expect(menus).toEqual([expect.any(Number)]);
    expect(menus[0]).toBeGreaterThan(3);
  });

  test('asks before it closes while the page holds closing up, since deletions are in progress', async () => {
    const assay = await start();
    assay.window.contents.holdsUnload = true;
    assay.double.person.answers = 0;
    expect(await assay.window.close()).toBe(false);
    expect(assay.double.person.asked).toMatchObject([
      {
        message: 'Deletions are in progress. Close Assay anyway?',
        detail: expect.stringContaining('Nothing more is sent until you resume the run.'),
        buttons: ['Keep open', 'Close'],
      },
    ]);
    expect(assay.double.app.record.exitCode).toBeUndefined();
    // Electron reports five seconds after a refusal that the page does not respond.
    assay.window.passFiveSeconds();
    expect(assay.double.person.asked).toHaveLength(1);
    assay.double.person.answers = 1;
    expect(await assay.window.close()).toBe(true);
    expect(assay.double.person.asked).toHaveLength(2);
  });

  test('reports why it could not start, and exits', async () => {
    const broken = await launch({
      before: (double) => {
        double.schemes.beforeAnswer = () => Promise.reject(new Error('the page could not be loaded'));
      },
    });
    expect(await broken.double.app.exited).toBe(1);
    expect(broken.double.person.errors).toMatchObject([{ title: 'Assay could not start' }]);
    await broken.directory.remove();
  });

  test('exits on an uncaught exception, without revealing the open page', async () => {
    const before = process.listeners('uncaughtException');
    const assay = await start();
    const own = process.listeners('uncaughtException').filter((listener) => !before.includes(listener));
    expect(own).toHaveLength(1);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    own[0]?.(new Error('Anna Müller'), 'uncaughtException');
    const words = said.mock.calls.join();
    said.mockRestore();
    expect(await assay.double.app.exited).toBe(1);
    expect(assay.double.person.errors).toMatchObject([{ title: 'Assay has to close' }]);
    expect(words + JSON.stringify(assay.double.person.errors)).not.toContain('Müller');
    expect(words).toContain('Unexpected error, Assay closes: Error');
    expect(process.listeners('uncaughtException')).toEqual(before);
  });

  test('refuses standard input on Windows, where it is always empty and would give a wrong verdict', async () => {
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }));
    const said: string[] = [];
    const written = vi.spyOn(process.stderr, 'write').mockImplementation((text, ...more) => {
      said.push(String(text));
      const done = more.at(-1);
      if (typeof done === 'function') {
        done();
      }
      return true;
    });
    const { double, directory } = await launch({
      arguments: ['verify', '--timestamp', '1', '--signature', '0'.repeat(64), '--key-file', 'no-key', '-'],
    }).finally(() => {
      written.mockRestore();
      vi.unstubAllGlobals();
    });
    expect(await double.app.exited).toBe(2);
    expect(said.join('')).toContain('Save the body to a file');
    await directory.remove();
  });

  test('examines a receiver on Windows as its usage says: with the address last', async () => {
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }));
    const written = vi.spyOn(process.stderr, 'write').mockImplementation((_text, ...more) => {
      const done = more.at(-1);
      if (typeof done === 'function') {
        done();
      }
      return true;
    });
    const key = ['--key-file', 'no-such-key'];
    const ended: number[] = [];
    try {
      for (const given of [
        ['http://127.0.0.1:1/', ...key],
        [...key, 'http://127.0.0.1:1/'],
      ]) {
        const { double, directory } = await launch({ isPackaged: true, arguments: ['examine', ...given] });
        ended.push(await double.app.exited);
        await directory.remove();
      }
    } finally {
      written.mockRestore();
      vi.unstubAllGlobals();
    }
    // The runtime's own refusal, then the command's: the key file cannot be read.
    expect(ended).toEqual([-1, 2]);
  });

  test('runs a command of the terminal without a window, beside a console that is open, and keeps its own files apart', async () => {
    const said: string[] = [];
    const written = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...more) => {
      said.push(String(text));
      const done = more.at(-1);
      if (typeof done === 'function') {
        done();
      }
      return true;
    });
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-command-data-'));
    try {
      const { double, directory } = await launch({
        isPackaged: true,
        otherInstance: true,
        arguments: ['cases', '--json', '--data-dir', dataDir],
      });
      expect(await double.app.exited).toBe(0);
      expect(JSON.parse(said.join(''))).toEqual({ cases: [] });
      expect([double.windows.size, double.app.record.lockAsked]).toEqual([0, false]);
      await directory.remove();
    } finally {
      written.mockRestore();
      await rm(dataDir, { recursive: true });
    }
  });

  test('answers `verify` without a window', async () => {
    const said: string[] = [];
    const written = vi.spyOn(process.stderr, 'write').mockImplementation((text, ...more) => {
      said.push(String(text));
      const done = more.at(-1);
      if (typeof done === 'function') {
        done();
      }
      return true;
    });
    const { double, directory } = await launch({ arguments: ['verify', '--nonsense'] }).finally(() =>
      written.mockRestore(),
    );
    expect(await double.app.exited).toBe(2);
    expect(said.join('')).toContain('--nonsense');
    expect(double.windows.size).toBe(0);
    expect(double.app.record.lockAsked).toBe(false);
    await directory.remove();
  });
});

function flat(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
}
