import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { loadConfigFromFile, type Plugin, type UserConfig } from 'vite';
import { BundledLibraries } from './build/licenses.ts';
import { mainBuild, target } from './build/main-build.ts';
import { reportFaces } from './main/features/records/print/report-fonts.ts';

const licenses = 'licenses.txt';

export default defineConfig(async (environment) => {
  const main = new BundledLibraries();
  // Under `npm run dev`.
  const sourcemap = environment.command === 'serve';
  return {
    main: withLibraries(
      mainBuild({
        input: { electron: 'main/electron.ts' },
        outDir: 'out/main',
        sourcemap,
        plugins: [sandboxAssets(), reportFonts(), main.plugin(), main.writer(licenses)],
      }),
    ),
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

/** Only what is used is packed, so that libraries are bundled and not found in `node_modules`. */
function withLibraries<C extends { build: object }>(config: C) {
  return { ...config, build: { ...config.build, externalizeDeps: false as const } };
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
