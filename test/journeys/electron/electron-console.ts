import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { givenElectron } from '../../../main/launch/electron.mjs';

const root = resolve(import.meta.dirname, '../../..');

const given = await givenElectron(root, process.env);

/** The path of the real runtime, if this machine has it or `ASSAY_ELECTRON_ZIP` names its archive. */
export const runtime: string | undefined = 'program' in given ? given.program : undefined;
/** Why there is no runtime. */
export const noRuntime: string | undefined = 'reason' in given ? given.reason : undefined;
// An unusable archive must not pass as skipped tests.
if (process.env.ASSAY_ELECTRON_ZIP && noRuntime !== undefined) {
  throw new Error(`No Electron: ${noRuntime}.`);
}

/** The console in the real runtime with its own profile. */
export interface ElectronConsole {
  app: ElectronApplication;
  page: Page;
  dataDir: string;
  /** Uncaught errors and console errors of the page, such as a blocked style or script. */
  complaints: string[];
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Command line arguments of the built console. Chromium's own sandbox does not work as root. */
export function consoleArguments(dataDir: string): string[] {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [...asRoot, root, `--data-dir=${dataDir}`];
}

export async function startElectron(
  options: { dataDir?: string; arguments?: string[] } = {},
): Promise<ElectronConsole> {
  if (runtime === undefined) {
    throw new Error('No Electron runtime on this machine.');
  }
  if (!existsSync(join(root, 'out', 'main', 'electron.js'))) {
    throw new Error('The console is not built: npm run build.');
  }
  const own = options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'assay-electron-')) : undefined;
  const dataDir = options.dataDir ?? own ?? '';
  const app = await _electron.launch({
    executablePath: runtime,
    args: [...consoleArguments(dataDir), ...(options.arguments ?? [])],
    cwd: root,
    env: withoutSecretService(process.env),
    timeout: 60_000,
  });
  const complaints: string[] = [];
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        complaints.push(`${message.text()} (${message.location().url})`);
      }
    });
    return {
      app,
      page,
      dataDir,
      complaints,
      stop: () => app.close(),
      async [Symbol.asyncDispose]() {
        await app.close();
        if (own) {
          rmSync(own, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
        }
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Keeps journeys away from the user's secrets. */
function withoutSecretService(environment: NodeJS.ProcessEnv): Record<string, string> {
  const { DBUS_SESSION_BUS_ADDRESS: _, NODE_OPTIONS: __, ELECTRON_RUN_AS_NODE: ___, ...rest } = environment;
  return Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => !!entry[1]));
}
