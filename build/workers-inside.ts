import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** What the sources name a worker by; the group is its path. */
export const workerAddress = /new URL\(\s*'(\.[^']*worker\.ts)',\s*import\.meta\.url,?\s*\)/g;
const prefix = '\0worker-script:';
/**
 * A `data:` address is no base for others, and libraries make some when they are loaded, of files that are not used here. A file address on
 * every system; nothing is at it.
 */
const noFile = "'file:///C:/inside-a-worker.js'";

/**
 * What main starts as a worker (`new URL('./worker.ts', import.meta.url)`) becomes one script with everything it imports,
 * inside the bundle as a `data:` address: nothing has to be found or read in the archive when a worker starts. Under plain
 * Node the same line finds the source.
 *
 * @param plugins used for the workers' own builds
 */
export function workersInside(target: string, plugins: Plugin[]): Plugin {
  return {
    name: 'assay-workers-inside',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\0worker-script:/ },
      handler: (id) => id,
    },
    load: {
      filter: { id: /^\0worker-script:/ },
      async handler(id) {
        const script = await bundledWorker(id.slice(prefix.length), target, plugins);
        const base64 = Buffer.from(script).toString('base64');
        return `export default 'data:text/javascript;base64,${base64}';`;
      },
    },
    transform: {
      filter: { code: 'import.meta.url', id: /\/main\// },
      handler(code, id) {
        const entries = [...new Set([...code.matchAll(workerAddress)].map(([, path = '']) => path))];
        if (entries.length === 0) {
          return undefined;
        }
        const imports = entries.map((path, index) => {
          const from = JSON.stringify(prefix + resolve(dirname(id), path));
          return `import workerScript${index} from ${from};\n`;
        });
        const built = code.replace(
          workerAddress,
          (_text, path: string) => `new URL(workerScript${entries.indexOf(path)})`,
        );
        return { code: imports.join('') + built, map: null };
      },
    },
  };
}

/** One script that imports nothing but Node. */
async function bundledWorker(entry: string, target: string, plugins: Plugin[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    ssr: { noExternal: true },
    // A `data:` address is no place of a file. Libraries that would load more files from beside themselves are given a path that exists on
    // no system but is valid on all of them; what a worker needs is passed to it.
    define: { 'import.meta.url': JSON.stringify('file:///C:/assay-worker.js') },
    build: {
      ssr: entry,
      write: false,
      target,
      minify: false,
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const [script] = output;
  const foreign = script.imports.filter((name) => !isBuiltin(name));
  const more = output.slice(1).filter((file) => file.type === 'chunk');
  if (more.length > 0 || foreign.length > 0) {
    throw new Error(
      `A worker must be one script that imports nothing but Node: ${entry} ${foreign.join(', ')}`,
    );
  }
  return script.code.replaceAll('import.meta.url', noFile);
}
