import { cp } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import renderer from './renderer/vite.config.ts';

/** What Electron 45 brings; the interface has its own target, in its own configuration. */
const target = 'node24';

export default defineConfig({
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
        input: { electron: 'main/electron.ts', 'signatures/worker': 'main/signatures/worker.ts' },
        // What the entries share lies beside the first, so that `import.meta.dirname` is `out/main` in all of it.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
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
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...renderer,
    root: resolve('renderer'),
    build: { ...renderer.build, rolldownOptions: { input: resolve('renderer/index.html') } },
  },
});

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
    writeBundle: () => cp('main/sandbox/assets', 'out/main/sandbox/assets', { recursive: true }),
  };
}
