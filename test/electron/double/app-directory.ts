import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** The page the double loads: like the built one, as far as the host depends on it. */
export const specimenPage = `<!doctype html>
<html lang="en">
<head><meta name="csp-nonce" content="__CSP_NONCE__"><title>Assay</title>
<script type="module" src="./assets/index.js"></script></head>
<body><div id="root"></div></body>
</html>
`;

/** An application directory as in the runtime: a page, and the real built preload script. */
export interface AppDirectory {
  appPath: string;
  userData: string;
  downloads: string;
  remove(): Promise<void>;
}

export async function createAppDirectory(): Promise<AppDirectory> {
  const root = await mkdtemp(join(tmpdir(), 'assay-electron-'));
  const appPath = join(root, 'app');
  const page = join(appPath, 'out', 'renderer');
  const userData = join(root, 'data');
  const downloads = join(root, 'downloads');
  await mkdir(join(page, 'assets'), { recursive: true });
  await mkdir(userData);
  await mkdir(downloads);
  await writeFile(join(page, 'index.html'), specimenPage);
  await writeFile(join(page, 'assets', 'index.js'), 'document.title = "Assay";\n');
  await cp(await builtPreload(), join(appPath, 'out', 'preload'), { recursive: true });
  return {
    appPath,
    userData,
    downloads,
    // SQLite may still be deleting its files.
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

let preload: Promise<string> | undefined;

/** The directory of the preload script, built once for the tests of a file. */
function builtPreload(): Promise<string> {
  preload ??= buildPreload(mkdtempSync(join(tmpdir(), 'assay-preload-')));
  return preload;
}

async function buildPreload(outDir: string): Promise<string> {
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      ssr: 'preload/index.ts',
      minify: false,
      rolldownOptions: { external: ['electron'], output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  });
  return outDir;
}
