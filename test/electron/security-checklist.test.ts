import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { consoleOrigin } from '../../main/hosts/electron/addresses.ts';
import { type ElectronConsole, launch, startElectronConsole } from './double/start-console.ts';

/**
 * The twenty recommendations of Electron's "Security" documentation, one test each, with the real entry on the strict double. Each title
 * names the module responsible.
 */
describe("Electron's security checklist", () => {
  let assay: ElectronConsole;
  beforeAll(async () => {
    assay = await startElectronConsole();
  });
  afterAll(() => assay.close());

  const preferences = () => assay.window.options.webPreferences ?? {};
  const policy = () => assay.window.contents.response?.headers.get('content-security-policy') ?? '';
  const request = (address: string) => assay.double.session.request(address, {}, consoleOrigin);

  test('1 loads only secure content (block-remote-requests.ts)', async () => {
    expect(assay.window.contents.frame?.url).toBe('assay-app://console/');
    for (const address of [
      'http://example.com/',
      'https://example.com/',
      'ws://example.com/',
      'ftp://example.com/',
    ]) {
      await expect(request(address)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    }
    expect((await request('assay-app://console/assets/index.js')).status).toBe(200);
  });

  test('1 lets nothing be downloaded or looked up by the page (lockdown.ts)', () => {
    expect(assay.double.session.download('assay-media://item/token').stopped).toBe(true);
    // A spell checker would download dictionaries.
    expect(assay.double.session.handlers.spellChecker).toBe(false);
    expect(preferences().spellcheck).toBe(false);
  });

  test('2 gives no page Node (web-preferences.ts)', () => {
    expect(preferences()).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    });
  });

  test('3 isolates the preload world from the page (web-preferences.ts)', () => {
    expect(preferences().contextIsolation).toBe(true);
    expect(Object.keys(assay.window.contents.world?.exposed ?? {})).toEqual(['assay']);
  });

  test('4 sandboxes every renderer (lockdown.ts, web-preferences.ts)', () => {
    expect(assay.double.app.record.sandboxed).toBe(true);
    expect(preferences().sandbox).toBe(true);
  });

  test('5 denies every permission, asked or checked, and every device (lockdown.ts)', () => {
    const { request: asked, check, device, display, usb } = assay.double.session.handlers;
    const contents = assay.window.contents.api;
    for (const permission of [
      'media',
      'geolocation',
      'clipboard-read',
      'notifications',
      'openExternal',
    ] as const) {
      const answer = vi.fn();
      asked?.(contents, permission, answer, { requestingUrl: consoleOrigin, isMainFrame: true });
      expect(answer.mock.calls).toEqual([[false]]);
      expect(
        check?.(contents, permission, consoleOrigin, { isMainFrame: true, requestingUrl: consoleOrigin }),
      ).toBe(false);
    }
    // A video may fill the screen, but only on the console's own page.
    const own = `${consoleOrigin}/#conversations`;
    const askedFor = (requestingUrl: string, isMainFrame: boolean) => {
      const answer = vi.fn();
      asked?.(contents, 'fullscreen', answer, { requestingUrl, isMainFrame });
      return answer.mock.calls.flat();
    };
    expect(askedFor(own, true)).toEqual([true]);
    expect(askedFor(own, false)).toEqual([false]);
    expect(askedFor('https://example.com/', true)).toEqual([false]);
    const facts = { isMainFrame: true, requestingUrl: own };
    expect(check?.(contents, 'fullscreen', `${consoleOrigin}/`, facts)).toBe(true);
    expect(device?.({ deviceType: 'hid', origin: consoleOrigin } as never)).toBe(false);
    const captured = vi.fn();
    display?.({} as never, captured);
    expect(captured.mock.calls).toEqual([[null]]);
    expect(usb?.({ protectedClasses: ['hid', 'video'] })).toEqual(['hid', 'video']);
    for (const event of ['select-hid-device', 'select-usb-device']) {
      const chosen = vi.fn();
      assay.double.session.events.emit(event, { preventDefault: vi.fn() }, {}, chosen);
      expect(chosen.mock.calls).toEqual([[]]);
    }
    for (const [emitter, event] of [
      [assay.double.session.events, 'select-serial-port'],
      [assay.window.contents.events, 'select-bluetooth-device'],
    ] as const) {
      const chosen = vi.fn();
      const given = event === 'select-serial-port' ? [[], contents, chosen] : [[], chosen];
      emitter.emit(event, { preventDefault: vi.fn() }, ...given);
      expect(chosen.mock.calls).toEqual([['']]);
    }
  });

  test('6 keeps web security on (web-preferences.ts)', () => {
    expect(preferences().webSecurity).toBe(true);
    expect(assay.double.session.schemes.size).toBe(2);
    for (const privileges of assay.double.session.schemes.values()) {
      expect(privileges.bypassCSP ?? false).toBe(false);
    }
  });

  test('7 rules the page by a strict policy, sent as a header with a nonce of each load (page.ts, page-protocol.ts)', async () => {
    expect(policy()).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}'; /,
    );
    expect(policy()).not.toMatch(/unsafe|\*|https?:|data:/);
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy()).toContain(rule);
    }
    const nonce = /'nonce-([^']+)'/.exec(policy())?.[1];
    expect(assay.window.contents.html).toContain(`content="${nonce}"`);
    const again = await request('assay-app://console/');
    expect(again.headers.get('content-security-policy')).not.toContain(nonce);
    const script = await request('assay-app://console/assets/index.js');
    expect(script.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('8 runs no insecure content (web-preferences.ts)', () => {
    expect(preferences().allowRunningInsecureContent).toBe(false);
  });

  test('9 enables no experimental features (web-preferences.ts)', () => {
    expect(preferences().experimentalFeatures).toBe(false);
  });

  test('10 enables no Blink features (web-preferences.ts)', () => {
    expect(preferences()).not.toHaveProperty('enableBlinkFeatures');
  });

  test('11 lets no webview open anything (lockdown.ts, web-preferences.ts)', () => {
    expect(preferences().webviewTag).toBe(false);
    expect(
      assay.window.contents.attachWebview({}, { src: 'https://example.com', allowpopups: 'true' }).stopped,
    ).toBe(true);
  });

  test('12 refuses every webview whatever its options (lockdown.ts)', () => {
    const options: Record<string, unknown> = { preload: '/tmp/evil.js', nodeIntegration: true };
    const params = { src: 'https://example.com' };
    expect(assay.window.contents.attachWebview(options, params).stopped).toBe(true);
    expect(options).not.toHaveProperty('preload');
    expect(params.src).toBe('');
  });

  test('13 lets no page navigate (lockdown.ts)', () => {
    for (const address of ['https://example.com/', 'assay-app://console/other', 'file:///etc/passwd']) {
      expect(assay.window.contents.navigate(address)).toEqual({ stopped: 'will-frame-navigate' });
      expect(assay.window.contents.redirect(address)).toEqual({ stopped: 'will-redirect' });
    }
  });

  test('14 opens no new window (lockdown.ts)', () => {
    for (const address of ['https://example.com/', 'assay-app://console/', 'about:blank']) {
      expect(assay.window.contents.open(address)).toEqual({ action: 'deny' });
    }
  });

  test('15 opens nothing outside the console', () => {
    const sources = globSync('main/**/*.ts', { exclude: ['main/launch/**'] });
    expect(sources.filter((name) => readFileSync(name, 'utf8').includes('openExternal('))).toEqual([]);
    expect(assay.double.person.opened).toEqual([]);
  });

  test('16 runs on a current Electron or not at all (application.ts)', async () => {
    const { devDependencies } = JSON.parse(await readFile(resolve('package.json'), 'utf8'));
    const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
    const declared = Number.parseInt(devDependencies.electron.replace(/^\D*/, ''), 10);
    expect(Number.parseInt(version, 10)).toBe(declared);
    await expect(launch({ electronVersion: `${declared - 1}.9.9` })).rejects.toThrow(
      `Electron ${declared} or newer`,
    );
  });

  test('17 answers no message but of its own page (sender.ts, ipc.ts)', async () => {
    const { ipc } = assay.double;
    const contents = assay.window.contents.api;
    const frame = { url: 'assay-app://console/', origin: consoleOrigin, parent: null, detached: false };
    const invoke = (from: Parameters<typeof ipc.invoke>[0]) =>
      ipc.invoke(from, 'assay:invoke', ['x', 'application.info', {}]);
    expect(await invoke({ contents, frame })).toMatchObject({ ok: true });
    for (const forged of [
      null,
      { ...frame, url: 'https://example.com/' },
      { ...frame, url: 'assay-app://console.example.com/' },
      { ...frame, url: 'assay-app://console:1/' },
      { ...frame, url: 'about:blank' },
      { ...frame, parent: {} },
      { ...frame, detached: true },
    ]) {
      expect(await invoke({ contents, frame: forged })).toMatchObject({
        ok: false,
        error: { code: 'invalid-input' },
      });
    }
    const stranger = Object.create(contents);
    expect(await invoke({ contents: stranger, frame })).toMatchObject({ ok: false });
    expect(ipc.channels).toEqual(['assay:cancel', 'assay:invoke']);
  });

  test('18 serves itself from its own scheme, never from file: (lockdown.ts, page-protocol.ts)', async () => {
    expect(assay.window.contents.frame?.url.startsWith('assay-app:')).toBe(true);
    await expect(request('file:///etc/passwd')).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    for (const path of [
      '/../package.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc%2fpasswd',
      '/assets%5c..%5cx.js',
      '/.env',
      '/%00.js',
    ]) {
      expect((await request(`assay-app://console${path}`)).status).toBe(404);
    }
    expect((await assay.double.session.request('assay-app://elsewhere/')).status).toBe(404);
  });

  test('19 declares every fuse the runtime knows (build/after-pack.mjs)', async () => {
    const { fuses } = (await import('../../build/after-pack.mjs')) as { fuses: Record<string, unknown> };
    const known = Object.entries(FuseV1Options).filter(([, index]) => typeof index === 'number');
    expect(known).toHaveLength(9);
    for (const [name, index] of known) {
      expect([name, typeof fuses[index]]).toEqual([name, 'boolean']);
    }
    expect(fuses.strictlyRequireAllFuses).toBe(true);
    expect(fuses.resetAdHocDarwinSignature).toBe(true);
    for (const off of [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
    ]) {
      expect(fuses[off]).toBe(false);
    }
    // Otherwise electron-builder would write its eight fuses afterwards.
    expect(await readFile(resolve('electron-builder.yml'), 'utf8')).not.toContain('electronFuses');
  });

  test('20 exposes no API of Electron, only the bridge (preload/index.ts)', () => {
    const bridge = assay.bridge();
    expect(Object.keys(bridge).sort()).toEqual(['cancel', 'invoke', 'subscribe']);
    expect(Object.isFrozen(bridge)).toBe(true);
    const heard: unknown[][] = [];
    const stop = bridge.subscribe((...given: unknown[]) => heard.push(given));
    assay.window.contents.world?.hear('assay:message', [{ kind: 'connection', state: 'lost' }]);
    assay.window.contents.world?.hear('another:channel', ['not for the page']);
    stop();
    assay.window.contents.world?.hear('assay:message', [{ kind: 'connection', state: 'lost' }]);
    // Only the message: an event would give the page access to the sender.
    expect(heard).toEqual([[{ kind: 'connection', state: 'lost' }]]);
  });
});
