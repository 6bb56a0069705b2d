import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Bridge } from '../../../preload/contract/bridge.ts';
import { startMediaService } from '../../support/media-service.ts';
import { chooseMedium } from '../../support/media-window.ts';
import { scannedPages } from '../../support/pdf-samples.ts';
import { showData } from '../console.ts';
import {
  consoleArguments,
  type ElectronConsole,
  noRuntime,
  runtime,
  startElectron,
} from './electron-console.ts';

async function openFromSandbox({ page }: ElectronConsole, title: string): Promise<void> {
  await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Samples/ }).click();
  await page.getByText(title).first().click();
  await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
}

/** Journeys in the runtime of the packaged product, including what a hostile page would try. */
const journeys: Record<string, (assay: ElectronConsole) => Promise<void>> = {
  'opens on the sandbox, from its own scheme, in the runtime it was built for': async ({
    app,
    page,
    complaints,
  }) => {
    const versions = await app.evaluate(() => process.versions);
    process.stdout.write(
      `Electron ${versions.electron}, Chromium ${versions.chrome}, Node ${versions.node}, V8 ${versions.v8}\n`,
    );
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    expect(page.url()).toMatch(/^assay-app:\/\/console\//);
    expect(await page.getByRole('button', { name: 'Start the review' }).isVisible()).toBe(true);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(
      true,
    );
    expect(complaints).toEqual([]);
  },

  'opens a conversation': async (assay) => {
    await openFromSandbox(assay, 'Every documented member of the user data');
    await assay.page.getByText('First name').first().waitFor();
    expect(assay.complaints).toEqual([]);
  },

  'shows images, videos and reports from the media scheme': async (assay) => {
    const { page } = assay;
    await openFromSandbox(assay, 'Everything that can be collected');
    await page.getByRole('tab', { name: 'Files' }).click();
    const list = page.getByRole('navigation', { name: 'Files' });
    await list.waitFor();
    await list.getByRole('button').filter({ hasText: 'image/' }).first().click();
    await showData(page);
    const image = page.locator('main img[data-loaded="true"]').first();
    await image.waitFor();
    expect(await image.getAttribute('src')).toMatch(/^assay-media:\/\/item\/[\w-]+$/);
    await list.getByRole('button').filter({ hasText: 'video/' }).first().click();
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
    await list.getByRole('button').filter({ hasText: 'application/pdf' }).first().click();
    await page.locator('main .page[data-loaded]:not(.loadingIcon) canvas').waitFor();
    expect(assay.complaints).toEqual([]);
  },

  'saves a medium where the dialog says': async (assay) => {
    const { app, page } = assay;
    await openFromSandbox(assay, 'Everything that can be collected');
    await page.getByRole('tab', { name: 'Files' }).click();
    await showData(page);
    await page.locator('main img[data-loaded="true"]').first().waitFor();
    const target = join(assay.dataDir, 'saved.bin');
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, target);
    await page.getByRole('button', { name: 'Save…' }).first().click();
    await expect.poll(() => fileSize(target)).toBeGreaterThan(100);
  },

  'previews a deletion and carries it out': async (assay) => {
    const { page } = assay;
    await openFromSandbox(assay, 'Created: the user has not come yet');
    const id = decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
    await page
      .getByRole('button', { name: 'Deletion' })
      .or(page.getByRole('link', { name: 'Deletion' }))
      .first()
      .click();
    await page.getByRole('heading', { name: 'Deletion', level: 1 }).waitFor();
    const field = page.getByLabel('Conversations or people');
    await field.fill(id);
    await field.press('Enter');
    await page.locator('[data-draft=ready]').waitFor();
    await page.getByRole('button', { name: 'Expire only', exact: true }).click();
    await page.getByRole('button', { name: /^Expire in / }).click();
    await page.getByRole('region', { name: 'Register' }).getByText('1 of 1 expired').waitFor();
  },

  'verifies a signature in main': async ({ page }) => {
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    const answer = await page.evaluate(() =>
      (window as Window & { assay?: Bridge }).assay?.invoke('signature', 'signatures.verify', {
        signature: '0'.repeat(64),
        timestamp: '1700000000000',
        key: { kind: 'pasted', key: 'a key of this journey' },
        body: new TextEncoder().encode('{}'),
      }),
    );
    expect(answer).toMatchObject({ ok: true, value: { signature: { verdict: 'mismatch' } } });
  },

  'gives a hostile page nothing': async ({ app, page }) => {
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    const found = await page.evaluate(async () => {
      const names = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer', '__dirname'];
      const attempt = async (act: () => unknown) => {
        try {
          return String(await act());
        } catch {
          return 'refused';
        }
      };
      const inline = document.createElement('script');
      inline.textContent = 'window.inlineRan = true';
      document.body.append(inline);
      return {
        node: names.filter((name) => name in window),
        bridge: Object.keys((window as Window & { assay?: Bridge }).assay ?? {}).sort(),
        opened: String(window.open('https://example.com/')),
        outside: await attempt(() => fetch('https://example.com/')),
        file: await attempt(() => fetch('file:///etc/hosts')),
        // In a later task, because the policy may not apply to code evaluated by a debugger.
        evaluated: await new Promise((resolve) =>
          setTimeout(() => resolve(attempt(() => new Function('return 1')()))),
        ),
        inline: 'inlineRan' in window,
        notifications: await attempt(() => Notification.requestPermission()),
        camera: await attempt(() => navigator.mediaDevices.getUserMedia({ video: true })),
      };
    });
    expect(found).toEqual({
      node: [],
      bridge: ['cancel', 'invoke', 'subscribe'],
      opened: 'null',
      outside: 'refused',
      file: 'refused',
      evaluated: 'refused',
      inline: false,
      notifications: 'denied',
      camera: 'refused',
    });
    const before = page.url();
    await page.evaluate(() => {
      location.href = 'https://example.com/';
    });
    expect(page.url()).toBe(before);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  },

  'takes a link from a second start': async (assay) => {
    await assay.page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    const link = 'assay://conversation/no-such-conversation';
    const second = spawn(String(runtime), [...consoleArguments(assay.dataDir), link], { stdio: 'ignore' });
    const [code] = await once(second, 'exit');
    expect(code).toBe(0);
    await assay.page.waitForFunction(() => location.hash.includes('no-such-conversation'));
  },

  'has the algorithms that the search says it tries, and explains in a worker of the archive': async ({
    app,
    page,
  }) => {
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    const hashes = await app.evaluate(() => process.getBuiltinModule('node:crypto').getHashes());
    process.stdout.write(`Hashes of BoringSSL: ${hashes.join(' ')}\n`);
    const signature = createHmac('sha3-256', 'a key').update('1700000000000:{}').digest('hex');
    const answer = await page.evaluate(
      (given) =>
        (window as Window & { assay?: Bridge }).assay?.invoke('explain', 'signatures.explain', {
          signature: given,
          timestamp: '1700000000000',
          key: { kind: 'pasted', key: 'a key' },
          body: new TextEncoder().encode('{}'),
        }),
      signature,
    );
    expect(answer).toMatchObject({ ok: true, value: { findings: [expect.anything()] } });
  },

  'draws the pages of scanners from the media scheme': async ({ app, page, complaints }) => {
    const names = Object.keys(scannedPages) as (keyof typeof scannedPages)[];
    const contentType = 'application/pdf';
    const service = await startMediaService(
      names.map((id) => ({ id, contentType, bytes: scannedPages[id], sendsParts: true })),
    );
    try {
      await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
      await page.evaluate(async (baseUrl) => {
        const bridge = (window as Window & { assay?: Bridge }).assay;
        const ask = async (operation: string, input: unknown) => {
          const answer = await bridge?.invoke(crypto.randomUUID(), operation, input);
          if (!answer?.ok) {
            throw new Error(`${operation}: ${answer?.error.message}`);
          }
          return answer.value as { id: string };
        };
        await ask('keychain.sessionOnly', { sessionOnly: true });
        const { id } = await ask('environments.save', {
          settings: { name: 'Media', kind: 'test', baseUrl, proxy: { mode: 'none' } },
        });
        const login = { login: 'media-login', password: 'media-password-1' };
        await ask('credentials.save', { kind: 'api-key', environmentId: id, ...login });
        await ask('environments.select', { environmentId: id });
      }, service.baseUrl);
      const link = `assay://conversation/${encodeURIComponent(service.conversationId)}`;
      await app.evaluate(
        ({ app: electron }, url) => electron.emit('second-instance', {}, ['', url], ''),
        link,
      );
      await page.getByRole('tab', { name: 'Files' }).click();
      for (const [index] of names.entries()) {
        await chooseMedium(page, index);
        await showData(page);
        await page.locator('main .page[data-loaded]:not(.loadingIcon) canvas').waitFor();
        expect(await page.getByText('could not be drawn').count()).toBe(0);
      }
      expect(service.ranges.some((range) => range !== '')).toBe(true);
      expect(complaints).toEqual([]);
    } finally {
      await service.close();
    }
  },

  'fills the screen with a video': async (assay) => {
    const { page } = assay;
    await openFromSandbox(assay, 'Everything that can be collected');
    await page.getByRole('tab', { name: 'Files' }).click();
    const list = page.getByRole('navigation', { name: 'Files' });
    await list.getByRole('button').filter({ hasText: 'video/' }).first().click();
    await showData(page);
    const video = page.locator('main video');
    await video.waitFor();
    await video.click();
    await video.evaluate((element: HTMLVideoElement) => element.requestFullscreen());
    expect(await page.evaluate(() => document.fullscreenElement?.tagName)).toBe('VIDEO');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.fullscreenElement === null);
  },

  'masks what it shows when the screen is locked': async (assay) => {
    const { app, page } = assay;
    await openFromSandbox(assay, 'Every documented member of the user data');
    await page.getByText('First name').first().waitFor();
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
    await page.getByText('Personal data is masked').first().waitFor({ state: 'attached' });
  },

  'shows a menu on a right click': async ({ app, page }) => {
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    await app.evaluate(({ Menu }) => {
      const shown = globalThis as { shownMenu?: string[] };
      const build = Menu.buildFromTemplate;
      Menu.buildFromTemplate = (items) => {
        shown.shownMenu = items.flatMap(({ role, label }) => role ?? label ?? []);
        const menu = build(items);
        // An open native menu would block the test.
        menu.popup = () => undefined;
        return menu;
      };
    });
    const field = page.getByRole('textbox').or(page.getByRole('combobox')).first();
    await field.click({ button: 'right' });
    await expect
      .poll(() => app.evaluate(() => (globalThis as { shownMenu?: string[] }).shownMenu))
      .toEqual(expect.arrayContaining(['cut', 'copy', 'paste', 'selectAll']));
  },

  'writes no page of its own session to disk': async (assay) => {
    await openFromSandbox(assay, 'Every documented member of the user data');
    await assay.page.evaluate(() => localStorage.setItem('canary', 'canary-in-local-storage'));
    await assay.stop();
    const files = readdirSync(assay.dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const beside = files.filter(({ parentPath }) => !parentPath.startsWith(join(assay.dataDir, 'runtime')));
    process.stdout.write(`Beside the runtime's own: ${beside.map(({ name }) => name).join(' ')}\n`);
    for (const { parentPath, name } of files) {
      const content = readFileSync(join(parentPath, name));
      expect(content.includes('canary-in'), name).toBe(false);
    }
  },

  'remembers where its window stood': async (assay) => {
    await assay.page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    await assay.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 60, width: 1000, height: 700 }),
    );
    await assay.stop();
    const kept = JSON.parse(readFileSync(join(assay.dataDir, 'window.json'), 'utf8'));
    expect(kept).toMatchObject({ width: 1000, height: 700, maximized: false });
    await using again = await startElectron({ dataDir: assay.dataDir });
    await again.page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    const size = await again.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize());
    expect(size).toEqual([1000, 700]);
  },
};

/** Journeys that need their own start because they test starting or quitting. */
const starts: Record<string, (dataDir: string) => Promise<void>> = {
  'opens the conversation of the link that started it': async (dataDir) => {
    await using assay = await startElectron({
      dataDir,
      arguments: ['assay://conversation/no-such-conversation'],
    });
    await assay.page.waitForFunction(() => location.hash.includes('no-such-conversation'));
  },

  'ends in order when it is closed while it loads': async (dataDir) => {
    const child = spawn(String(runtime), consoleArguments(dataDir), { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    // The log file is created before the page loads, and "ready" follows it, so the signal may arrive now.
    child.kill('SIGTERM');
    const [code, signal] = await once(child, 'exit');
    expect(said).not.toContain('could not start');
    expect([code, signal]).not.toEqual([1, null]);
  },
};

const count = Object.keys(journeys).length + Object.keys(starts).length;
if (runtime === undefined) {
  process.stderr.write(`\nELECTRON JOURNEYS NOT RUN: ${count} (no Electron runtime: ${noRuntime})\n\n`);
}

describe.skipIf(runtime === undefined)('the console in real Electron', () => {
  for (const [name, journey] of Object.entries(journeys)) {
    test(name, { timeout: 120_000 }, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'assay-electron-'));
      try {
        await using assay = await startElectron({ dataDir });
        await journey(assay);
      } finally {
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      }
    });
  }
});

describe.skipIf(runtime === undefined)('starting and quitting in real Electron', () => {
  for (const [name, journey] of Object.entries(starts)) {
    test(name, { timeout: 120_000 }, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'assay-electron-'));
      try {
        await journey(dataDir);
      } finally {
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      }
    });
  }
});

function fileSize(path: string): number {
  try {
    return readFileSync(path).byteLength;
  } catch {
    return 0;
  }
}
