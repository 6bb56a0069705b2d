import { dirname, join, relative, resolve, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { mainBuild } from './main-build.ts';

const root = resolve(import.meta.dirname, '..');
const outDir = join(root, 'out', 'browser-host');

/**
 * The browser host in few files, which journeys start several hundred times: a start takes less than half of the processor time that the
 * sources take. It stays in the checkout, since it reads files from their places there, and is never packaged.
 */
const { plugins, build } = mainBuild({
  input: { browser: 'main/browser.ts', 'console-host': 'test/support/console-host.ts' },
  outDir,
  plugins: [placesOfSources(), commonJsNames()],
});

export default defineConfig({ root, plugins, ssr: { noExternal: true }, build: { ...build, ssr: true } });

/** Libraries in CommonJS expect these names. */
function commonJsNames(): Plugin {
  return {
    name: 'assay-common-js-names',
    renderChunk: (code) =>
      `const __filename = import.meta.filename, __dirname = import.meta.dirname;\n${code}`,
  };
}

/** A module that reads files from beside it finds them where its source is. */
function placesOfSources(): Plugin {
  return {
    name: 'assay-places-of-sources',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.dirname', id: /\/(main|test)\// },
      handler(code, id) {
        const place = relative(outDir, dirname(id)).replaceAll(sep, '/');
        const path = `(import.meta.dirname + ${JSON.stringify(`/${place}`)})`;
        return { code: code.replaceAll('import.meta.dirname', path), map: null };
      },
    },
  };
}
