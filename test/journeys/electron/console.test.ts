import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Bridge } from '../../../preload/contract/bridge.ts';
import { consoleArguments, type ElectronConsole, runtime, startElectron } from './electron-console.ts';

async function openFromSandbox({ page }: ElectronConsole, title: string): Promise<void> {
  await page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor();
  await page.getByText(title).first().click();
  await page.getByRole('heading', { level: 1, name: /^(Finished|Created|In progress)/ }).waitFor();
}

/** What a person does in the packaged product's own runtime, and what a hostile page would try there. */
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
    await page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor();
    expect(page.url()).toMatch(/^assay-app:\/\/console\//);
    expect(await page.getByText('In the sandbox').isVisible()).toBe(true);
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
    await page.getByRole('tab', { name: 'Media' }).click();
    const list = page.getByRole('navigation', { name: 'Media' });
    await list.waitFor();
    await list.getByRole('button').filter({ hasText: 'image/' }).first().click();
    const image = page.locator('main img[data-loaded="true"]');
    await image.waitFor();
    expect(await image.getAttribute('src')).toMatch(/^assay-media:\/\/item\/[\w-]+$/);
    await list.getByRole('button').filter({ hasText: 'video/' }).first().click();
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
    await list.getByRole('button').filter({ hasText: 'application/pdf' }).first().click();
    await page.locator('main canvas[data-drawn="true"]').waitFor();
    expect(assay.complaints).toEqual([]);
  },

  'saves a medium where the dialog says': async (assay) => {
    const { app, page } = assay;
    await openFromSandbox(assay, 'Everything that can be collected');
    await page.getByRole('tab', { name: 'Media' }).click();
    await page.locator('main img[data-loaded="true"]').waitFor();
    const target = join(assay.dataDir, 'saved.bin');
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, target);
    await page.getByRole('button', { name: 'Save…' }).click();
    await expect.poll(() => fileSize(target), { timeout: 20_000 }).toBeGreaterThan(100);
  },

  'foretells a deletion and carries it out': async (assay) => {
    const { page } = assay;
    await openFromSandbox(assay, 'Created: the user has not come yet');
    const id = decodeURIComponent(new URL(page.url()).hash.split('/')[2] ?? '');
    await page
      .getByRole('button', { name: 'Deletion' })
      .or(page.getByRole('link', { name: 'Deletion' }))
      .first()
      .click();
    await page.getByRole('heading', { name: 'Deletion', level: 1 }).waitFor();
    await page.getByLabel('Conversation id').fill(id);
    await page.getByRole('radio', { name: 'Expire' }).check();
    await page.getByRole('button', { name: 'Read it and say what would happen' }).click();
    await page.getByText('The service will accept it').waitFor();
    const confirmation = page.getByRole('checkbox', { name: /I mean this conversation/ });
    if (await confirmation.isVisible()) await confirmation.check();
    await page.getByRole('button', { name: /^Expire in / }).click();
    await page.locator('[data-outcome="done"]').waitFor();
  },

  'verifies a signature in main': async ({ page }) => {
    await page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor();
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
    await page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor();
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
        // In a later turn: what a debugger evaluates itself may be excused from the policy.
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
    await assay.page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor();
    const link = 'assay://conversation/no-such-conversation';
    const second = spawn(String(runtime), [...consoleArguments(assay.dataDir), link], { stdio: 'ignore' });
    const [code] = await once(second, 'exit');
    expect(code).toBe(0);
    await assay.page.waitForFunction(() => location.hash.includes('no-such-conversation'));
  },

  'remembers where its window stood': async (assay) => {
    await assay.page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor();
    await assay.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 60, width: 1000, height: 700 }),
    );
    await assay.stop();
    const kept = JSON.parse(readFileSync(join(assay.dataDir, 'window.json'), 'utf8'));
    expect(kept).toMatchObject({ width: 1000, height: 700, maximized: false });
    await using again = await startElectron({ dataDir: assay.dataDir });
    await again.page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor();
    const size = await again.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize());
    expect(size).toEqual([1000, 700]);
  },
};

if (runtime === undefined) {
  process.stderr.write(
    `\nELECTRON JOURNEYS NOT RUN: ${Object.keys(journeys).length} (no Electron runtime on this machine)\n\n`,
  );
}

describe.skipIf(runtime === undefined)('the console in the real Electron', () => {
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

function fileSize(path: string): number {
  try {
    return readFileSync(path).byteLength;
  } catch {
    return 0;
  }
}
