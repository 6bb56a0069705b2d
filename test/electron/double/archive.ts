import fs from 'node:fs';
import { isBuiltin, registerHooks, syncBuiltinESMExports } from 'node:module';
import { dirname, join, normalize, posix, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { extractFile, listPackage, statFile } from '@electron/asar';

/**
 * Makes the files of application archives readable as in the runtime (docs/tutorial/asar-archives.md; lib/node/asar-fs-wrapper.ts): imported
 * before anything else, in the first thread and in every worker, as the runtime prepares both before their first line. Stricter in two
 * respects: a packed file cannot be opened or loaded as a library, which the runtime allows by copying it to a temporary file, and a package
 * that is not in the archive is not looked for outside it.
 */

interface Packed {
  archive: string;
  /** The path inside the archive. */
  path: string;
}

const { realpathSync, statSync } = fs;

/** The place of a path inside an archive; undefined for others. */
function packed(given: unknown): Packed | undefined {
  if (typeof given !== 'string' && !(given instanceof URL)) {
    return undefined;
  }
  const path = typeof given === 'string' && !given.startsWith('file:') ? given : fileURLToPath(given);
  const [, archive = '', inside = ''] = /^(.*?\.asar)[\\/](.*)$/.exec(normalize(path)) ?? [];
  return archive === '' || statSync(archive, { throwIfNoEntry: false })?.isDirectory()
    ? undefined
    : { archive, path: inside };
}

type Entry = { files: object } | { size: number; unpacked?: boolean };

function entryOf({ archive, path }: Packed): Entry | undefined {
  try {
    return statFile(archive, path) as Entry;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      // The archive itself is missing.
      throw error;
    }
    return undefined;
  }
}

function mustBeIn(place: Packed): Entry {
  const entry = entryOf(place);
  if (!entry) {
    const words = `ENOENT, ${place.path} not found in ${place.archive}`;
    throw Object.assign(new Error(words), { code: 'ENOENT', errno: -2 });
  }
  return entry;
}

/** The file on disk of what is kept beside the archive. */
function unpackedPath(place: Packed): string {
  const entry = mustBeIn(place);
  if ('files' in entry || !entry.unpacked) {
    throw new Error(`${place.path} is packed: the runtime would copy it out of the archive.`);
  }
  return join(`${place.archive}.unpacked`, place.path);
}

function statsOf(place: Packed): fs.Stats {
  const entry = mustBeIn(place);
  const [mode, size] =
    'files' in entry ? [fs.constants.S_IFDIR, 0] : [fs.constants.S_IFREG | 0o444, entry.size];
  return Object.assign(Object.create(fs.Stats.prototype), statSync(place.archive), { mode, size });
}

/** The calls that read, on a path inside an archive. */
const reads: Record<string, (place: Packed, given: unknown) => unknown> = {
  readFile(place, given) {
    const entry = mustBeIn(place);
    if ('files' in entry) {
      throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });
    }
    const bytes = extractFile(place.archive, place.path);
    const encoding = typeof given === 'string' ? given : (given as { encoding?: string } | null)?.encoding;
    return encoding ? bytes.toString(encoding as BufferEncoding) : bytes;
  },
  stat: statsOf,
  lstat: statsOf,
  realpath(place) {
    mustBeIn(place);
    return join(realpathSync(place.archive), place.path);
  },
  access(place, mode) {
    mustBeIn(place);
    if ((Number(mode) || 0) & fs.constants.W_OK) {
      throw Object.assign(new Error(`EACCES: permission denied, access '${place.path}'`), { code: 'EACCES' });
    }
  },
  readdir(place) {
    mustBeIn(place);
    const below = place.path === '' ? sep : `${sep}${place.path}${sep}`;
    const names = listPackage(place.archive, { isPack: false })
      .filter((path) => path.startsWith(below))
      .map((path) => path.slice(below.length).split(sep)[0] ?? '');
    return [...new Set(names)];
  },
};

type Call = (...given: unknown[]) => unknown;
type Calls = Record<string, Call>;

function patchReads(): void {
  const calls = fs as unknown as Calls;
  const promises = fs.promises as unknown as Calls;
  for (const [name, read] of Object.entries(reads)) {
    replaceCall(calls, `${name}Sync`, (plain) => (path, ...given) => {
      const place = packed(path);
      return place ? read(place, given[0]) : plain(path, ...given);
    });
    replaceCall(promises, name, (plain) => async (path, ...given) => {
      const place = packed(path);
      return place ? read(place, given[0]) : plain(path, ...given);
    });
  }
  // The file beside the archive is opened.
  for (const [owner, name] of [
    [calls, 'openSync'],
    [promises, 'open'],
  ] as const) {
    replaceCall(owner, name, (plain) => (path, ...given) => {
      const place = packed(path);
      return plain(place ? unpackedPath(place) : path, ...given);
    });
  }
  for (const name of [...Object.keys(reads), 'open']) {
    replaceCall(calls, name, (plain) => (path, ...given) => {
      if (!packed(path)) {
        return plain(path, ...given);
      }
      const callback = given.pop() as (error: unknown, value?: unknown) => void;
      const answer = (name === 'open' ? calls.openSync : calls[`${name}Sync`]) as Call;
      new Promise((resolve) => resolve(answer(path, ...given))).then(
        (value) => callback(null, value),
        callback,
      );
      return undefined;
    });
  }
  replaceCall(calls, 'existsSync', (plain) => (path) => {
    const place = packed(path);
    return place ? entryOf(place) !== undefined : plain(path);
  });
  replaceCall(process as unknown as Calls, 'dlopen', (plain) => (module, path, ...given) => {
    const place = packed(path);
    return plain.call(process, module, place ? unpackedPath(place) : path, ...given);
  });
}

function replaceCall(owner: Calls, name: string, made: (plain: Call) => Call): void {
  const plain = owner[name];
  if (!plain) {
    throw new Error(`Node has no ${name}.`);
  }
  // Variants such as `realpathSync.native` read in the same way.
  const call = made(plain);
  owner[name] = Object.assign(call, 'native' in plain ? { native: call } : {});
}

/** The file of an archive that an import names; undefined when a script outside an archive imports something outside one. */
function resolved(specifier: string, parent: string | undefined): string | undefined {
  const from = parent?.startsWith('file:') ? packed(parent) : undefined;
  if (/^(\.{0,2}\/|file:|[a-z]:[\\/])/i.test(specifier)) {
    const url = /^(file:|\.)/i.test(specifier) ? new URL(specifier, parent) : pathToFileURL(specifier);
    if (url.protocol !== 'file:' || !packed(url)) {
      return undefined;
    }
    const path = fileURLToPath(url);
    return [path, `${path}.js`, `${path}.node`].find((one) => {
      const entry = entryOf(packed(one) as Packed);
      return entry !== undefined && !('files' in entry);
    });
  }
  if (!from || isBuiltin(specifier)) {
    return undefined;
  }
  const folder = join(from.archive, 'node_modules', specifier);
  const { main } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string };
  return join(folder, main);
}

/** The kind of a script: what its ending or the nearest package.json says. */
function formatOf({ archive, path }: Packed): 'commonjs' | 'json' | 'module' {
  const named = { '.cjs': 'commonjs', '.json': 'json', '.mjs': 'module' } as const;
  const ending = posix.extname(path);
  if (ending in named) {
    return named[ending as keyof typeof named];
  }
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const description = { archive, path: join(folder, 'package.json') };
    if (entryOf(description)) {
      const { type } = JSON.parse(extractFile(archive, description.path).toString('utf8'));
      return type === 'module' ? 'module' : 'commonjs';
    }
    if (folder === '.') {
      return 'commonjs';
    }
  }
}

const electronUrl = 'electron:module';
let electron: Record<string, unknown> | undefined;

/** Sets the module that `import 'electron'` gives to scripts in an archive, in the first thread only (docs/tutorial/multithreading.md). */
export function provideElectron(module: Record<string, unknown>): void {
  electron = module;
  Object.assign(globalThis, { [electronUrl]: module });
}

function hookImports(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'electron' && electron) {
        return { url: electronUrl, format: 'module', shortCircuit: true };
      }
      const path = resolved(specifier, context.parentURL);
      return path === undefined
        ? next(specifier, context)
        : { url: pathToFileURL(path).href, shortCircuit: true };
    },
    load(url, context, next) {
      if (url === electronUrl) {
        const names = Object.keys(electron ?? {}).join(', ');
        const source = `export const { ${names} } = globalThis[${JSON.stringify(electronUrl)}];`;
        return { format: 'module', source, shortCircuit: true };
      }
      const place = url.startsWith('file:') ? packed(url) : undefined;
      return place && !place.path.endsWith('.node')
        ? { format: formatOf(place), source: extractFile(place.archive, place.path), shortCircuit: true }
        : next(url, context);
    },
  });
}

/** Workers read archives as well: the runtime prepares every thread (Electron's spec/asar-spec.ts, "worker threads"). */
function patchWorkers(): void {
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(script: string | URL, options: WorkerOptions = {}) {
      super(script, { ...options, execArgv: ['--import', import.meta.url, ...(options.execArgv ?? [])] });
    }
  };
}

patchReads();
patchWorkers();
hookImports();
syncBuiltinESMExports();
