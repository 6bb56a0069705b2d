import { cp } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { loadConfigFromFile, type Plugin, type UserConfig } from 'vite';

/** What Electron 45 brings; the interface has its own target, in its own configuration. */
const target = 'node24';

export default defineConfig(async (environment) => ({
  main: {
    plugins: [workersAsFiles(), sandboxAssets()],
    build: {
      outDir: 'out/main',
      target,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      // Production dependencies stay in node_modules, packed as they were published.
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          electron: 'main/electron.ts',
          'service/reply/worker': 'main/service/reply/worker.ts',
          'signatures/worker': 'main/signatures/worker.ts',
        },
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
      sourcemap: false,
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
}));

/** The interface's own configuration, read as Vite reads it, so that it is built the same for both hosts. */
async function rendererConfig(environment: {
  command: 'build' | 'serve';
  mode: string;
}): Promise<UserConfig> {
  const loaded = await loadConfigFromFile(environment, resolve('renderer/vite.config.ts'));
  if (!loaded) throw new Error('renderer/vite.config.ts could not be read.');
  const { build, ...rest } = loaded.config;
  return {
    ...rest,
    root: resolve('renderer'),
    build: {
      ...build,
      // Said whole: electron-vite takes a relative one from the working directory, and Vite from the root.
      outDir: resolve('out/renderer'),
      rolldownOptions: { ...build?.rolldownOptions, input: resolve('renderer/index.html') },
    },
  };
}

/**
 * What main starts as a worker (`new URL('./signatures/worker.ts', import.meta.url)`) is an entry of the build: this points
 * the address at the built file. Under plain Node the same line finds the source.
 */
function workersAsFiles(): Plugin {
  const address = /new URL\(\s*'(\.[^']+)\.ts',\s*import\.meta\.url,?\s*\)/g;
  return {
    name: 'assay-workers-as-files',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.url', id: /\/main\// },
      handler(code, id) {
        const built = code.replace(address, (_text, path: string) => {
          const file = relative(resolve('main'), resolve(dirname(id), path)).replaceAll('\\', '/');
          return `new URL('./${file}.js', import.meta.url)`;
        });
        return built === code ? undefined : { code: built, map: null };
      },
    },
  };
}

/** The sandbox draws its specimens from files that lie beside it. */
function sandboxAssets(): Plugin {
  return {
    name: 'assay-sandbox-assets',
    apply: 'build',
    writeBundle: ({ dir = 'out/main' }) =>
      cp('main/sandbox/assets', join(dir, 'sandbox', 'assets'), { recursive: true }),
  };
}
