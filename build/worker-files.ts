import { dirname, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Matches the address of a worker in the sources; the group is its path. */
const workerAddress = /new URL\(\s*'(\.[^']*worker\.ts)',\s*import\.meta\.url,?\s*\)/g;

/**
 * Turns what main starts as a worker (`new URL('./worker.ts', import.meta.url)`) into a file beside the bundle, which shares its parts with
 * the rest: the runtime starts workers from inside the application archive (Electron's `spec/asar-spec.ts`, "worker threads"). Under plain
 * Node the same line finds the source.
 */
export function workerFiles(): Plugin {
  return {
    name: 'assay-worker-files',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.url', id: /\/main\// },
      handler(code, id) {
        const built = code.replaceAll(workerAddress, (_text, path: string) => {
          const source = resolve(dirname(id), path);
          const below = relative(resolve('main'), source).slice(0, -'.ts'.length);
          const fileName = `${below.replaceAll(sep, '-')}.js`;
          this.emitFile({ type: 'chunk', id: source, fileName });
          return `new URL('./${fileName}', import.meta.url)`;
        });
        return built === code ? undefined : { code: built, map: null };
      },
    },
  };
}
