import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BridgeMessage } from '../../preload/contract/bridge.ts';
import {
  type ElectronConsole,
  launch,
  type StartOptions,
  startElectronConsole,
} from './double/start-console.ts';

describe('the console on a desktop', () => {
  const open: ElectronConsole[] = [];
  const directories: string[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) {
      await one.close();
    }
    for (const one of directories.splice(0)) {
      await rm(one, { recursive: true, force: true, maxRetries: 5 });
    }
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  async function start(options?: StartOptions): Promise<ElectronConsole> {
    const assay = await startElectronConsole(options);
    open.push(assay);
    return assay;
  }
  const on = (platform: NodeJS.Platform) =>
    vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }));
  /** A data directory with saved preferences. */
  async function chosenBefore(preferences: object): Promise<StartOptions> {
    const directory = await mkdtemp(join(tmpdir(), 'assay-chosen-'));
    await writeFile(join(directory, 'preferences.json'), JSON.stringify(preferences));
    directories.push(directory);
    return { arguments: [`--data-dir=${directory}`] };
  }
  const ask = (assay: ElectronConsole, operation: string, input: unknown = {}) =>
    assay.invoke(crypto.randomUUID(), operation, input);
  const masks = (assay: ElectronConsole) => {
    const heard: BridgeMessage[] = [];
    assay.subscribe((message) => heard.push(message));
    return () =>
      heard.filter(
        (message) =>
          message.kind === 'event' &&
          message.name === 'application.command' &&
          message.payload.command === 'mask',
      ).length;
  };

  test('keeps its pages in a session that writes nothing, and restricts that one as well', async () => {
    const assay = await start();
    expect(assay.window.options.webPreferences?.partition).toBe('assay');
    expect([...assay.double.partitions.keys()]).toEqual(['assay']);
    for (const session of [assay.double.session, assay.double.defaultSession]) {
      expect(session.handlers.request).toBeDefined();
      expect(session.handlers.spellChecker).toBe(false);
    }
    expect(assay.double.session.handlers.codeCachePath).toBe(join(assay.userData, 'runtime', 'code-cache'));
    expect(assay.double.schemes.privileges.get('assay-app')?.codeCache).toBe(true);
    expect((await stat(join(assay.userData, 'runtime'))).isDirectory()).toBe(true);
  });

  test('reaches no address but its own, and under `npm run dev` the socket that reloads it', async () => {
    const lets = async (assay: ElectronConsole, address: string) => assay.double.session.lets(address);
    const built = await start();
    expect(await lets(built, 'ws://127.0.0.1:5173/')).toBe(false);
    expect(await lets(built, 'https://updates.example/')).toBe(false);
    const server = createServer((_request, response) => response.end('<!doctype html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    vi.stubEnv('ELECTRON_RENDERER_URL', `http://${host}/`);
    try {
      const developed = await start();
      expect(await lets(developed, `ws://${host}/`)).toBe(true);
      expect(await lets(developed, 'ws://127.0.0.1:1/')).toBe(false);
      expect(await lets(developed, `http://${host}/`)).toBe(false);
    } finally {
      vi.unstubAllEnvs();
      server.close();
    }
  });

  test('opens in the chosen theme, and follows a change at once', async () => {
    const assay = await start(await chosenBefore({ theme: 'dark' }));
    expect(assay.double.theme.themeSource).toBe('dark');
    expect(assay.window.background).toBe('#1a1b1e');
    await ask(assay, 'application.preferences', { theme: 'light' });
    expect(assay.double.theme.themeSource).toBe('light');
    await ask(assay, 'application.preferences', { theme: 'auto' });
    expect(assay.double.theme.themeSource).toBe('system');
  });

  test('is hidden from screenshots if chosen, and after the next start as well', async () => {
    const assay = await start();
    expect(assay.window.contentProtected).toBe(false);
    await ask(assay, 'application.preferences', { contentProtection: true });
    expect(assay.window.contentProtected).toBe(true);
    const again = await start(await chosenBefore({ contentProtection: true }));
    expect(again.window.contentProtected).toBe(true);
    await ask(again, 'application.preferences', { contentProtection: false });
    expect(again.window.contentProtected).toBe(false);
  });

  test.each([
    ['win32', true],
    ['darwin', true],
    ['linux', false],
  ] as const)('offers that if the system supports it: %s', async (platform, can) => {
    on(platform);
    const assay = await start();
    expect(await ask(assay, 'application.info')).toMatchObject({
      value: { capabilities: { contentProtection: can } },
    });
  });

  test('masks its content when the screen is locked or the machine sleeps', async () => {
    const assay = await start();
    const count = masks(assay);
    assay.double.power.events.emit('lock-screen');
    await vi.waitFor(() => expect(count()).toBe(1));
    assay.double.power.events.emit('suspend');
    await vi.waitFor(() => expect(count()).toBe(2));
  });

  test('asks for Touch ID on a Mac before personal data is shown again after the screen was locked, and only then', async () => {
    on('darwin');
    const assay = await start();
    const { touch, power } = assay.double;
    touch.answer = 'cancels';
    const unlock = async () => (await ask(assay, 'application.unlock')) as { value: { unlocked: boolean } };
    expect((await unlock()).value.unlocked).toBe(true);
    power.events.emit('lock-screen');
    expect((await unlock()).value.unlocked).toBe(false);
    touch.answer = 'confirms';
    expect((await unlock()).value.unlocked).toBe(true);
    expect((await unlock()).value.unlocked).toBe(true);
    expect(touch.reasons).toEqual(['show personal data', 'show personal data']);
    // A Mac whose lid is closed has none: the mask is all.
    touch.answer = undefined;
    power.events.emit('suspend');
    expect((await unlock()).value.unlocked).toBe(true);
  });

  test.each(['win32', 'linux'] as const)('asks nothing on %s, which has no Touch ID', async (platform) => {
    on(platform);
    const assay = await start();
    assay.double.power.events.emit('lock-screen');
    expect(await ask(assay, 'application.unlock')).toMatchObject({ value: { unlocked: true } });
  });

  test('polls Linux for a locked screen, since it has no event for it', async () => {
    on('linux');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const assay = await start();
    const count = masks(assay);
    assay.double.power.state = 'locked';
    await vi.advanceTimersByTimeAsync(11_000);
    await vi.waitFor(() => expect(count()).toBe(1));
    assay.double.power.state = 'active';
    await vi.advanceTimersByTimeAsync(6000);
    assay.double.power.state = 'locked';
    await vi.advanceTimersByTimeAsync(6000);
    await vi.waitFor(() => expect(count()).toBe(2));
  });

  test('shows its name and versions in its about panel', async () => {
    const { about } = (await start()).double.app.record;
    expect(about).toMatchObject({ applicationName: 'Assay', copyright: expect.stringContaining('Assay') });
    expect(JSON.stringify(about)).toContain('chromium 152.0.0.0');
  });

  test('gives its window an icon on Linux', async () => {
    on('linux');
    expect((await start()).window.options.icon).toMatch(/build[\\/]icon\.png$/);
    on('win32');
    expect((await start()).window.options).not.toHaveProperty('icon');
  });

  test('marks copied text that will be cleared as sensitive, and no other', async () => {
    const assay = await start();
    await ask(assay, 'application.copy', { text: 'X1234567', clearAfterMs: 60_000 });
    await vi.waitFor(() => expect(assay.double.clipboard.text()).toBe('X1234567'));
    const marks = {
      win32: 'CanUploadToCloudClipboard',
      darwin: 'ConcealedType',
      linux: 'passwordManagerHint',
    };
    const mark = marks[process.platform as keyof typeof marks];
    expect(assay.double.clipboard.formats().join()).toContain(mark);
    await ask(assay, 'application.copy', { text: 'an id' });
    await vi.waitFor(() => expect(assay.double.clipboard.formats()).toEqual(['text/plain']));
  });

  test('logs to a file, and returns its last lines for diagnostics', async () => {
    const assay = await start();
    assay.double.app.events.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 });
    assay.double.app.events.emit('second-instance', {}, ['assay', 'assay://conversation/a?name=Jane'], '/');
    const said = await readFile(join(assay.userData, 'logs', 'assay.log'), 'utf8');
    expect(said).toContain('A process of the runtime ended: GPU (crashed).');
    expect(said).toContain('A link was refused');
    expect(said).not.toContain('Jane');
    const answer = await ask(assay, 'application.diagnostics');
    expect(answer).toMatchObject({ ok: true, value: { text: expect.stringContaining('GPU (crashed)') } });
    expect(JSON.stringify(answer)).toContain('chromium 152.0.0.0');
  });

  test('logs that the page has run, once it listens', async () => {
    const assay = await start();
    const said = () => readFile(join(assay.userData, 'logs', 'assay.log'), 'utf8').catch(() => '');
    expect(await said()).not.toContain('The window is ready.');
    await ask(assay, 'application.ready');
    expect(await said()).toContain('The window is ready.');
  });

  describe('packaged', () => {
    test.each(['remote-debugging-port', 'remote-debugging-pipe'])(
      'does not start with --%s',
      async (name) => {
        const { double, directory } = await launch({ isPackaged: true, switches: [name] });
        expect(await double.app.exited).toBe(1);
        expect(double.app.record.lockAsked).toBe(false);
        // At once: on Linux in the terminal that gave the switch.
        const { errors, printed } = double.person;
        expect([...errors, ...printed]).toMatchObject([{ words: expect.stringContaining(`--${name}`) }]);
        await directory.remove();
      },
    );

    test('reports for as long as it runs that its sandbox is off', async () => {
      const notice = async (options: StartOptions) => {
        const answer = await ask(await start(options), 'application.info');
        return JSON.stringify(answer).includes('--no-sandbox');
      };
      expect(await notice({ isPackaged: true, switches: ['no-sandbox'] })).toBe(true);
      expect(await notice({ isPackaged: true })).toBe(false);
      expect(await notice({ switches: ['no-sandbox'] })).toBe(false);
    });
  });

  describe('on a right click', () => {
    const can = {
      canUndo: true,
      canRedo: false,
      canCut: true,
      canCopy: true,
      canPaste: true,
      canDelete: true,
    };
    const click = (assay: ElectronConsole, params: Partial<ContextMenuParams>) => {
      const facts = { isEditable: false, selectionText: '', formControlType: 'none', x: 1, y: 2, ...params };
      const editFlags = { ...can, canSelectAll: true, canEditRichly: false };
      assay.window.contents.events.emit('context-menu', {}, { ...facts, editFlags });
      return assay.double.menu.popped() ?? [];
    };
    const labels = (items: MenuItemConstructorOptions[]) =>
      items.flatMap(({ role, label }) => role ?? label ?? []);
    let assay: ElectronConsole;
    beforeEach(async () => {
      assay = await start({ isPackaged: true });
    });

    test('offers the available commands in a field', () => {
      const items = click(assay, { isEditable: true, formControlType: 'input-text' });
      expect(labels(items)).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll']);
      expect(items.find(({ role }) => role === 'redo')?.enabled).toBe(false);
    });

    test('copies nothing from a field for a secret', () => {
      const items = click(assay, { isEditable: true, formControlType: 'input-password' });
      for (const role of ['cut', 'copy']) {
        expect(items.find((item) => item.role === role)?.enabled).toBe(false);
      }
      expect(items.find(({ role }) => role === 'paste')?.enabled).toBe(true);
    });

    test('copies selected text, marked as sensitive and with a time limit', async () => {
      const items = click(assay, { selectionText: ' X1234567 ' });
      expect(labels(items)).toEqual(['Copy', 'selectAll']);
      (items[0]?.click as (() => void) | undefined)?.();
      await vi.waitFor(() => expect(assay.double.clipboard.text()).toBe('X1234567'));
      expect(assay.double.clipboard.formats().length).toBeGreaterThan(1);
    });

    test('shows nothing without commands, and the developer tools only unpackaged', async () => {
      expect(click(assay, {})).toEqual([]);
      expect(labels(click(await start(), {}))).toEqual(['Inspect element']);
    });
  });
});
