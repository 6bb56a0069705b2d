import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import { workerFiles } from './worker-files.ts';

/** What Electron 45 brings; the interface has its own target, in its own configuration. */
export const target = 'node24';

/** Builds main, for either host: everything is bundled but the native library, and each worker is a file beside the entries. */
export function mainBuild(options: {
  input: Record<string, string>;
  outDir: string;
  sourcemap?: boolean;
  plugins: Plugin[];
}): Required<Pick<UserConfig, 'plugins' | 'build'>> {
  const { input, outDir, sourcemap = false, plugins } = options;
  return {
    plugins: [onlyVersion(), workerFiles(), ...plugins],
    build: {
      outDir,
      target,
      minify: false,
      sourcemap,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        external: ['keytar'],
        // What the entries share lies beside the first, so that `import.meta.dirname` is the same in all of it.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
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
