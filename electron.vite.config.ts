import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { loadConfigFromFile, type Plugin, type UserConfig } from 'vite';
import { BundledLibraries } from './build/licenses.ts';
import { workerFiles } from './build/worker-files.ts';
import { reportFaces } from './main/features/records/print/report-fonts.ts';

/** What Electron 45 brings; the interface has its own target, in its own configuration. */
const target = 'node24';
const licenses = 'licenses.txt';

export default defineConfig(async (environment) => {
  const main = new BundledLibraries();
  // Under `npm run dev`.
  const sourcemap = environment.command === 'serve';
  return {
    main: {
      plugins: [
        onlyVersion(),
        workerFiles(),
        sandboxAssets(),
        reportFonts(),
        main.plugin(),
        main.writer(licenses),
      ],
      build: {
        outDir: 'out/main',
        target,
        minify: false,
        sourcemap,
        reportCompressedSize: false,
        // Everything is bundled, so that only what is used is packed; a native library cannot be.
        externalizeDeps: false,
        rolldownOptions: {
          input: { electron: 'main/electron.ts' },
          external: ['keytar'],
          // What the entries share lies beside the first, so that `import.meta.dirname` is `out/main` in all of it.
          output: { format: 'es' as const, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
    preload: {
      build: {
        outDir: 'out/preload',
        target,
        minify: false,
        sourcemap,
        reportCompressedSize: false,
        // A sandboxed preload is CommonJS in one file and can load nothing but the runtime's own modules.
        externalizeDeps: false,
        rolldownOptions: {
          input: { index: 'preload/index.ts' },
          output: { format: 'cjs' as const, entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: await rendererConfig(environment),
  };
});

/** The interface's own configuration, read as Vite reads it, so that it is built the same for both hosts. */
async function rendererConfig(environment: {
  command: 'build' | 'serve';
  mode: string;
}): Promise<UserConfig> {
  const loaded = await loadConfigFromFile(environment, resolve('renderer/vite.config.ts'));
  if (!loaded) {
    throw new Error('renderer/vite.config.ts could not be read.');
  }
  const { build, plugins = [], ...rest } = loaded.config;
  const libraries = new BundledLibraries();
  return {
    ...rest,
    root: resolve('renderer'),
    plugins: [...plugins, libraries.plugin(), libraries.writer(licenses)],
    worker: { ...rest.worker, plugins: () => [libraries.plugin()] },
    build: {
      ...build,
      // Said whole: electron-vite takes a relative one from the working directory, and Vite from the root.
      outDir: resolve('out/renderer'),
      rolldownOptions: { ...build?.rolldownOptions, input: resolve('renderer/index.html') },
    },
  };
}

/** Main reads only the version of package.json; the rest does not belong in the product. */
function onlyVersion(): Plugin {
  const file = resolve('package.json');
  return {
    name: 'assay-only-version',
    enforce: 'pre',
    load: {
      filter: { id: /\/package\.json$/ },
      handler: async (id) =>
        resolve(id) === file
          ? JSON.stringify({ version: JSON.parse(await readFile(file, 'utf8')).version })
          : undefined,
    },
  };
}

/** The specimens that the sandbox serves. */
function sandboxAssets(): Plugin {
  return {
    name: 'assay-sandbox-assets',
    apply: 'build',
    writeBundle: ({ dir = 'out/main' }) =>
      cp('main/sandbox/assets', join(dir, 'sandbox', 'assets'), { recursive: true }),
  };
}

/** The fonts that reports are written with, each with its licence. */
function reportFonts(): Plugin {
  return {
    name: 'assay-report-fonts',
    apply: 'build',
    async writeBundle({ dir = 'out/main' }) {
      for (const { path } of reportFaces) {
        const [scope = '', name = ''] = path.split('/');
        for (const file of [path, `${scope}/${name}/LICENSE`]) {
          await cp(join('node_modules', file), join(dir, 'fonts', file));
        }
      }
    },
  };
}
