import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { attempt } from '../../preload/shared/attempt.ts';
import { type PageAnswer, type PageSources, pageAnswer } from './page.ts';

/** One file of the built interface. */
interface PageFile {
  path: string;
  contentType: string;
  /** True if it is the script of the worker that parses PDFs, whose image decoders are WebAssembly. */
  compilesWasm: boolean;
}

/** The build's name for the worker of `renderer/features/media/pdf/pdf-parser.ts`. */
const wasmScript = /^pdf-parser-[\w-]+\.js$/;

/** The types of files in the build; others are not served. */
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.icc': 'application/vnd.iccprofile',
  '.wasm': 'application/wasm',
};

/**
 * Reads the file of an address with its headers, as a whole: the files are small, and `readFile` reads from the application archive. Undefined where
 * there is none.
 */
export async function servePageFile(
  root: string,
  urlPath: string,
  sources: PageSources = {},
): Promise<PageAnswer | undefined> {
  const file = await findPageFile(root, urlPath);
  return file && pageAnswer(await readFile(file.path), { ...sources, ...file });
}

/**
 * Finds the file of an address: `/` is the page, everything else a file below `root` (the build's output).
 *
 * @param urlPath the path of a parsed address, still percent-encoded
 * @returns undefined for a missing file, an unknown type, or a path that would leave `root` (by `..`, an encoded
 * separator, a drive letter, a null byte or a symbolic link)
 */
export async function findPageFile(root: string, urlPath: string): Promise<PageFile | undefined> {
  const names = pathNames(urlPath);
  if (names === undefined) {
    return undefined;
  }
  const relative = names.length === 0 ? ['index.html'] : names;
  const contentType = contentTypes[extname(relative.at(-1) ?? '').toLowerCase()];
  if (contentType === undefined) {
    return undefined;
  }
  try {
    const [realRoot, path] = await Promise.all([realpath(root), realpath(join(root, ...relative))]);
    if (!path.startsWith(realRoot + sep)) {
      return undefined;
    }
    const stats = await stat(path);
    const compilesWasm =
      relative.length === 2 && relative[0] === 'assets' && wasmScript.test(relative[1] ?? '');
    return stats.isFile() ? { path, contentType, compilesWasm } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the decoded names of a path, or undefined when one of them is not a plain name. */
function pathNames(urlPath: string): string[] | undefined {
  const names: string[] = [];
  for (const part of urlPath.split('/')) {
    if (part === '') {
      continue;
    }
    const name = attempt(() => decodeURIComponent(part));
    if (name === undefined || !/^[\w@+ .()-]+$/u.test(name) || name.startsWith('.')) {
      return undefined;
    }
    names.push(name);
  }
  return names;
}
