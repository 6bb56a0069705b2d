import { dirname, join, relative, resolve, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { workerAddress } from './workers-inside.ts';

const root = resolve(import.meta.dirname, '..');
const outDir = join(root, 'out', 'browser-host');
const target = 'node24';

/**
 * The browser host in few files, which journeys start several hundred times: a start takes less than half of the processor time that the
 * sources take. It stays in the checkout, since it reads files from their places there, and is never packaged.
 */
export default defineConfig({
  root,
  plugins: [workersBeside(), placesOfSources()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    target,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { browser: 'main/browser.ts' },
      external: ['keytar'],
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Libraries in CommonJS expect them.
        banner: 'const __filename = import.meta.filename, __dirname = import.meta.dirname;',
      },
    },
  },
});

/** What main starts as a worker (`new URL('./worker.ts', import.meta.url)`) becomes a file of its own. */
function workersBeside(): Plugin {
  return {
    name: 'assay-workers-beside',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.url', id: /\/main\// },
      handler(code, id) {
        const built = code.replaceAll(workerAddress, (_text, path: string) => {
          const source = resolve(dirname(id), path);
          const fileName = `${relative(join(root, 'main'), source).replaceAll(sep, '-').slice(0, -3)}.js`;
          this.emitFile({ type: 'chunk', id: source, fileName });
          return `new URL('./${fileName}', import.meta.url)`;
        });
        return built === code ? undefined : { code: built, map: null };
      },
    },
  };
}

/** A module that reads files from beside it finds them where its source is. */
function placesOfSources(): Plugin {
  return {
    name: 'assay-places-of-sources',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.dirname', id: /\/main\// },
      handler(code, id) {
        const place = relative(outDir, dirname(id)).replaceAll(sep, '/');
        const path = `(import.meta.dirname + ${JSON.stringify(`/${place}`)})`;
        return { code: code.replaceAll('import.meta.dirname', path), map: null };
      },
    },
  };
}
